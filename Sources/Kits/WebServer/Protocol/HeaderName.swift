extension Headers {
    /// A field's name. Names compare without regard to case.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        let text: String

        /// A name that comes from data; nil if it has a character that no field name can have.
        package init?(checking text: String) {
            guard !text.isEmpty, text.utf8.allSatisfy(ByteSet.token.contains) else { return nil }
            self.text = text
        }

        /// A name that is written in the source. It must be a token, as `Content-Type` is.
        public init(stringLiteral text: String) {
            self.text = text
            assert(text.utf8.allSatisfy(ByteSet.token.contains), "\(text) is no name of a header field")
        }

        /// The name as it was written.
        public var description: String { text }

        /// Whether both are the same name, without regard to case.
        public static func == (left: Name, right: Name) -> Bool {
            left.text.utf8.elementsEqual(right.text.utf8) { $0.lowercased == $1.lowercased }
        }

        /// Hashes without regard to case.
        public func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte.lowercased) }
        }
    }
}

extension Headers.Name {
    /// `Accept`
    public static var accept: Self { "Accept" }
    /// `Accept-Encoding`
    package static var acceptEncoding: Self { "Accept-Encoding" }
    /// `Accept-Ranges`
    package static var acceptRanges: Self { "Accept-Ranges" }
    /// `Allow`
    package static var allow: Self { "Allow" }
    /// `Authorization`
    public static var authorization: Self { "Authorization" }
    /// `Cache-Control`
    public static var cacheControl: Self { "Cache-Control" }
    /// `Connection`
    static var connection: Self { "Connection" }
    /// `Content-Encoding`
    package static var contentEncoding: Self { "Content-Encoding" }
    /// `Content-Length`
    package static var contentLength: Self { "Content-Length" }
    /// `Content-Type`
    public static var contentType: Self { "Content-Type" }
    /// `Cookie`
    public static var cookie: Self { "Cookie" }
    /// `ETag`
    public static var eTag: Self { "ETag" }
    /// `Expect`
    static var expect: Self { "Expect" }
    /// `Host`
    package static var host: Self { "Host" }
    /// `If-Match`
    package static var ifMatch: Self { "If-Match" }
    /// `If-None-Match`
    package static var ifNoneMatch: Self { "If-None-Match" }
    /// `If-Range`
    package static var ifRange: Self { "If-Range" }
    /// `Last-Event-ID`
    static var lastEventID: Self { "Last-Event-ID" }
    /// `Location`
    public static var location: Self { "Location" }
    /// `Origin`
    package static var origin: Self { "Origin" }
    /// `Range`
    package static var range: Self { "Range" }
    /// `Retry-After`
    package static var retryAfter: Self { "Retry-After" }
    /// `Sec-Fetch-Site`
    package static var secFetchSite: Self { "Sec-Fetch-Site" }
    /// `Set-Cookie`
    public static var setCookie: Self { "Set-Cookie" }
    /// `Transfer-Encoding`
    package static var transferEncoding: Self { "Transfer-Encoding" }
    /// `WWW-Authenticate`
    package static var wwwAuthenticate: Self { "WWW-Authenticate" }
}
