extension Headers {
    /// The name of a header field. Comparison ignores case.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        let text: String

        /// Creates a name from untrusted text. Returns `nil` if it contains an invalid character.
        package init?(checking text: String) {
            guard !text.isEmpty, text.utf8.allSatisfy(ByteSet.token.contains) else { return nil }
            self.text = text
        }

        /// Creates a name from a literal, which must be a valid token such as `Content-Type`.
        public init(stringLiteral text: String) {
            self.text = text
            assert(text.utf8.allSatisfy(ByteSet.token.contains), "\(text) isn't a valid header field name")
        }

        /// The name with its original case.
        public var description: String { text }

        /// Returns whether two names are equal, ignoring case.
        public static func == (left: Name, right: Name) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8) { $0.lowercased == $1.lowercased }
        }

        /// Hashes the name, ignoring case.
        public func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte.lowercased) }
        }
    }
}

extension Headers.Name {
    /// The `Accept` field.
    public static var accept: Self { "Accept" }
    package static var acceptEncoding: Self { "Accept-Encoding" }
    package static var acceptRanges: Self { "Accept-Ranges" }
    package static var allow: Self { "Allow" }
    /// The `Authorization` field.
    public static var authorization: Self { "Authorization" }
    /// The `Cache-Control` field.
    public static var cacheControl: Self { "Cache-Control" }
    static var connection: Self { "Connection" }
    package static var contentEncoding: Self { "Content-Encoding" }
    package static var contentLength: Self { "Content-Length" }
    /// The `Content-Type` field.
    public static var contentType: Self { "Content-Type" }
    /// The `Cookie` field.
    public static var cookie: Self { "Cookie" }
    /// The `ETag` field.
    public static var eTag: Self { "ETag" }
    static var expect: Self { "Expect" }
    package static var host: Self { "Host" }
    package static var ifMatch: Self { "If-Match" }
    package static var ifNoneMatch: Self { "If-None-Match" }
    package static var ifRange: Self { "If-Range" }
    static var lastEventID: Self { "Last-Event-ID" }
    /// The `Location` field.
    public static var location: Self { "Location" }
    package static var origin: Self { "Origin" }
    package static var range: Self { "Range" }
    package static var retryAfter: Self { "Retry-After" }
    package static var secFetchSite: Self { "Sec-Fetch-Site" }
    /// The `Set-Cookie` field.
    public static var setCookie: Self { "Set-Cookie" }
    package static var transferEncoding: Self { "Transfer-Encoding" }
    package static var wwwAuthenticate: Self { "WWW-Authenticate" }
}
