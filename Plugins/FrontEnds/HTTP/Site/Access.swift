import Basics
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import Platform
import WebServer

/// Access control: checks the host, the origin, and the client's token or session.
final class Access: Sendable {
    let crossOrigin: CrossOrigin
    let people: KnownPeople
    private let guarding: RequestGuard
    private let token: String?
    /// The digest of the token, which sessions refer to.
    private let tokenDigest: FileID?
    private let publicHost: String?
    private let isSecure: Bool
    /// Whether a token is required even without people, because others can reach the server.
    private let isClosed: Bool
    /// Whether others can probably reach the server through a proxy on this machine.
    let isPublished: Bool
    let throttle: LoginThrottle
    private let passwords: PasswordSignIn
    let provider: ProviderSignIn?
    /// The name of the list, or `nil` if it has none.
    let list: String?
    let clients: ClientAddress
    private let configuredHint: String?
    private let namesManagers: Bool
    private let proxies: ProxySignIn?
    let log: @Sendable (String) -> Void

    /// Creates the access control of a list. The lists of a server share their people, so that everyone signs in once.
    init(
        _ configuration: HTTPConfiguration, list: String? = nil, service: SignInService? = nil,
        log: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        self.list = list
        let service = if let service { service } else { try SignInService(configuration, log: log) }
        (people, throttle) = (service.people, service.throttle)
        (passwords, provider) = (service.passwords, service.provider)
        var names = ["localhost"] + configuration.names
        publicHost = configuration.publicURL.map { Access.host(of: $0).lowercased() }
        if let publicHost { names.append(publicHost) }
        if !configuration.isLoopback, let name = Machine.name { names += [name, "\(name).local"] }
        crossOrigin = try CrossOrigin(configuration.origins)
        guarding = RequestGuard(names: names, origins: Array(crossOrigin.origins))
        token = configuration.token
        tokenDigest = configuration.token.map(People.digest)
        isSecure = configuration.publicURL?.lowercased().hasPrefix("https:") ?? false
        isClosed = !configuration.isLoopback
        isPublished = configuration.publicURL != nil || !configuration.trustedProxies.isEmpty
        clients = ClientAddress(trustedProxies: configuration.trustedProxies)
        proxies = try ProxySignIn(configuration)
        configuredHint = configuration.accessHint
        namesManagers = configuration.namesManagers
        self.log = log
    }

