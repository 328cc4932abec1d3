import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// Signs browsers in and out. The lists of a server share it, so that everyone signs in once.
final class SignInService: Sendable {
    let people: KnownPeople
    let throttle = LoginThrottle()
    let provider: ProviderSignIn?
    let cookies: SessionCookies
    let clients: ClientAddress
    /// The server's own token.
    private let token: String?
    /// The digest of the server's own token, which sessions refer to.
    let tokenDigest: FileID?
    private let passwords: PasswordSignIn
    let log: @Sendable (String) -> Void

    init(_ configuration: HTTPConfiguration, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        people = try KnownPeople(configuration.people, log: log)
        provider = try ProviderSignIn(configuration)
        cookies = SessionCookies(configuration)
        clients = ClientAddress(trustedProxies: configuration.trustedProxies)
        token = configuration.token
        tokenDigest = configuration.token.map(People.digest)
        passwords = PasswordSignIn(log: log)
        self.log = log
    }

    /// Returns the digest of a token, or `nil` if the token isn't valid.
    func digest(ofToken secret: String, in people: People) -> FileID? {
        if let token, isEqualInConstantTime(token, secret) { return tokenDigest }
        return people.person(knowing: secret)?.digest
    }

    // MARK: Signing in

    /// Signs a user in with a token, or with a name and a password. Can take long, so don't call it on an event loop.
    ///
    /// - Returns: The cookie of the new session.
    func signIn(name: String, secret: String, _ request: Request) async throws(HTTPError) -> String {
        try requireNoDelay(request)
        let typed = String(secret.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        let people = people.current()
        if let token = digest(ofToken: typed, in: people) {
            let person = people.people.first { $0.digest == token }
            if let cookie = start(as: person?.name, request, { $0.signIn(with: token, device: $1) }) {
                return cookie
            }
        }
        guard people.havePasswords, !name.isEmpty else {
            recordFailure(of: request)
            throw HTTPError(
                .unauthorized,
                people.havePasswords
                    ? String(localized: "This token isn't valid. To use a password, also enter your name.")
                    : String(localized: "This token isn't valid for this list."))
        }
        // A person who is removed while the password is checked isn't signed in.
        if let person = try await person(named: name, password: secret, request),
            let cookie = start(as: person.name, request, { $0.signIn(person, device: $1) })
        {
            return cookie
        }
        throw HTTPError(.unauthorized, String(localized: "The name or the password is wrong."))
    }

    /// Returns the person with a name and a password, or `nil` if they are wrong.
    private func person(
        named name: String, password: String, _ request: Request
    ) async throws(HTTPError) -> People.Person? {
        let client = clients.household(of: request)
        // Count the attempt as failed until it succeeds, so that simultaneous attempts don't avoid the delay.
        let failure = throttle.recordFailure(of: client)
        let person: People.Person?
        do throws(HTTPError) {
            person = try await passwords.person(named: name, password: password, in: people.current())
        } catch {
            // The password wasn't checked.
            throttle.forgive(client)
            throw error
        }
        if person == nil { logFailure(failure, of: request) } else { throttle.forgive(client) }
        return person
    }

    /// Signs a browser in with an invitation, which can't be used again. Ends the session that the browser already has.
    ///
    /// - Returns: The cookie and the person, or `nil` if the invitation was used or has expired.
    func join(
        _ invitation: String, _ request: Request
    ) throws(LootError) -> (cookie: String, person: People.Person)? {
        let device = device(of: request)
        let joined = try people.edit { (people) -> (secret: String, person: People.Person)? in
            guard let person = people.person(invitedBy: invitation),
                let secret = people.accept(invitation, device: device)
            else { return nil }
            if let other = request.sender.session { people.end(other) }
            return (secret, person)
        }
        guard let joined else {
            recordFailure(of: request)
            return nil
        }
        log("\(clients.of(request)) signed in as \(TextRules.quoted(joined.person.name)).")
        return (cookies.setSession(joined.secret, request), joined.person)
    }

    /// Signs in a browser that a provider has sent back.
    ///
    /// - Returns: The cookie of the new session and the address to open.
    func signIn(
        returningFrom provider: ProviderSignIn, _ request: Request
    ) async throws(HTTPError) -> (cookie: String, next: String) {
        do throws(HTTPError) {
            let back = try provider.check(request, cookie: cookies.attempt(request))
            try requireNoDelay(request)
            let client = clients.household(of: request)
            // Count the attempt as failed until it succeeds, so that nobody can cause many requests to the provider.
            _ = throttle.recordFailure(of: client)
            let account = try await provider.account(for: back, request)
            // The person may have been removed in the meantime, so the file decides now.
            guard
                let cookie = start(
                    as: account.name, request,
                    {
                        $0.signIn(
                            byProvider: account.name, otherwise: account.role, idToken: account.idToken,
                            device: $1)
                    })
            else { throw provider.refusal(of: account) }
            throttle.forgive(client)
            return (cookie, back.next)
        } catch {
            log("\(clients.of(request)) didn't sign in at \(provider.title): \(error.detail)")
            throw error
        }
    }

    /// Starts a session, which replaces that of the browser, and returns its cookie. Returns `nil` if the person has no
    /// access any more.
    private func start(
        as name: String?, _ request: Request, _ start: (inout People, _ device: String) -> String?
    ) -> String? {
        let device = device(of: request)
        let secret = people.change { (people) -> String? in
            guard let secret = start(&people, device) else { return nil }
            if let other = request.sender.session { people.end(other) }
            return secret
        }
        guard let secret else { return nil }
        log("\(clients.of(request)) signed in\(name.map { " as \(TextRules.quoted($0))" } ?? "").")
        return cookies.setSession(secret, request)
    }

    private func device(of request: Request) -> String {
        People.Session.device(of: request.headers["User-Agent"] ?? "")
    }

    /// Changes the password of a person who also enters the current one, and ends their other sessions.
    ///
    /// - Throws: `HTTPError` if the current password is wrong, or `LootError` if the new one can't be used.
    func changePassword(
        of person: People.Person, from present: String, to new: String, _ request: Request
    ) async throws {
        try requireNoDelay(request)
        let wrong = HTTPError(.unprocessableContent, String(localized: "The current password is wrong."))
        guard let person = try await self.person(named: person.name, password: present, request) else {
            throw wrong
        }
        let hash = try PasswordHash(of: new)
        let session = request.sender.session
        let isChanged = try people.edit { (people) throws(LootError) -> Bool in
            // The password may have been changed while the current one was checked.
            guard people.isCurrent(person) else { return false }
            _ = try people.setPassword(of: person.name, to: hash, keeping: session)
            return true
        }
        if !isChanged { throw wrong }
        log("\(clients.of(request)) changed the password of \(TextRules.quoted(person.name)).")
    }

    /// Returns the address at which a browser also signs out at the provider of its session, or `nil` if there is none.
    func signOutAddress(_ request: Request) async -> String? {
        guard let session = request.sender.session, session.isByProvider, let provider else { return nil }
        do throws(HTTPError) { return try await provider.signOutAddress(session, request) } catch {
            log("\(clients.of(request)) didn't sign out at \(provider.title): \(error.detail)")
            return nil
        }
    }

    /// Ends the session of a browser.
    ///
    /// - Returns: The cookie that removes the session's cookie.
    func signOut(_ request: Request) throws(LootError) -> String {
        if let session = request.sender.session { try people.end(session) }
        return cookies.setSession(nil, request)
    }

    // MARK: Failures

    /// Throws if the client has to wait after wrong attempts.
    func requireNoDelay(_ request: Request) throws(HTTPError) {
        let seconds = throttle.delay(for: clients.household(of: request))
        if seconds == 0 { return }
        throw HTTPError(
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

    /// Records that a client has sent a wrong token.
    func recordFailure(of request: Request) {
        logFailure(throttle.recordFailure(of: clients.household(of: request)), of: request)
    }

    private func logFailure(_ failure: (count: Int, delay: Int), of request: Request) {
        log(
            "\(clients.of(request)) gave a wrong token or password, \(failure.count) by now"
                + (failure.delay > 0 ? "; it has to wait \(failure.delay) s." : "."))
    }
}
