import Testing

@testable import WebServer

@Suite struct `Messages` {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func `dates have HTTP's format`(_ seconds: Int, _ text: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == text)
    }

    @Test func `character sets contain the declared characters`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        func text(_ set: ByteSet) -> Set<UInt8> { Set((0...255).filter { set.contains($0) }) }
        #expect(text(.token) == Set((letters + "!#$%&'*+-.^_`|~").utf8))
        #expect(text(.path) == Set((letters + "-._~!$&'()*+,;=:@/%").utf8))
        #expect(text(.query) == Set((letters + #"-._~!$&'()*+,;=:@/%?[]\^`{|}"#).utf8))
        #expect(text(.host) == Set((letters + "-._~!$&'()*+,;=%").utf8))
    }

    @Test func `headers keep their order, and names ignore case`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]
        #expect(headers["a"] == "1")
        #expect(headers.values(of: "A") == ["1", "3"])
        headers["A"] = "4"
        #expect(headers == ["B": "2", "A": "4"])
        headers["b"] = nil
        #expect(headers.count == 1)
        #expect(Headers.Name(checking: "a b") == nil)
        #expect(Headers.Name(checking: "Accept") == "accept")
    }

    @Test func `a header value can't contain a line break`() {
        let headers: Headers = ["A": "b\r\nC: d\0\u{7F}\té"]
        #expect(headers["A"] == "b  C: d  \té")
    }

    @Test func `lists in headers are searched by element`() {
        let headers: Headers = ["Accept-Encoding": "br , GZIP", "Accept-Encoding": "x"]
        #expect(headers.list("accept-encoding", contains: "gzip"))
        #expect(headers.list("accept-encoding", contains: "x"))
        #expect(!headers.list("accept-encoding", contains: "zip"))
    }

    @Test func `a query is decoded as a form`() throws {
        let query = try #require(Request(.get, "/?a=1&b=x+y%26%C3%A9&a=2&c&=d&e=f=g")).query
        #expect(query["a"] == "1")
        #expect(query.values(of: "a") == ["1", "2"])
        #expect(query["b"] == "x y&é")
        #expect(query["c"] == "")
        #expect(query["e"] == "f=g")
        #expect(query["z"] == nil)
        #expect(QueryItems(form: Array("a=%zz%4".utf8))["a"] == "%zz%4")
    }

    @Test func `a path is decoded, and a plus remains a plus`() throws {
        #expect(try #require(Request(.get, "/a%20b+c?d")).path == "/a b+c")
        #expect(try #require(Request(.get, "http://h?x")).path == "/")
        #expect(Request(.get, "no path") == nil)
    }

    @Test func `cookies and tokens are found`() throws {
        let request = try #require(
            Request(.get, "/", headers: ["Cookie": "a=1; token=x=y", "Authorization": "bearer  abc"]))
        #expect(request.cookie("token") == "x=y")
        #expect(request.cookie("b") == nil)
        #expect(request.bearerToken == "abc")
        #expect(try #require(Request(.get, "/", headers: ["Authorization": "Basic x"])).bearerToken == nil)
    }

    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("", "a", false),
        ("ab", "a", false),
    ])
    func `secrets are compared correctly`(_ secret: String, _ candidate: String, _ isEqual: Bool) {
        #expect(isEqualInConstantTime(secret, candidate) == isEqual)
    }

    @Test func `metrics have the format of Prometheus`() {
        var metrics = ServerMetrics()
        metrics.requests = 7
        metrics.responses = [4: 2, 2: 5]
        let text = metrics.prometheusText(prefix: "loot")
        #expect(text.contains("# TYPE loot_requests_total counter\nloot_requests_total 7\n"))
        #expect(
            text.contains("loot_responses_total{class=\"2xx\"} 5\nloot_responses_total{class=\"4xx\"} 2\n"))
    }

    @Test(
        arguments: [
            (nil, "text/html"), ("*/*", "text/html"), ("application/json", "application/json"),
            ("text/html;q=0.5, application/json", "application/json"),
            ("text/*;q=0.1, */*;q=0.2", "application/json"),
            ("Application/*", "application/json"), ("image/png", nil),
            ("text/html;q=0, */*", "application/json"),
            ("text/html;q=nan", nil), ("nonsense", "text/html"),
        ] as [(String?, String?)])
    func `the client's preferred media type is chosen`(_ accept: String?, _ expected: String?) throws {
        let request = try #require(Request(.get, "/", headers: accept.map { ["Accept": $0] } ?? [:]))
        #expect(request.preferred(among: ["text/html", "application/json"]) == expected)
    }

    @Test func `the media type of a body ignores parameters`() throws {
        let request = try #require(
            Request(.post, "/", headers: ["Content-Type": "Application/JSON ; charset=x"]))
        #expect(request.mediaType == "application/json")
    }

    @Test func `entity tags are compared weakly or strongly`() {
        let headers: Headers = ["If-None-Match": "\"1\", W/\"2\"", "If-Match": "\"1\",W/\"2\""]
        #expect(headers.contains(entityTag: "\"1\"", in: .ifMatch) == true)
        #expect(headers.contains(entityTag: "\"2\"", in: .ifMatch) == false)
        #expect(headers.contains(entityTag: "\"2\"", in: .ifNoneMatch) == true)
        #expect(headers.contains(entityTag: "W/\"1\"", in: .ifNoneMatch) == true)
        #expect(headers.contains(entityTag: "\"3\"", in: .ifNoneMatch) == false)
        #expect(Headers().contains(entityTag: "\"1\"", in: .ifMatch) == nil)
        let star: Headers = ["If-Match": "*"]
        #expect(star.contains(entityTag: "\"9\"", in: .ifMatch) == true)
    }

    // MARK: - Guards

    @Test(arguments: [
        ("localhost", 0), ("LOCALHOST:80", 0), ("localhost.", 0), ("localhost.:80", 0), ("localhost..", 421),
        (".localhost", 421), ("evil.example.", 421), ("127.0.0.1:8080", 0), ("[::1]:8080", 0),
        ("evil.example", 421), ("localhost.evil.example", 421), ("[::2]", 0), ("192.168.1.5:80", 0),
        ("1.2.3", 421),
        ("1.2.3.256", 421), ("1.2.3.4.5", 421), ("1.2.3.x", 421),
    ])
    func `a guard accepts the server's names`(_ host: String, _ status: Int) throws {
        #expect(guarded(try #require(Request(.get, "/", headers: ["Host": host]))) == status)
    }

    @Test(
        arguments: [
            ([:], 0), (["Sec-Fetch-Site": "same-origin"], 0), (["Sec-Fetch-Site": "none"], 0),
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
            (["Origin": "http://localhost:80"], 0), (["Origin": "http://localhost:81"], 403),
            (["Origin": "null", "Sec-Fetch-Site": "same-origin"], 0),
            (["Origin": "null", "Sec-Fetch-Site": "cross-site"], 403),
            (["Origin": "null", "Sec-Fetch-Site": "none"], 403),
            (["Origin": "null"], 403), (["Origin": "https://evil.example"], 403),
            (["Origin": "https://friend.example", "Sec-Fetch-Site": "cross-site"], 0),
        ] as [(Headers, Int)])
    func `a guard rejects changes from foreign pages`(_ fields: Headers, _ status: Int) throws {
        var headers = fields
        headers["Host"] = "localhost:80"
        #expect(guarded(try #require(Request(.post, "/", headers: headers))) == status)
        #expect(guarded(try #require(Request(.get, "/", headers: headers))) == 0, "reading is allowed")
    }

    private func guarded(_ request: Request) -> Int {
        do {
            return try RequestGuard(origins: ["https://friend.example"]).check(request)?.status.code ?? 0
        } catch {
            return (error as? HTTPError)?.status.code ?? -1
        }
    }
}
