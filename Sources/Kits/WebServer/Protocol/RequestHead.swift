/// A request's line and header fields. One buffer holds both; ranges say where their parts stand.
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
    /// The whole target, its path (as it was sent, undecoded) and its query without the question mark.
    var target: Range<Int>
    var path: Range<Int>
    var query: Range<Int>?
    /// Host and port: of the target if it is absolute, else of the `Host` field.
    var authority: Range<Int>?
    var framing: Framing
    var keepsAlive: Bool
    var expectsContinue: Bool

    /// Empty where the client names no host.
    var authorityBytes: ArraySlice<UInt8> { authority.map { headers.bytes[$0] } ?? [] }

    func text(_ range: Range<Int>) -> String { String(decoding: headers.bytes[range], as: UTF8.self) }
}
