/// Parses a request's head line by line, and validates it as a whole at the end.
///
/// Lines are passed as ranges of the parser's buffer. Stored ranges are relative to `start`, the beginning of the
/// head.
struct HeadBuilder {
    var start = 0
    private(set) var fieldsStart = 0
    private(set) var fieldCount = 0

    private var fields: [Headers.Field] = []
    private var method = Method.get
    private var version = RequestHead.Version.http11
    private var target = RequestTarget()

    // MARK: - Lines

    mutating func parseRequestLine(_ bytes: [UInt8], _ line: Range<Int>) throws(ProtocolError) {
        fieldsStart = line.upperBound + 2
        fields.reserveCapacity(8)
        var index = line.lowerBound
        while index < line.upperBound, ByteSet.token.contains(bytes[index]) { index += 1 }
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == .space else {
            throw .bad("The request line does not begin with a method and a space.")
        }
        method = Self.method(bytes, line.lowerBound..<index)
        // The last nine bytes are a space and `HTTP/1.1`.
        let targetStart = index + 1
        let targetEnd = line.upperBound - 9
        guard targetEnd > targetStart, bytes[targetEnd] == .space else {
            throw .bad("The request line does not end with a space and a version.")
        }
        version = try Self.version(bytes, at: targetEnd + 1)
        guard method.name != "CONNECT" else {
            throw ProtocolError(status: .notImplemented, detail: "This server doesn't support tunnels.")
        }
        target = try RequestTarget(bytes, targetStart..<targetEnd, method: method, origin: start)
    }

    mutating func parseField(_ bytes: [UInt8], _ line: Range<Int>) throws(ProtocolError) {
        var index = line.lowerBound
        while index < line.upperBound, ByteSet.token.contains(bytes[index]) { index += 1 }
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == UInt8(ascii: ":") else {
            throw .bad("A header field does not begin with a name and a colon.")
        }
        let name = line.lowerBound..<index
        var first = index + 1
        var last = line.upperBound
        while first < last, bytes[first] == .space || bytes[first] == .tab { first += 1 }
        while last > first, bytes[last - 1] == .space || bytes[last - 1] == .tab { last -= 1 }
        index = first
        while index < last {
            guard bytes[index].isFieldByte else {
                throw .bad("The value of a header field contains a control character.")
            }
            index += 1
        }
        fieldCount += 1
        fields.append(
            Headers.Field(
                nameStart: UInt32(clamping: name.lowerBound - start), nameCount: UInt32(clamping: name.count),
                valueStart: UInt32(clamping: first - start), valueCount: UInt32(clamping: last - first)))
    }

    private static func method(_ bytes: [UInt8], _ range: Range<Int>) -> Method {
        let first = range.lowerBound
        if range.count == 3, bytes[first] == 0x47, bytes[first + 1] == 0x45, bytes[first + 2] == 0x54 {
            return .get
        }
        return Method(bytes: bytes[range])
    }

    private static func version(
        _ bytes: [UInt8], at start: Int
    ) throws(ProtocolError) -> RequestHead.Version {
        let major = bytes[start + 5]
        let minor = bytes[start + 7]
        guard bytes[start] == UInt8(ascii: "H"), bytes[start + 1] == UInt8(ascii: "T"),
            bytes[start + 2] == UInt8(ascii: "T"), bytes[start + 3] == UInt8(ascii: "P"),
            bytes[start + 4] == UInt8(ascii: "/"), bytes[start + 6] == UInt8(ascii: "."),
            major.isDigit, minor.isDigit
        else { throw .bad("The request line does not end with a version of HTTP.") }
        guard major == UInt8(ascii: "1") else {
            throw ProtocolError(
                status: .versionNotSupported, detail: "Only HTTP/1.1 and HTTP/1.0 are supported.")
        }
        return minor == UInt8(ascii: "0") ? .http10 : .http11
    }

    // MARK: - Validation