    /// Returns the host of a URL such as `https://example.org:443/path`.
    private static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return hostAndPort(String(rest.prefix { $0 != "/" })).host
    }

    /// Splits an authority such as `example.org:443` or `[::1]:80`.
    private static func hostAndPort(_ authority: String) -> (host: String, port: Substring) {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        let searched = authority[(end ?? authority.startIndex)...]
        guard let colon = searched.firstIndex(of: ":") else { return (authority, "") }
        return (String(authority[..<colon]), authority[authority.index(after: colon)...])
    }

    /// Whether clients need a token.
    var needsToken: Bool {
        token != nil || isClosed || proxies != nil || provider != nil || people.hadPeople
    }

    // MARK: Checking requests

    /// Checks whether the caller has access to the list. The route checks whether the caller's role is sufficient.
    func check(_ request: Request) throws -> Response? {
        do { if let refusal = try guarding.check(request) { return refusal } } catch let error as HTTPError
            where error.status == .misdirectedRequest
        {
            throw misdirected(request)
        }
        if let answer = crossOrigin.preflight(request) { return answer }
        guard needsToken else { return nil }
        try proxies?.check(request)
        let path = request.path
        if path == "/healthz" || path == "/sign-in" || path.hasPrefix("/sign-in/")
            || path.hasPrefix("/assets/")
        {
            return nil
        }
        if path.hasPrefix("/shared/"), request.method.isSafe { return nil }
        if path.hasPrefix("/join/") { return nil }
        guard let caller = caller(of: request) else { return try refusal(of: request) }
        if path != "/sign-out" { try caller.require(.read) }
        return nil
    }

    /// Returns the response to an unknown client. A wrong token counts as a failed attempt.
    func refusal(of request: Request) throws -> Response {
        let isCalendar = request.path == API.readCalendar.about.pattern
        if secret(in: request) != nil {
            let seconds = throttle.delay(for: clients.household(of: request))
            if seconds > 0 { throw Access.tooManyFailures(seconds) }
            recordFailure(of: request)
        }
        if request.method.isSafe,
            request.preferred(among: ["application/json", "text/html"]) == "text/html"
        {
            let next = PercentEncoding.encode(request.target)
            return Response(
                .seeOther, headers: ["Location": "/sign-in?next=\(next)", .cacheControl: "no-store"])
        }
        throw HTTPError(
            .unauthorized, String(localized: "This server requires a token: Authorization: Bearer TOKEN."),
            headers: [.wwwAuthenticate: "\(isCalendar ? "Basic" : "Bearer") realm=\"loot\""])
    }

    /// Returns the error for a request with an unknown host name.
    private func misdirected(_ request: Request) -> HTTPError {
        let name = TextRules.visible(Access.hostAndPort(request.host ?? "").host)
        return HTTPError(
            .misdirectedRequest,
            String(
                localized: """
                    This server doesn't accept the host name “\(name)”. Use its IP address, such as \
                    http://192.168.1.5:8080/, or start it with --names \(name).
                    """))
    }

    // MARK: Callers

    /// Returns the name for an unknown client, such as one that opens a share link.
    func visitor(_ request: Request) -> String { "a visitor from \(clients.household(of: request))" }

    /// Returns the caller of a request, or `nil` for an unknown client.
    func caller(of request: Request) -> Caller? {
        guard needsToken else { return .anyone }
        if let person = person(namedByProxyOf: request) { return Caller(person: person, list: list) }
        if let (_, caller) = signedIn(request) { return caller }
        guard let secret = secret(in: request) else { return nil }
        // During the delay, no token from the address is accepted.
        guard throttle.delay(for: clients.household(of: request)) == 0 else { return nil }
        return digest(ofToken: secret).flatMap(caller)
    }

    /// Returns the person whom a trusted proxy has signed in.
    private func person(namedByProxyOf request: Request) -> People.Person? {
        guard let proxies, let name = proxies.name(in: request) else { return nil }
        return people.current().person(ofAccount: name, otherwise: proxies.role)
    }

    /// Returns the session of a browser, unless its token was revoked or a proxy signs in the person.
    func session(of request: Request) -> People.Session? {
        person(namedByProxyOf: request) == nil ? signedIn(request)?.session : nil
    }

    private func signedIn(_ request: Request) -> (session: People.Session, caller: Caller)? {
        // Pages of other origins must send a token.
        guard !crossOrigin.isForeign(request), let secret = request.cookie(cookie(of: request)),
            let session = people.current().session(knowing: secret), let caller = caller(session)
        else { return nil }
        people.visit(session)
        return (session, caller)
    }

    /// Returns the person who started a session.
    private func caller(_ session: People.Session) -> Caller? {
        guard let guest = session.guest else { return caller(session.token) }
        let person = people.current().person(ofAccount: guest.name, otherwise: guest.role)
        return Caller(person: person, list: list)
    }

    /// Returns the owner of the token with a digest, or `nil` if the token was revoked.
    private func caller(_ digest: FileID) -> Caller? {
        if digest == tokenDigest { return .anyone }
        return people.current().people.first { $0.digest == digest }
            .map { Caller(person: $0, list: list) }
    }

    /// Returns the digest of a token, or `nil` if the token isn't valid.
    private func digest(ofToken secret: String) -> FileID? {
        if let token, isEqualInConstantTime(token, secret) { return tokenDigest }
        return people.current().person(knowing: secret)?.digest
    }

    /// Returns the token in the headers of a request.
    private func secret(in request: Request) -> String? {
        if let token = request.bearerToken { return token }
        return request.path == API.readCalendar.about.pattern ? request.password : nil
    }

    // MARK: Signing in

    /// The sentence about how to get access. It names people only if the configuration allows it.
    var hint: String {
        if let configuredHint { return configuredHint }
        let managers = people.current().people.filter { $0.role(in: list) == .manage }.map(\.name)
        if namesManagers, !managers.isEmpty {
            return String(localized: "To get access, ask \(list: managers, .or).")
        }
        return String(localized: "To get access, ask the person who runs this server.")
    }

    /// Signs a user in with a token, or with a name and a password. Can take long, so don't call it on an event loop.
    ///
    /// - Returns: The cookie of the new session.
    func signIn(name: String, secret: String, _ request: Request) async throws(HTTPError) -> String {
        let client = clients.household(of: request)
        let seconds = throttle.delay(for: client)
        if seconds > 0 { throw Access.tooManyFailures(seconds) }
        let typed = String(secret.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        if needsToken, let token = digest(ofToken: typed) { return startSession(token, request) }
        let people = people.current()
        guard people.havePasswords, !name.isEmpty else {
            recordFailure(of: request)
            throw HTTPError(
                .unauthorized,
                people.havePasswords
                    ? String(localized: "This token isn't valid. To use a password, also enter your name.")
                    : String(localized: "This token isn't valid for this list."))
        }
        // Count the attempt as failed until it succeeds, so that simultaneous attempts don't avoid the delay.
        let failure = throttle.recordFailure(of: client)
        let checked: People.Person?
        do throws(HTTPError) {
            checked = try await passwords.person(named: name, password: secret, in: people)
        } catch {
            // The password wasn't checked.
            throttle.forgive(client)
            throw error
        }
        guard let person = checked else {
            logFailure(failure, of: request)
            throw HTTPError(.unauthorized, String(localized: "The name or the password is wrong."))
        }
        throttle.forgive(client)
        return startSession(person.digest, request)
    }

    /// Signs the browser in that has created a token.
    func signIn(knowing token: String, _ request: Request) -> String {
        startSession(People.digest(of: token), request)
    }

    /// Signs a browser in with an invitation, which can't be used again.
    ///
    /// - Returns: The cookie and the person, or `nil` if the invitation was used or has expired.
    func join(_ invitation: String, _ request: Request) throws(LootError) -> (cookie: String, caller: Caller)?
    {
        let device = People.Session.device(of: request.headers["User-Agent"] ?? "")
        let joined = try people.edit { (people) -> (secret: String, person: People.Person)? in
            guard let person = people.person(invitedBy: invitation),
                let secret = people.accept(invitation, device: device)
            else { return nil }
            return (secret, person)
        }
        guard let joined else {
            recordFailure(of: request)
            return nil
        }
        log("\(clients.of(request)) signed in as \(TextRules.quoted(joined.person.name)).")
        return (setCookie(joined.secret, request), Caller(person: joined.person, list: list))
    }

    private func startSession(_ token: FileID, _ request: Request) -> String {
        startSession(as: caller(token)?.name, request) { $0.signIn(with: token, device: $1) }
    }

    /// Starts a session and returns its cookie.
    func startSession(
        as name: String?, _ request: Request, _ start: (inout People, _ device: String) -> String
    ) -> String {
        let device = People.Session.device(of: request.headers["User-Agent"] ?? "")
        let secret = people.change { start(&$0, device) }
        log("\(clients.of(request)) signed in\(name.map { " as \(TextRules.quoted($0))" } ?? "").")
        return setCookie(secret, request)
    }

    /// Ends the session of a browser.
    ///
    /// - Returns: The cookie that removes the session's cookie.
    func signOut(_ request: Request) throws(LootError) -> String {
        if let session = session(of: request) { try people.end(session) }
        return setCookie(nil, request)
    }

    private func recordFailure(of request: Request) {
        logFailure(throttle.recordFailure(of: clients.household(of: request)), of: request)
    }

    private func logFailure(_ failure: (count: Int, delay: Int), of request: Request) {
        log(
            "\(clients.of(request)) gave a wrong token or password, \(failure.count) by now"
                + (failure.delay > 0 ? "; it has to wait \(failure.delay) s." : "."))
    }

    static func tooManyFailures(_ seconds: Int) -> HTTPError {
        HTTPError(
            .tooManyRequests,
            String(
                localized:
                    """
                    Too many wrong tokens or passwords were sent from your address. Wait \
                    \(seconds, one: "second", other: "seconds"), and then try again.
                    """
            ),
            headers: [.retryAfter: "\(seconds)"])
    }

    /// The name of the cookie. It contains the port, because browsers send cookies to all ports of a host, where
    /// other servers may be running.
    func cookie(of request: Request) -> String {
        let port = Access.hostAndPort(request.host ?? "").port
        return port.isEmpty ? "loot-session" : "loot-session-\(port)"
    }

    private func setCookie(_ id: String?, _ request: Request) -> String {
        // The session ends after 30 days without use, but browsers count from the day of signing in.
        setCookie(
            cookie(of: request), id ?? "", seconds: id == nil ? 0 : 400 * 86_400, sameSite: "Strict", request)
    }

    /// Returns a header that sets a cookie, only for TLS if the browser has opened the public address.
    func setCookie(
        _ name: String, _ content: String, seconds: Int, sameSite: String, _ request: Request
    ) -> String {
        "\(name)=\(content); Path=/; HttpOnly; SameSite=\(sameSite); Max-Age=\(seconds)"
            + (isSecure && isPublic(request) ? "; Secure" : "")
    }

    /// Whether the browser has opened the public address.
    func isPublic(_ request: Request) -> Bool {
        Access.hostAndPort(request.host ?? "").host.lowercased() == publicHost
    }
}

extension Request {
    /// The password in `Authorization: Basic`, with any user name. Calendar programs can't send other credentials.
    fileprivate var password: String? {
        guard let field = headers[.authorization], let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "basic",
            let bytes = Base64.decode(String(field[space...].drop { $0 == " " }).utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
    }
}
