import LootCore
import LootFormats

/// A provider's statements about a person: the payload of an ID token.
package struct Claims: Sendable {
    /// The ID token as the provider sent it.
    package let idToken: String
    private let token: DocumentValue
    /// The answer of the userinfo endpoint, or `nil` if it isn't needed.
    private var userinfo: DocumentValue?

    /// The tolerance for clocks that differ, in seconds.
    private static let tolerance = 60
    private static let mostBytes = 65_536

    /// Parses an ID token and checks that the provider issued it for a client and a nonce.
    ///
    /// The token's signature and its `alg` aren't checked. This is only correct for a token that comes from the token
    /// endpoint over TLS, which has already authenticated the provider (OpenID Connect Core 1.0, 3.1.3.7, number 6).
    ///
    /// The current time `now` is in seconds since 1970.
    package init(
        idToken: String, issuer: String, client: String, nonce: String, at now: Int
    ) throws(ProviderFailure) {
        let parts = idToken.split(separator: ".", omittingEmptySubsequences: false)
        guard idToken.utf8.count <= Claims.mostBytes, parts.count == 3,
            let bytes = Base64URL.decode(parts[1]),
            let token = try? DocumentValue(json: bytes.span, strict: true)
        else { throw ProviderFailure(.invalid, "The provider sent a malformed token.") }
        guard token["iss"]?.text == issuer else {
            throw ProviderFailure(.invalid, "Another provider issued the token.")
        }
        let audience = token["aud"]?.texts ?? []
        let party = token["azp"]?.text
        let isParty = token["azp"] == nil ? audience.count == 1 : party == client
        guard audience.contains(client), isParty else {
            throw ProviderFailure(.invalid, "The provider issued the token for another program.")
        }
        guard let end = token["exp"]?.seconds, let start = token["iat"]?.seconds else {
            throw ProviderFailure(.invalid, "The token doesn't state when it is valid.")
        }
        guard now < end + Claims.tolerance else {
            throw ProviderFailure(.invalid, "The token has expired, or a clock is wrong.")
        }
        guard max(start, token["nbf"]?.seconds ?? start) <= now + Claims.tolerance else {
            throw ProviderFailure(.invalid, "The token isn't valid yet, or a clock is wrong.")
        }
        guard token["nonce"]?.text == nonce else {
            throw ProviderFailure(.invalid, "The provider issued the token for another sign-in.")
        }
        guard token["sub"]?.text?.isEmpty == false else {
            throw ProviderFailure(.invalid, "The token doesn't state who has signed in.")
        }
        (self.idToken, self.token) = (idToken, token)
    }

    /// Adds the answer of the userinfo endpoint, which must be about the same person.
    mutating func add(userinfo: DocumentValue) throws(ProviderFailure) {
        guard userinfo["sub"]?.text == token["sub"]?.text else {
            throw ProviderFailure(.invalid, "The provider sent the data of another person.")
        }
        self.userinfo = userinfo
    }

    /// Returns whether a claim is present.
    func has(_ claim: String) -> Bool { self[claim] != nil }

    private subscript(claim: String) -> DocumentValue? { token[claim] ?? userinfo?[claim] }

    /// Returns the name of the account in a claim, or `nil` if it is missing. An address in `email` counts only if the
    /// provider has verified it.
    package func account(in claim: String) -> String? {
        guard let name = self[claim]?.text, !name.isEmpty else { return nil }
        if claim == "email", self["email_verified"]?.isTrue != true { return nil }
        return name
    }

    /// Returns the strings in a claim that is a list, such as `groups`.
    package func list(in claim: String) -> [String] { self[claim]?.texts ?? [] }
}

extension DocumentValue {
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The strings in an array, or a single string.
    var texts: [String] {
        switch content {
        case .text(let text): [text]
        case .array(let elements): elements.compactMap(\.text)
        default: []
        }
    }

    /// Whether this is `true`. Some providers send it as text.
    var isTrue: Bool { content == .flag(true) || text == "true" }

    /// A time in seconds since 1970, which may have a fraction.
    var seconds: Int? {
        guard case .number(let digits) = content, let number = Double(digits), number.magnitude < 1e12 else {
            return nil
        }
        return Int(number)
    }
}
