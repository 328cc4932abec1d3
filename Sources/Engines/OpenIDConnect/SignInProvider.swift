import Basics
package import LootCore
import LootFormats
import Synchronization
import WebClient

/// A provider that signs people in with OpenID Connect: the authorization code flow with PKCE.
///
/// ```swift
/// let attempt = SignInAttempt(at: now)
/// let address = try await provider.address(for: attempt, returningTo: redirect)
/// // The browser opens the address, and returns to `redirect` with `state` and `code`.
/// guard state == attempt.state else { … }
/// let claims = try await provider.claims(of: code, for: attempt, returningTo: redirect, needing: ["email"], at: now)
/// ```
package final class SignInProvider: Sendable {
    /// The addresses and abilities of a provider, from its discovery document.
    private struct Description: Sendable {
        let authorization: String
        let token: String
        let userinfo: String?
        /// The address at which a browser signs out, or `nil`.
        let signOut: String?
        /// Whether the secret is sent in the header `Authorization` instead of the body.
        let usesHeader: Bool
    }

    private struct Known: Sendable {
        let result: Result<Description, ProviderFailure>
        let end: ContinuousClock.Instant
    }

    private let issuer: String
    private let client: String
    private let secret: String?
    private let scopes: [String]
    private let transport: Transport
    private let known = Mutex<Known?>(nil)

    /// The time after which the discovery document is requested again.
    private static let lifetime = Duration.seconds(3_600)
    /// The same after a failure, so that failing requests don't accumulate.
    private static let lifetimeOfFailure = Duration.seconds(10)
    private static let timeLimit = Duration.seconds(10)
    private static let mostBytes = 262_144

    /// Creates a provider with its address (`issuer`) and with the ID and secret that it has assigned to this program.
    ///
    /// - Throws: `LootError` if the address isn't secure or requests can't be sent.
    package init(issuer: String, client: String, secret: String?, scopes: [String]) throws(LootError) {
        guard let address = WebAddress(issuer), !address.hasCredentials, !address.hasQuery,
            SignInProvider.isSecure(issuer)
        else {
            throw LootError(
                .configuration, "Can't sign people in at \(TextRules.visible(address: issuer)).",
                reason: "It isn't an address with https.", advice: "Use the issuer that your provider states."
            )
        }
        (self.issuer, self.client, self.secret, self.scopes) = (issuer, client, secret, scopes)
        do throws(LootError) { transport = try Transport(connectionLimit: 4) } catch {
            throw error.during("Can't sign people in at \(TextRules.visible(address: issuer)).")
        }
    }

    deinit { transport.close() }

    /// Returns whether nobody on the network can read or change what is sent to an address: it uses TLS, or it belongs
    /// to this machine.
    private static func isSecure(_ address: String) -> Bool {
        let address = address.lowercased()
        if address.hasPrefix("https://") { return true }
        let authority = address.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return address.hasPrefix("http://")
            && ["localhost", "127.0.0.1", "[::1]"].contains {
                authority == $0 || authority.hasPrefix("\($0):")
            }
    }

    // MARK: Signing in

    /// Returns the address at which the browser signs in. The provider sends it back to the address `redirect`.
    package func address(
        for attempt: SignInAttempt, returningTo redirect: String
    ) async throws(ProviderFailure) -> String {
        SignInProvider.address(
            try await description().authorization,
            [
                ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect),
                ("scope", scopes.joined(separator: " ")), ("state", attempt.state), ("nonce", attempt.nonce),
                ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
            ])
    }

    /// Exchanges a code for the statements about the person. Asks the userinfo endpoint for claims that the
    /// token lacks. The current time `now` is in seconds since 1970.
    package func claims(
        of code: String, for attempt: SignInAttempt, returningTo redirect: String, needing names: [String],
        at now: Int
    ) async throws(ProviderFailure) -> Claims {
        let description = try await description()
        let answer = try await post(
            description,
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
                ("code_verifier", attempt.verifier),
            ])
        guard let token = answer["id_token"]?.text else {
            throw ProviderFailure(.unavailable, "The provider sent no token.")
        }
        var claims = try Claims(
            idToken: token, issuer: issuer, client: client, nonce: attempt.nonce, at: now)
        if let address = description.userinfo, !names.allSatisfy(claims.has),
            let access = answer["access_token"]?.text
        {
            let userinfo = try await send(
                Request(
                    url: address,
                    headers: [("Authorization", "Bearer \(access)"), ("Accept", "application/json")],
                    patience: SignInProvider.timeLimit, timeLimit: SignInProvider.timeLimit,
                    sizeLimit: SignInProvider.mostBytes))
            guard userinfo.status == 200 else {
                throw ProviderFailure(.unavailable, "The provider doesn't send the data of the person.")
            }
            try claims.add(userinfo: userinfo.document)
        }
        return claims
    }

    /// Returns the address at which the browser signs out at the provider, which then sends it back to the address
    /// `redirect`. Returns `nil` if the provider has no such address.
    ///
    /// The ID token of the sign-in lets the provider end the right session without a question.
    package func signOutAddress(
        idToken: String?, returningTo redirect: String
    ) async throws(ProviderFailure) -> String? {
        guard let endpoint = try await description().signOut else { return nil }
        let hint = idToken.map { [("id_token_hint", $0)] } ?? []
        return SignInProvider.address(
            endpoint, hint + [("client_id", client), ("post_logout_redirect_uri", redirect)])
    }

    private static func address(_ endpoint: String, _ fields: [(name: String, value: String)]) -> String {
        let query = PercentEncoding.query(fields)
        return endpoint + (endpoint.contains("?") ? "&" + query.dropFirst() : query)
    }

    // MARK: Requests

    /// Sends a form to the token endpoint, with the client's ID and secret.
    private func post(
        _ description: Description, _ fields: [(name: String, value: String)]
    ) async throws(ProviderFailure) -> DocumentValue {
        var fields = fields
        var headers = [
            ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
        ]
        if let secret, description.usesHeader {
            let credentials = "\(PercentEncoding.encode(client)):\(PercentEncoding.encode(secret))"
            headers.append(("Authorization", "Basic \(Base64.encode(Array(credentials.utf8)))"))
        } else {
            fields.append(("client_id", client))
            if let secret { fields.append(("client_secret", secret)) }
        }
        let answer = try await send(
            Request(
                method: "POST", url: description.token, headers: headers.map { (name: $0.0, value: $0.1) },
                body: Array(PercentEncoding.query(fields).utf8.dropFirst()),
                patience: SignInProvider.timeLimit, timeLimit: SignInProvider.timeLimit,
                sizeLimit: SignInProvider.mostBytes))
        switch answer.document["error"]?.text {
        case nil where answer.status == 200: return answer.document
        case "invalid_grant":
            throw ProviderFailure(.invalid, "The provider's answer has expired or was used before.")
        case "invalid_client", "unauthorized_client":
            throw ProviderFailure(.unavailable, "The provider rejects the ID or the secret of this server.")
        default: throw ProviderFailure(.unavailable, "The provider rejects the request of this server.")
        }
    }

    private func send(
        _ request: Request
    ) async throws(ProviderFailure) -> (status: Int, document: DocumentValue) {
        switch await transport.send(request) {
        case .failure(let failure): throw ProviderFailure(.unavailable, failure.reason)
        case .success(let answer):
            guard let document = try? DocumentValue(json: answer.body.span, strict: true) else {
                throw ProviderFailure(.unavailable, "The provider's answer isn't JSON.")
            }
            return (answer.status, document)
        }
    }

    /// Returns the description of the provider, which is requested once an hour.
    private func description() async throws(ProviderFailure) -> Description {
        if let known = known.withLock({ $0 }), known.end > .now { return try known.result.get() }
        let result: Result<Description, ProviderFailure>
        do throws(ProviderFailure) { result = .success(try await discover()) } catch {
            result = .failure(error)
        }
        let lifetime: Duration =
            if case .success = result { SignInProvider.lifetime } else { SignInProvider.lifetimeOfFailure }
        known.withLock { $0 = Known(result: result, end: .now + lifetime) }
        return try result.get()
    }

    private func discover() async throws(ProviderFailure) -> Description {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let answer = try await send(
            Request(
                url: base + "/.well-known/openid-configuration", headers: [("Accept", "application/json")],
                patience: SignInProvider.timeLimit, timeLimit: SignInProvider.timeLimit,
                sizeLimit: SignInProvider.mostBytes))
        let document = answer.document
        guard answer.status == 200, document["issuer"]?.text == issuer else {
            throw ProviderFailure(.unavailable, "The provider states another issuer than the configuration.")
        }
        func address(_ name: String) -> String? {
            document[name]?.text.flatMap { SignInProvider.isSecure($0) ? WebAddress($0)?.text : nil }
        }
        guard let authorization = address("authorization_endpoint"), let token = address("token_endpoint")
        else { throw ProviderFailure(.unavailable, "The provider doesn't state addresses with https.") }
        let methods = document["token_endpoint_auth_methods_supported"]?.texts ?? []
        return Description(
            authorization: authorization, token: token, userinfo: address("userinfo_endpoint"),
            signOut: address("end_session_endpoint"),
            usesHeader: !methods.contains("client_secret_post") || methods.contains("client_secret_basic"))
    }
}
