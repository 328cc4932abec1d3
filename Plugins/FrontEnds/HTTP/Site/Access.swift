import Basics
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import Platform
import WebServer

/// Access control: checks the host and the origin of each request, and determines its sender.
final class Access: Sendable {
    let crossOrigin: CrossOrigin
    let service: SignInService
    private let guarding: RequestGuard
    private let configuration: HTTPConfiguration
    /// The name of the list, or `nil` if it has none.
    let list: String?
    private let proxies: ProxySignIn?

    /// Creates the access control of a list. All lists of a server share one service, so that people sign in once for
    /// all lists.
    init(
        _ configuration: HTTPConfiguration, list: String? = nil, service: SignInService? = nil,
        log: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        self.configuration = configuration
        self.list = list
        self.service = if let service { service } else { try SignInService(configuration, log: log) }
        var names = ["localhost"] + configuration.names
        if let host = self.service.cookies.publicHost { names.append(host) }
        if !configuration.isLoopback, let name = Machine.name { names += [name, "\(name).local"] }
        crossOrigin = try CrossOrigin(configuration.origins)
        guarding = RequestGuard(names: names, origins: Array(crossOrigin.origins))
        proxies = try ProxySignIn(configuration)
    }

    /// The people of the server.
    var people: KnownPeople { service.people }

    /// Whether clients must identify themselves.
    ///
    /// This isn't necessary for a program that starts the server and communicates with it through a pipe, because such
    /// a program has the permissions of its user anyway.
    var needsToken: Bool {
        if configuration.isPiped || configuration.servesAssistant { return false }
        return configuration.token != nil || !configuration.isLoopback || proxies != nil
            || service.provider != nil || people.hadPeople
    }

    // MARK: Checking requests

    /// Determines the sender of the given request, attaches it to the request, and checks whether the sender has access
    /// to the list. The route checks whether the sender's role is sufficient.
    ///
    /// - Returns: The response to a request that isn't passed on to the route, or `nil`.
    func check(_ request: inout Request) throws -> Response? {
        do { if let refusal = try guarding.check(request) { return refusal } } catch let error as HTTPError
            where error.status == .misdirectedRequest
        {
            throw misdirected(request)
        }
        if let answer = crossOrigin.preflight(request) { return answer }
        if needsToken { try proxies?.check(request) }
        let sender = sender(of: request)
        request.attachment = sender
        let path = request.path
        if Access.isForSigningIn(path) || path == "/healthz" || path.hasPrefix("/assets/")
            || path.hasPrefix("/shared/") && request.method.isSafe
        {
            return nil
        }
        if case .visitor = sender.caller { return try refusal(of: request) }
        if path != "/sign-out" { try sender.caller.require(.read) }
        return nil
    }

    /// Returns whether unknown clients can use the given path, because it is for signing in. These paths are the same
    /// in all lists.
    static func isForSigningIn(_ path: String) -> Bool {
        path == "/sign-in" || path.hasPrefix("/sign-in/") || path.hasPrefix("/join/")
    }

    /// Returns the response to the request of an unknown client. If the request contains a wrong token, it counts as a
    /// failed attempt to sign in.
    func refusal(of request: Request) throws -> Response {
        let isCalendar = request.path == API.readCalendar.about.pattern
        if secret(in: request) != nil {
            try service.requireNoDelay(request)
            service.recordFailure(of: request)
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

    /// Returns the error that reports that the host name in the given request is unknown.
    private func misdirected(_ request: Request) -> HTTPError {
        let name = TextRules.visible(SessionCookies.hostAndPort(request.host ?? "").host)
        return HTTPError(
            .misdirectedRequest,
            String(
                localized: """
                    This server doesn't accept the host name “\(name)”. Use its IP address, such as \
                    http://192.168.1.5:8080/, or start it with --names \(name).
                    """))
    }

    // MARK: Identifying the sender

    /// Determines the sender of the given request. ``check(_:)`` calls this once for each request and attaches the
    /// result.
    func sender(of request: Request) -> Sender {
        guard needsToken else { return Sender(caller: .owner) }
        if let person = person(namedByProxyOf: request) { return Sender(caller: .person(person, list: list)) }
        if let sender = signedIn(request) { return sender }
        // While the client has to wait after failed attempts, no token from its network is accepted.
        let network = service.clients.household(of: request)
        guard let secret = secret(in: request), service.throttle.delay(for: network) == 0,
            case let people = people.current(), let digest = service.digest(ofToken: secret, in: people),
            let caller = caller(digest, in: people)
        else { return Sender(caller: .visitor(network)) }
        return Sender(caller: caller)
    }

    /// Returns the person whom a trusted proxy names in the given request, or `nil` if no trusted proxy names anyone.
    private func person(namedByProxyOf request: Request) -> People.Person? {
        guard let proxies, let name = proxies.name(in: request) else { return nil }
        return people.current().person(ofAccount: name, otherwise: proxies.role)
    }

    /// Returns the sender according to the session cookie in the given request, or `nil` if there is no cookie, if the
    /// session has ended, or if its token was revoked.
    private func signedIn(_ request: Request) -> Sender? {
        // Pages of other origins must send a token.
        guard !crossOrigin.isForeign(request), let secret = service.cookies.session(request),
            case let people = people.current(), let session = people.session(knowing: secret),
            let caller = caller(session, in: people)
        else { return nil }
        self.people.visit(session)
        return Sender(caller: caller, session: session)
    }

    /// Returns the person who started the given session, or `nil` if the session's token was revoked.
    private func caller(_ session: People.Session, in people: People) -> Caller? {
        guard let guest = session.guest else { return caller(session.token, in: people) }
        return .person(people.person(ofAccount: guest.name, otherwise: guest.role), list: list)
    }

    /// Returns the owner of the token with the given digest, or `nil` if the token was revoked.
    private func caller(_ digest: FileID, in people: People) -> Caller? {
        if digest == service.tokenDigest { return .owner }
        return people.people.first { $0.digest == digest }.map { .person($0, list: list) }
    }

    /// Returns the token in the headers of the given request, or `nil` if there is none.
    private func secret(in request: Request) -> String? {
        if let token = request.bearerToken { return token }
        return request.path == API.readCalendar.about.pattern ? request.password : nil
    }

    /// The sentence about how to get access. It names people only if the configuration allows it.
    var hint: String {
        if let hint = configuration.accessHint { return hint }
        let managers = people.current().people.filter { $0.role(in: list) == .manage }.map(\.name)
        if configuration.namesManagers, !managers.isEmpty {
            return String(localized: "To get access, ask \(list: managers, .or).")
        }
        return String(localized: "To get access, ask the person who runs this server.")
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
