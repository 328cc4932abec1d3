import Basics

/// A sign-in that a browser has started at a provider.
///
/// Everything that the provider gets is derived from a random secret that only the browser keeps, in a cookie. The
/// answer of the provider is accepted only from this browser, and the server stores nothing.
package struct SignInAttempt: Hashable, Sendable {
    /// The time within which a person must finish signing in, in seconds.
    package static let lifetime = 600

    /// The value of the cookie: the start, in seconds since 1970, and the secret.
    package let cookie: String
    private let start: Int

    /// Creates an attempt with a new secret.
    package init(at now: Int) {
        var generator = SystemRandomNumberGenerator()
        let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        cookie = "\(now).\(Base64URL.encode(secret))"
        start = now
    }

    /// Continues the attempt in a cookie. Returns `nil` if it is malformed or has expired.
    package init?(cookie: String, at now: Int) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = Int(parts[0]), (0...Self.lifetime).contains(now - start),
            Base64URL.decode(parts[1])?.count == 32
        else { return nil }
        self.cookie = cookie
        self.start = start
    }

    /// The value that the provider returns with the person.
    package var state: String { derived("state") }
    /// The value that the provider repeats in the token.
    package var nonce: String { derived("nonce") }
    /// The secret of which the provider first gets only the ``challenge`` (RFC 7636).
    var verifier: String { derived("verifier") }
    var challenge: String { Base64URL.encode(SHA256.bytes(of: Array(verifier.utf8).span)) }

    private func derived(_ purpose: String) -> String {
        Base64URL.encode(SHA256.authentication(of: Array(purpose.utf8), key: Array(cookie.utf8)))
    }
}
