/// The request line and header fields of a request. Ranges refer to the byte buffer of `headers`.
struct RequestHead: Sendable {
    enum Version: Sendable { case http10, http11 }

    enum Framing: Sendable, Equatable {
        case none
        case length(Int)
        case chunked
    }

    var method: Method
    var version: Version
    var headers: Headers
    /// The target, its undecoded path, and its query without the question mark.
    var target: Range<Int>
    var path: Range<Int>
    /// The path under which the router of the request is mounted, which the target and the path don't contain.
    var base: Range<Int> = 0..<0
    var query: Range<Int>?
    /// The host and port, from an absolute target or else from the `Host` field.
    var authority: Range<Int>?
    var framing: Framing
    var keepsAlive: Bool
    var expectsContinue: Bool

    /// The bytes of the authority. Empty if the request has no host.
    var authorityBytes: ArraySlice<UInt8> { authority.map { headers.bytes[$0] } ?? [] }

    /// Returns the head for a router that is mounted under the first `length` bytes of the path.
    func mounted(under length: Int) -> RequestHead {
        var head = self
        head.base = base.isEmpty ? path.prefix(length) : base.lowerBound..<path.lowerBound + length
        head.path = path.dropFirst(length)
        head.target = head.path.lowerBound..<target.upperBound
        return head
    }

    func text(_ range: Range<Int>) -> String { String(decoding: headers.bytes[range], as: UTF8.self) }
}
