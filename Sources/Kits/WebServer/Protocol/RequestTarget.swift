/// The parts of a request's target, as ranges relative to the head's first byte.
struct RequestTarget {
    private(set) var whole = 0..<0
    /// The path. Empty for an absolute target without a path, which is equivalent to `/`.
    private(set) var path = 0..<0
    private(set) var query: Range<Int>?
    private(set) var authority: Range<Int>?

    init() {}

    /// Parses an origin form (`/path?query`), an absolute form (`http://host/path`) or, for `OPTIONS`, an asterisk.
    init(
        _ bytes: [UInt8], _ range: Range<Int>, method: Method, origin: Int
    ) throws(ProtocolError) {
        whole = range.lowerBound - origin..<range.upperBound - origin
        var index = range.lowerBound
        if range.count == 1, bytes[index] == UInt8(ascii: "*") {
            guard method == .options else { throw .bad("Only OPTIONS supports the target `*`.") }
            path = whole
            return
        }
        if bytes[index] != UInt8(ascii: "/") {
            index = try parseAuthority(bytes, range, origin: origin)
        }
        let pathStart = index
        while index < range.upperBound, bytes[index] != UInt8(ascii: "?") {
            try Self.check(bytes, index, of: range, in: .path)
            index += 1
        }
        path = pathStart - origin..<index - origin
        guard index < range.upperBound else { return }
        let queryStart = index + 1
        index = queryStart
        while index < range.upperBound {
            try Self.check(bytes, index, of: range, in: .query)
            index += 1
        }
        query = queryStart - origin..<range.upperBound - origin
    }

    private mutating func parseAuthority(
        _ bytes: [UInt8], _ range: Range<Int>, origin: Int
    ) throws(ProtocolError) -> Int {
        var index = range.lowerBound
        let scheme: [UInt8] = [0x68, 0x74, 0x74, 0x70]  // http
        for expected in scheme {
            guard index < range.upperBound, bytes[index].lowercased == expected else { throw .wrongForm }
            index += 1
        }
        if index < range.upperBound, bytes[index].lowercased == UInt8(ascii: "s") { index += 1 }
        for expected in [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "/")] {
            guard index < range.upperBound, bytes[index] == expected else { throw .wrongForm }
            index += 1
        }
        let start = index
        while index < range.upperBound, bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "?") {
            index += 1
        }
        guard Authority.isValid(bytes[start..<index]) else {
            throw .bad("The host in the target is invalid.")
        }
        authority = start - origin..<index - origin
        return index
    }

    private static func check(
        _ bytes: [UInt8], _ index: Int, of range: Range<Int>, in set: ByteSet
    ) throws(ProtocolError) {
        let byte = bytes[index]
        guard set.contains(byte) else { throw .bad("The target contains an invalid character.") }
        guard byte == UInt8(ascii: "%") else { return }
        guard range.upperBound - index > 2, bytes[index + 1].hexValue != nil, bytes[index + 2].hexValue != nil
        else { throw .bad("The target contains a percent sign without two hexadecimal digits.") }
    }
}

extension ProtocolError {
    fileprivate static var wrongForm: ProtocolError { .bad("The target is neither a path nor an address.") }
}
