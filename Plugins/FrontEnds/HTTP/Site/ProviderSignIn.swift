import LootActions
import LootCore
import LootFormats
import LootPlugins
import OpenIDConnect
import WebServer

/// Signs in people at a provider (OpenID Connect).
///
/// The server sends the browser to the provider, with a cookie, and the provider sends it back to `/sign-in/callback`.
/// The name of the account identifies a person in the file of people. Other people get the role of their groups.
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

    /// Creates the sign-in at the configured provider. Returns `nil` if the configuration has no provider.
    ///
    /// - Throws: `LootError` if the provider can't be used.
    init?(_ configuration: HTTPConfiguration) throws(LootError) {
        guard let settings = configuration.provider else { return nil }
        self.settings = settings
        title = settings.title
        publicURL = configuration.publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        provider = try SignInProvider(
            issuer: settings.issuer, client: settings.client, secret: settings.secret, scopes: settings.scopes
        )
    }

    /// Starts to sign in the browser that sent the given request.
    ///
    /// - Parameters:
    ///   - request: The request of the browser.
    ///   - next: The address that the browser opens after signing in.
    /// - Returns: The address of the provider at which the browser signs in, and the content of the cookie that it must
    ///   send when it returns.
    /// - Throws: `HTTPError` if the provider can't be reached or its response is invalid.
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

    /// Checks that the browser that returns from the provider is the one that started to sign in.
    ///
    /// - Throws: `HTTPError` if the sign-in has expired or was started in another browser, or if the provider hasn't
    ///   signed in the person.
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
        // Open only addresses on this server. Another server of the same domain could have set the cookie.
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

    /// Asks the provider for the account of the person whom it has signed in.
    ///
    /// - Throws: `HTTPError` if the provider can't be reached, if its response is invalid, or if it doesn't state the
    ///   name of the account.
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

    /// Returns the error that reports that the given account has no access to the server.
    func refusal(of account: Account) -> HTTPError {
        HTTPError(
            .forbidden,
            String(
                localized: """
                    You are signed in at \(title) as \(TextRules.quoted(account.name)), who has no access to this \
                    server. Ask the person who runs it for access.
                    """))
    }

    /// Returns the address at which the browser with the given session signs out at the provider. Afterwards, the
    /// provider sends the browser to the sign-in page. Returns `nil` if the provider doesn't support this.
    ///
    /// - Throws: `HTTPError` if the provider can't be reached or its response is invalid.
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
