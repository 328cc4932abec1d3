import Testing

@testable import WebServer

/// A row of the table: an input and the expected result.
struct Strictness: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let expected: [Parsed]

    init(_ name: String, _ input: String, _ expected: Parsed...) {
        testDescription = name
        self.input = input
        self.expected = expected
    }

    /// A request with these header lines that is rejected.
    static func fields(_ name: String, _ lines: String, _ status: Int) -> Strictness {
        Strictness(name, "POST / HTTP/1.1\r\n\(lines)\r\n", .failure(status))
    }

    /// A request line that is rejected.
    static func line(_ line: String, _ status: Int) -> Strictness {
        Strictness(
            "the line \(line.prefix(40).debugDescription)", "\(line)\r\nHost: a\r\n\r\n", .failure(status))
    }

    static func chunks(_ name: String, _ body: String, _ expected: Parsed...) -> Strictness {
        var row = Strictness(name, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
        row = Strictness(name, row.input, [.head("POST /")] + expected)
        return row
    }

    private init(_ name: String, _ input: String, _ expected: [Parsed]) {
        testDescription = name
        self.input = input
        self.expected = expected
    }

    static let table: [Strictness] = [
        // Host
        .fields("no Host", "A: b\r\n", 400),
        .fields("two Hosts", "Host: a\r\nHost: a\r\n", 400),
        .fields("an empty Host", "Host:\r\n", 400),
        .fields("a Host with a space", "Host: a b\r\n", 400),
        .fields("a Host with a path", "Host: a/b\r\n", 400),
        .fields("a Host with a user", "Host: me@a\r\n", 400),
        .fields("a Host with a bad port", "Host: a:http\r\n", 400),
        .fields("a Host with a port too high", "Host: a:65536\r\n", 400),
        .fields("a Host with an open bracket", "Host: [::1\r\n", 400),
        .fields("a Host of brackets without an address", "Host: [abc]\r\n", 400),
        // Lines and fields
        .fields("a space before the colon", "Host : a\r\n", 400),
        .fields("a folded line", "Host: a\r\nA: b\r\n c\r\n", 400),
        .fields("a space before the first field", " Host: a\r\n", 400),
        .fields("a bare line feed", "Host: a\nA: b\r\n", 400),
        .fields("a bare carriage return", "Host: a\r\nA: b\rc\r\n", 400),
        .fields("a null in a value", "Host: a\r\nA: \0\r\n", 400),
        .fields("a control character in a value", "Host: a\r\nA: \u{1}\r\n", 400),
        .fields("a field without a name", "Host: a\r\n: b\r\n", 400),
        .fields("a field without a colon", "Host: a\r\nA\r\n", 400),
        .fields("a bracket in a name", "Host: a\r\nA[b]: c\r\n", 400),
        .fields("a letter beyond ASCII in a name", "Host: a\r\nÄ: c\r\n", 400),
        // Request lines
        .line("GET /", 400), .line("GET  / HTTP/1.1", 400), .line("GET / HTTP/1.1 ", 400),
        .line(" GET / HTTP/1.1", 400), .line("G@T / HTTP/1.1", 400), .line("GET\t/ HTTP/1.1", 400),
        .line("GET x HTTP/1.1", 400), .line("GET /a b HTTP/1.1", 400), .line("GET /ä HTTP/1.1", 400),
        .line("GET /\u{1} HTTP/1.1", 400), .line("GET /a#b HTTP/1.1", 400), .line("GET /%zz HTTP/1.1", 400),
        .line("GET /?a=% HTTP/1.1", 400), .line("GET /%4 HTTP/1.1", 400), .line("GET * HTTP/1.1", 400),
        .line("GET ftp://a/ HTTP/1.1", 400), .line("GET http:///a HTTP/1.1", 400),
        .line("GET / http/1.1", 400), .line("GET / HTTP/11", 400), .line("GET / HTTP/1.x", 400),
        .line("GET / HTTP/1.11", 400), .line("GET / HTTP/0.9", 505), .line("GET / HTTP/2.0", 505),
        .line("CONNECT a:1 HTTP/1.1", 501), .line("", 400),
        Strictness("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .failure(505)),
        // Framing
        .fields(
            "a length and a coding", "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400),
        .fields("a coding that is not chunked", "Host: a\r\nTransfer-Encoding: gzip\r\n", 400),
        .fields("chunked that is not last", "Host: a\r\nTransfer-Encoding: chunked, gzip\r\n", 400),
        .fields("chunked twice", "Host: a\r\nTransfer-Encoding: chunked, chunked\r\n", 400),
        .fields(
            "chunked twice in two lines",
            "Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
        .fields("a coding that looks like chunked", "Host: a\r\nTransfer-Encoding: xchunked\r\n", 400),
        .fields("an empty coding", "Host: a\r\nTransfer-Encoding:\r\n", 400),
        .fields("an unknown coding before chunked", "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501),
        .fields("a signed length", "Host: a\r\nContent-Length: +1\r\n", 400),
        .fields("a negative length", "Host: a\r\nContent-Length: -1\r\n", 400),
        .fields("an empty length", "Host: a\r\nContent-Length: \r\n", 400),
        .fields("a length in hexadecimal", "Host: a\r\nContent-Length: 0x1\r\n", 400),
        .fields("a length that is a list", "Host: a\r\nContent-Length: 1, 1\r\n", 400),
        .fields("a length twice", "Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400),
        .fields("a length that overflows", "Host: a\r\nContent-Length: 9223372036854775808\r\n", 400),
        .fields("an unknown expectation", "Host: a\r\nExpect: tea\r\n", 417),
        Strictness(
            "a coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .failure(400)),
        // Limits
        Strictness("a request line too long", "GET /\(String(repeating: "a", count: 8_192))", .failure(414)),
        .fields("a field too long", "Host: a\r\nA: \(String(repeating: "a", count: 65_536))\r\n", 431),
        .fields("too many fields", "Host: a\r\n" + String(repeating: "A: b\r\n", count: 100), 431),
        Strictness(
            "a body too long", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2097153\r\n\r\n",
            .head("POST /"), .failure(413)),
        .chunks("chunks too long together", "1\r\na\r\n200000\r\n", .body("a"), .failure(413)),
        // Chunks
        .chunks("a chunk", "3\r\nabc\r\n0\r\n\r\n", .body("abc"), .end),
        .chunks(
            "chunks, extensions and trailers",
            "2;a=b\r\nab\r\n01;c=\"d\"\r\nc\r\n000;x\r\nA: b\r\nC: d\r\n\r\n", .body("abc"), .end),
        .chunks("a size in capitals", "A\r\n0123456789\r\n0\r\n\r\n", .body("0123456789"), .end),
        .chunks("an extension of 256 bytes", "0;\(String(repeating: "e", count: 256))\r\n\r\n", .end),
        .chunks(
            "an extension of 257 bytes", "0;\(String(repeating: "e", count: 257))\r\n\r\n", .failure(400)),
        .chunks("a control character in an extension", "0;\u{1}\r\n\r\n", .failure(400)),
        .chunks("several extensions", "1; a ; b=c;d=\"e \\\" f\"\r\na\r\n0\r\n\r\n", .body("a"), .end),
        .chunks("an extension without a name", "5;\r\n", .failure(400)),
        .chunks("two semicolons", "5;;\r\n", .failure(400)),
        .chunks("a name that isn't a token", "5;bad[=x\r\n", .failure(400)),
        .chunks("an empty value", "5;a=\r\n", .failure(400)),
        .chunks("a quote that does not end", "5;a=\"b\r\n", .failure(400)),
        .chunks("a quote that ends with a backslash", "5;a=\"b\\\r\n", .failure(400)),
        .chunks("text after a quote", "5;a=\"b\"c\r\n", .failure(400)),
        .chunks("a name with a space in it", "5;a b\r\n", .failure(400)),
        .chunks("no size", "\r\n", .failure(400)),
        .chunks("a size that isn't a number", "g\r\n", .failure(400)),
        .chunks("a signed size", "+1\r\n", .failure(400)),
        .chunks("a size with a prefix", "0x1\r\n", .failure(400)),
        .chunks("a size with a space", "1 \r\n", .failure(400)),
        .chunks("a size that overflows", "FFFFFFFFFFFFFFFF\r\n", .failure(400)),
        .chunks("a size of seventeen digits", "00000000000000000\r\n", .failure(400)),
        .chunks("a chunk longer than its size", "1\r\nabc\r\n", .body("a"), .failure(400)),
        .chunks("a chunk that ends with a bare line feed", "1\r\na\n", .body("a"), .failure(400)),
        .chunks("a trailer without a colon", "0\r\nA\r\n\r\n", .failure(400)),
        .chunks("too many trailers", "0\r\n" + String(repeating: "A: b\r\n", count: 101), .failure(431)),
        // Valid input
        Strictness("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", .head("GET /")),
        Strictness("an empty line before a request", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .head("GET /")),
        Strictness("HTTP/1.0 without a Host", "GET / HTTP/1.0\r\n\r\n", .head("GET /")),
        Strictness("HTTP/1.9", "GET / HTTP/1.9\r\nHost: a\r\n\r\n", .head("GET /")),
        Strictness(
            "an absolute target", "GET http://b:1/x?y HTTP/1.1\r\nHost: a\r\n\r\n",
            .head("GET http://b:1/x?y")),
        Strictness(
            "a server-wide OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", .head("OPTIONS *")),
        Strictness(
            "a query as browsers send it", "GET /a?b[]={c|d} HTTP/1.1\r\nHost: a\r\n\r\n",
            .head("GET /a?b[]={c|d}")),
        Strictness(
            "a value beyond ASCII and empty values", "GET / HTTP/1.1\r\nHost: a\r\nA: é\t!\r\nB:\r\n\r\n",
            .head("GET /")),
        Strictness(
            "a body of known length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            .head("POST /"), .body("abc"), .end),
        Strictness("no body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", .head("POST /")),
    ]

    static let good = table.filter { row in
        !row.expected.contains { if case .failure = $0 { true } else { false } }
    }
}

@Suite struct `Strict parsing` {
    @Test(arguments: Strictness.table)
    func `input is parsed the same, however it is split`(_ row: Strictness) {
        let bytes = Array(row.input.utf8)
        #expect(parse(row.input) == row.expected)
        // Long inputs are split near the ends of their parts.
        let splits =
            bytes.count < 2_000 ? Array(bytes.indices) : Array(0..<64) + (bytes.count - 64..<bytes.count)
        for split in splits where parse([bytes[..<split], bytes[split...]]) != row.expected {
            Issue.record("split at \(split): \(parse([bytes[..<split], bytes[split...]]))")
        }
        #expect(parse(bytes.indices.map { bytes[$0...$0] }) == row.expected, "byte by byte")
    }

    @Test func `concatenated requests are parsed in order`() {
        for first in Strictness.good {
            for second in Strictness.table {
                #expect(
                    parse(first.input + second.input) == first.expected + second.expected,
                    "\(first.testDescription), then \(second.testDescription)")
            }
        }
    }

    @Test func `a line can have the length of its limit and not a byte more`() {
        var limits = Limits()
        limits.requestLine = 20
        limits.headerBytes = 30
        // GET / HTTP/1.1 has fourteen bytes.
        let path = "/" + String(repeating: "a", count: 6)
        #expect(parse("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits) == [.head("GET \(path)")])
        #expect(parse("GET \(path)a HTTP/1.1\r\nHost: a\r\n\r\n", limits: limits) == [.failure(414)])
        let field = "A: " + String(repeating: "b", count: 16)
        #expect(parse("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n", limits: limits) == [.head("GET /")])
        #expect(parse("GET / HTTP/1.1\r\nHost: a\r\n\(field)bbb\r\n\r\n", limits: limits) == [.failure(431)])
    }

    @Test func `an absolute target overrides the Host header`() throws {
        let head = try head("GET http://b:1/x HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(head.authority.map { head.text($0) } == "b:1")
        #expect(head.text(head.path) == "/x")
    }

    @Test func `a connection stays open unless the request says otherwise`() throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: a\r\n\r\n").keepsAlive)
        #expect(try !head("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n").keepsAlive)
        #expect(try !head("GET / HTTP/1.0\r\n\r\n").keepsAlive)
        #expect(try head("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").keepsAlive)
        #expect(try !head("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n").keepsAlive)
    }
}
