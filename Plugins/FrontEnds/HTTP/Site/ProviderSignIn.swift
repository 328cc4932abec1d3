import LootActions
import LootCore
import LootFormats
import LootPlugins
import OpenIDConnect
import WebServer

/// Signing in at a provider (OpenID Connect).
///
/// The browser leaves for the provider with a cookie, and returns to `/sign-in/callback`. People are found in the file
/// of people by the name of their account; others get a role by their groups.
final class ProviderSignIn: Sendable {
    /// The settings of a provider.
    struct Settings: Sendable {
        var issuer: String
        var client: String
        var secret: String?
        /// The name of the provider on the sign-in page.
        var title: String
        /// The claim with the name of the account.
        var claim = "email"
        var scopes = ["openid", "profile", "email"]
        /// The roles of people who aren't in the file of people, by group.
        var groups: [String: Role] = [:]
    }

    /// The time within which a person must finish signing in.
    static let seconds = SignInAttempt.lifetime
    /// The address to which the provider sends browsers back.
    static let callback = "/sign-in/callback"
    private static let groupsClaim = "groups"

    let title: String
    private let settings: Settings
    private let provider: SignInProvider
    /// The public address of the server, without a slash at the end, or `nil`.
    let publicURL: String?

    /// Returns `nil` if the configuration has no provider.
    init?(_ configuration: HTTPConfiguration) throws(LootError) {
        guard let settings = configuration.provider else { return nil }
        self.settings = settings
        title = settings.title
        publicURL = configuration.publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        provider = try SignInProvider(
            issuer: settings.issuer, client: settings.client, secret: settings.secret, scopes: settings.scopes
        )
    }

    /// Returns the address of the provider at which a browser signs in, and the content of a cookie for the callback.
    /// The browser opens the address `next` afterwards.
    func start(_ request: Request, next: String) async throws(HTTPError) -> (address: String, cookie: String)
    {
        let attempt = SignInAttempt(at: ProviderSignIn.now)
        do throws(ProviderFailure) {
            let address = try await provider.address(for: attempt, returningTo: redirect(for: request))
            return (address, "\(attempt.cookie)~\(PercentEncoding.encode(next))")
        } catch { throw ProviderSignIn.error(error) }
    }

    /// A browser that the provider has sent back.
    struct Return {
        let attempt: SignInAttempt
        let code: String
        /// The address to open.
        let next: String
    }

    /// Checks that the browser that returns from the provider also started the sign-in.
    func check(_ request: Request, cookie: String?) throws(HTTPError) -> Return {
        let parts = (cookie ?? "").split(separator: "~", maxSplits: 1).map(String.init)
        guard parts.count == 2,
            let attempt = SignInAttempt(cookie: parts[0], at: ProviderSignIn.now),
            isEqualInConstantTime(attempt.state, request.query["state"] ?? "")
        else {
            throw HTTPError(
                .unauthorized,
                String(
                    localized: """
                        This sign-in has expired or was started in another browser. Start again on this page.
                        """))
        }
        guard let code = request.query["code"], request.query["error"] == nil else {
            throw HTTPError(
                .forbidden,
                String(
                    localized: "\(title) didn't sign you in. You may have canceled, or it doesn't admit you.")
            )
        }
        // Another server of the same domain could have set the cookie.
        let next = QueryItems(form: Array("next=\(parts[1])".utf8))["next"] ?? "/"
        return Return(attempt: attempt, code: code, next: ListAddresses.isLocal(next) ? next : "/")
    }

    /// An account whose owner the provider has signed in.
    struct Account {
        let name: String
        /// The highest role of the account's groups.
        let role: Role
        /// The token with which the account signs out at the provider.
        let idToken: String
    }

    /// Returns the account of the person whom the provider has signed in.
    func account(for back: Return, _ request: Request) async throws(HTTPError) -> Account {
        let claims: Claims
        do throws(ProviderFailure) {
            claims = try await provider.claims(
                of: back.code, for: back.attempt, returningTo: redirect(for: request), needing: neededClaims,
                at: ProviderSignIn.now)
        } catch { throw ProviderSignIn.error(error) }
        return try account(claims)
    }

    private var neededClaims: [String] {
        [settings.claim] + (settings.groups.isEmpty ? [] : [ProviderSignIn.groupsClaim])
    }

    private func account(_ claims: Claims) throws(HTTPError) -> Account {
        guard let name = claims.account(in: settings.claim) else {
            throw HTTPError(
                .forbidden,
                String(
                    localized: """
                        \(title) doesn't state who you are: the claim “\(settings.claim)” is missing or isn't verified.
                        """))
        }
        let roles = claims.list(in: ProviderSignIn.groupsClaim).compactMap { settings.groups[$0] }
        return Account(
            name: name, role: Role.allCases.last { roles.contains($0) } ?? .none, idToken: claims.idToken)
    }

    /// Returns the error for an account without access to the server.
    func refusal(of account: Account) -> HTTPError {
        HTTPError(
            .forbidden,
            String(
                localized: """
                    You are signed in at \(title) as \(TextRules.quoted(account.name)), who has no access to this \
                    server. Ask the person who runs it for access.
                    """))
    }

    /// Returns the address at which a browser signs out at the provider, and returns to the sign-in page. Returns `nil`
    /// if the provider doesn't support this.
    func signOutAddress(
        _ session: People.Session, _ request: Request
    ) async throws(HTTPError) -> String? {
        do throws(ProviderFailure) {
            return try await provider.signOutAddress(
                idToken: session.idToken, returningTo: address(of: "/sign-in", request))
        } catch { throw ProviderSignIn.error(error) }
    }

    private func redirect(for request: Request) -> String { address(of: ProviderSignIn.callback, request) }

    private func address(of path: String, _ request: Request) -> String {
        (publicURL ?? "http://\(request.host ?? "")") + path
    }

    /// The current time, in seconds since 1970.
    private static var now: Int { Int(Moment.now.secondsSinceEpoch) }

    private static func error(_ failure: ProviderFailure) -> HTTPError {
        switch failure.kind {
        case .invalid:
            HTTPError(
                .unauthorized,
                String(localized: "You aren't signed in. \(failure.reason) Start again on this page."))
        case .unavailable:
            HTTPError(
                .serviceUnavailable,
                String(localized: "Signing in doesn't work at the moment. \(failure.reason)"))
        }
    }
}
