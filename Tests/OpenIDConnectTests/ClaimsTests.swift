import Basics
import Testing

@testable import OpenIDConnect

@Suite struct `The claims of an ID token` {
    private static let now = 1_800_000_000
    private static let usual = #"""
        "iss": "https://id.example", "aud": "loot", "sub": "1", "exp": 1800000300, "iat": 1800000000, "nonce": "n"
        """#

    /// Returns a token with a payload. Its signature is never valid.
    static func token(_ payload: String, header: String = #"{"alg":"RS256"}"#) -> String {
        [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + ".c2lnbmF0dXJl"
    }

    private func claims(_ token: String) throws(ProviderFailure) -> Claims {
        try Claims(
            idToken: token, issuer: "https://id.example", client: "loot", nonce: "n", at: Self.now)
    }

    @Test(arguments: [
        "{\(usual)}", #"{\#(usual), "azp": "loot"}"#, #"{\#(usual), "nbf": 1800000060}"#,
        "{\(usual)}".replacing(#""loot""#, with: #"["loot"]"#),
        "{\(usual)}".replacing(#""loot""#, with: #"["other", "loot"], "azp": "loot""#),
        "{\(usual)}".replacing("1800000300", with: "1799999941.5"),
        "{\(usual)}".replacing("1800000000,", with: "1800000060,"),
    ])
    func `a token for this server and this sign-in is accepted`(payload: String) throws {
        _ = try claims(Self.token(payload))
        // The token comes from the provider over TLS, so its signature and algorithm don't matter.
        _ = try claims(Self.token(payload, header: #"{"alg":"none"}"#))
    }

    @Test(arguments: [
        ("https://id.example", "https://id.example/"), ("https://id.example", "https://evil.example"),
        (#""https://id.example""#, "null"), (#""loot""#, #""other""#), (#""loot""#, "[]"),
        (#""loot""#, #"["loot", "other"]"#), (#""loot""#, #"["loot", "other"], "azp": "other""#),
        (#""loot""#, #""loot", "azp": "other""#), (#""loot""#, #""loot", "azp": null"#),
        (#""aud": "loot", "#, ""), (#""n""#, #""m""#), (#", "nonce": "n""#, ""),
        ("1800000300", "1799999940"), ("1800000300", #""1800000300""#), (#""exp": 1800000300, "#, ""),
        ("1800000300", "1e300"), ("1800000000,", "1800000061,"),
        (#""iat": 1800000000, "#, ""), (#""n""#, #""n", "nbf": 1800000061"#), (#""sub": "1", "#, ""),
        (#""sub": "1""#, #""sub": """#), (#""sub": "1""#, #""sub": 1"#),
        (#""sub": "1""#, #""sub": "1", "sub": "2""#),
    ])
    func `a token for anything else is rejected`(part: String, replacement: String) throws {
        let payload = "{\(Self.usual)}".replacing(part, with: replacement)
        #expect(payload != "{\(Self.usual)}")
        let failure = #expect(throws: ProviderFailure.self) { try claims(Self.token(payload)) }
        #expect(failure?.kind == .invalid)
    }

    @Test func `malformed and huge tokens are rejected`() throws {
        let whole = Self.token("{\(Self.usual)}")
        let parts = whole.split(separator: ".")
        for token in [
            "", ".", "..", "a.b", "\(parts[0]).\(parts[1])", whole + ".x", "\(parts[0]).!!!.x",
            "\(parts[0]).\(parts[1])=.x", "\(parts[0]).\(parts[1].dropLast(2)).x", Self.token("[]"),
            Self.token("null"), Self.token("{"), Self.token(String(repeating: "[", count: 40_000)),
            Self.token(#"{\#(Self.usual), "x": "\#(String(repeating: "a", count: 70_000))"}"#),
        ] {
            #expect(throws: ProviderFailure.self) { try claims(token) }
        }
    }

    @Test func `an email counts only if the provider has verified it`() throws {
        func account(_ more: String, in claim: String = "email") throws -> String? {
            try claims(Self.token("{\(Self.usual), \(more)}")).account(in: claim)
        }
        let email = #""email": "ada@example.org""#
        #expect(try account(#"\#(email), "email_verified": true"#) == "ada@example.org")
        #expect(try account(#"\#(email), "email_verified": "true""#) == "ada@example.org")
        for more in [email, #"\#(email), "email_verified": false"#, #"\#(email), "email_verified": 1"#] {
            #expect(try account(more) == nil)
        }
        #expect(try account(#""preferred_username": "ada""#, in: "preferred_username") == "ada")
        #expect(try account(#""preferred_username": """#, in: "preferred_username") == nil)
        #expect(try account(#""preferred_username": ["ada"]"#, in: "preferred_username") == nil)
    }

    @Test func `groups are a list or a single text`() throws {
        func groups(_ value: String) throws -> [String] {
            try claims(Self.token("{\(Self.usual), \"groups\": \(value)}")).list(in: "groups")
        }
        #expect(try groups(#"["a", 1, "b"]"#) == ["a", "b"])
        #expect(try groups(#""a""#) == ["a"])
        #expect(try groups(#"{"a": true}"#) == [])
    }
}

@Suite struct `An attempt to sign in` {
    @Test func `state, nonce and verifier depend on the cookie only`() throws {
        let attempt = SignInAttempt(at: 1_000)
        let same = try #require(SignInAttempt(cookie: attempt.cookie, at: 1_600))
        #expect((same.state, same.nonce, same.verifier) == (attempt.state, attempt.nonce, attempt.verifier))
        let texts = [attempt.state, attempt.nonce, attempt.verifier, attempt.challenge]
        #expect(Set(texts).count == 4 && texts.allSatisfy { $0.utf8.count == 43 })
        #expect(SignInAttempt(at: 1_000).state != attempt.state)
        for text in texts { #expect(!attempt.cookie.contains(text)) }
    }

    @Test func `it ends after ten minutes, also if the time in the cookie is changed`() throws {
        let attempt = SignInAttempt(at: 1_000)
        #expect(SignInAttempt(cookie: attempt.cookie, at: 1_601) == nil)
        #expect(SignInAttempt(cookie: attempt.cookie, at: 999) == nil)
        let changed = attempt.cookie.replacing("1000.", with: "1500.")
        #expect(try #require(SignInAttempt(cookie: changed, at: 1_700)).state != attempt.state)
        for cookie in ["", ".", "1000", "1000.", "1000.abc", attempt.cookie + ".x", "x" + attempt.cookie] {
            #expect(SignInAttempt(cookie: cookie, at: 1_000) == nil)
        }
    }

    @Test func `the challenge is that of the example in RFC 7636`() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(
            Base64URL.encode(SHA256.bytes(of: Array(verifier.utf8).span))
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }
}