    /// Returns the head if its fields are consistent. `bytes` is the buffer from `start` to the end of the head.
    func finish(_ bytes: [UInt8]) throws(ProtocolError) -> RequestHead {
        var host: Range<Int>?
        var length: Int?
        var lastCoding: Coding?
        var keepsAlive = version == .http11
        var closes = false
        var expectsContinue = false
        for field in fields {
            switch field.nameCount {
            case 4 where Self.is(bytes, field, "host"):
                guard host == nil else { throw .bad("There is more than one Host field.") }
                host = field.value
            case 6 where Self.is(bytes, field, "expect"):
                guard Self.equal(bytes[field.value], "100-continue") else {
                    throw ProtocolError(
                        status: .expectationFailed, detail: "Only 100-continue can be expected.")
                }
                expectsContinue = version == .http11
            case 10 where Self.is(bytes, field, "connection"):
                for option in bytes[field.value].split(separator: UInt8(ascii: ",")) {
                    let option = Self.trimmed(option)
                    if Self.equal(option, "close") { closes = true }
                    if Self.equal(option, "keep-alive") { keepsAlive = true }
                }
            case 14 where Self.is(bytes, field, "content-length"):
                guard length == nil else { throw .bad("There is more than one Content-Length field.") }
                length = try Self.length(bytes[field.value])
            case 17 where Self.is(bytes, field, "transfer-encoding"):
                try Self.addCodings(bytes[field.value], to: &lastCoding)
            default: break
            }
        }
        let authority = try authority(bytes, host: host)
        return RequestHead(
            method: method, version: version, headers: Headers(bytes: bytes, fields: fields),
            target: target.whole, path: target.path, query: target.query, authority: authority,
            framing: try framing(length, lastCoding), keepsAlive: keepsAlive && !closes,
            expectsContinue: expectsContinue)
    }

    private func authority(_ bytes: [UInt8], host: Range<Int>?) throws(ProtocolError) -> Range<Int>? {
        guard let host else {
            guard version == .http10 else { throw .bad("The Host field is missing.") }
            return target.authority
        }
        guard Authority.isValid(bytes[host]) else { throw .bad("The Host field is invalid.") }
        return target.authority ?? host
    }

    private func framing(_ length: Int?, _ coding: Coding?) throws(ProtocolError) -> RequestHead.Framing {
        guard let coding else { return length.map { $0 == 0 ? .none : .length($0) } ?? .none }
        guard length == nil else { throw .bad("There are both Content-Length and Transfer-Encoding.") }
        guard version == .http11 else { throw .bad("HTTP/1.0 doesn't support Transfer-Encoding.") }
        guard coding.last == .chunked else { throw .bad("Transfer-Encoding does not end in chunked.") }
        guard !coding.repeatsChunked else { throw .bad("Transfer-Encoding contains chunked more than once.") }
        guard coding.count == 1 else {
            throw ProtocolError(
                status: .notImplemented, detail: "Only the transfer coding chunked is supported.")
        }
        return .chunked
    }

    // MARK: - Values

    private struct Coding {
        enum Kind { case chunked, other }
        var last: Kind
        var count: Int
        var repeatsChunked: Bool
    }

    private static func addCodings(_ value: ArraySlice<UInt8>, to coding: inout Coding?) throws(ProtocolError)
    {
        for element in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let element = trimmed(element)
            guard !element.isEmpty else { throw .bad("Transfer-Encoding contains an empty element.") }
            let kind: Coding.Kind = equal(element, "chunked") ? .chunked : .other
            coding = Coding(
                last: kind, count: (coding?.count ?? 0) + 1,
                repeatsChunked: coding?.repeatsChunked == true || coding?.last == .chunked && kind == .chunked
            )
        }
    }

    private static func length(_ value: ArraySlice<UInt8>) throws(ProtocolError) -> Int {
        guard !value.isEmpty else { throw .bad("Content-Length is empty.") }
        var length = 0
        for byte in value {
            guard byte.isDigit else { throw .bad("Content-Length isn't a number.") }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(byte - 0x30))
            guard !overflow, !carry else { throw .bad("Content-Length is too large.") }
            length = sum
        }
        return length
    }

    private static func `is`(_ bytes: [UInt8], _ field: Headers.Field, _ name: StaticString) -> Bool {
        equal(bytes[field.name], name)
    }

    /// Compares without regard to case. `text` must be in lower case.
    private static func equal(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            bytes.count == text.count && bytes.elementsEqual(text) { $0.lowercased == $1 }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == .space || first == .tab { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == .space || last == .tab { bytes = bytes.dropLast() }
        return bytes
    }
}
