import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// Signs browsers in and out. All lists of a server share one service, so that people sign in once for all lists.
final class SignInService: Sendable {
    let people: KnownPeople
    let throttle = LoginThrottle()
    let provider: ProviderSignIn?
    let cookies: SessionCookies
    let clients: ClientAddress
    /// The token from the server's configuration, or `nil` if there is none. It gives its owner full access.
    private let token: String?
    /// The digest of the token from the configuration, or `nil` if there is none. A session that was started with this
    /// token contains the digest.
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

    /// Returns the digest of the token `secret`, or `nil` if it is neither the token from the configuration nor that of
    /// a person in `people`.
    func digest(ofToken secret: String, in people: People) -> FileID? {
        if let token, isEqualInConstantTime(token, secret) { return tokenDigest }
        return people.person(knowing: secret)?.digest
    }

    // MARK: Signing in

    /// Signs in a browser with a token, or with a name and a password. Don't call this on an event loop, because
    /// checking a password and changing the file of people take time.
    ///
    /// - Parameters:
    ///   - name: The name, or an empty string if none was entered. Without a name, `secret` can only be a token.
    ///   - secret: The token or the password.
    ///   - request: The request of the browser.
    /// - Returns: The content of the `Set-Cookie` header for the new session.
    /// - Throws: `HTTPError` if `secret` is wrong, if the client has to wait after failed attempts, or if the password
    ///   can't be checked now.
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
        // While the password was checked, the person may have been removed or the password changed. In this case,
        // `start` returns `nil`.
        if let person = try await person(named: name, password: secret, request),
            let cookie = start(as: person.name, request, { $0.signIn(person, device: $1) })
        {
            return cookie
        }
        throw HTTPError(.unauthorized, String(localized: "The name or the password is wrong."))
    }

    /// Returns the person with the given name and password, or `nil` if one of them is wrong. A wrong attempt is
    /// counted and logged.
    ///
    /// - Throws: `HTTPError` if the password can't be checked now.
    private func person(
        named name: String, password: String, _ request: Request
    ) async throws(HTTPError) -> People.Person? {
        let client = clients.household(of: request)
        // Count the attempt as failed until it succeeds. Otherwise, simultaneous attempts would avoid the delay.
        let failure = throttle.recordFailure(of: client)
        let person: People.Person?
        do throws(HTTPError) {
            person = try await passwords.person(named: name, password: password, in: people.current())
        } catch {
            // The password wasn't checked, so it can't count as wrong.
            throttle.forgive(client)
            throw error
        }
        if person == nil { logFailure(failure, of: request) } else { throttle.forgive(client) }
        return person
    }

    /// Signs in a browser with the secret of an invitation. Afterwards, the invitation can't be used again, and the
    /// previous session of the browser has ended. An attempt with a wrong secret is counted and logged.
    ///
    /// - Returns: The content of the `Set-Cookie` header for the new session and the invited person, or `nil` if the
    ///   secret is wrong, or the invitation was used or has expired.
    /// - Throws: `LootError` if the file of people can't be changed.
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

    /// Signs in a browser that has returned from the sign-in page of the given provider.
    ///
    /// - Returns: The content of the `Set-Cookie` header for the new session, and the address to open.
    /// - Throws: `HTTPError` if the sign-in has expired or was started in another browser, if the client has to wait
    ///   after failed attempts, if the provider doesn't confirm the account or can't be reached, or if the account has
    ///   no access. The error is also logged.
    func signIn(
        returningFrom provider: ProviderSignIn, _ request: Request
    ) async throws(HTTPError) -> (cookie: String, next: String) {
        do throws(HTTPError) {
            let back = try provider.check(request, cookie: cookies.attempt(request))
            try requireNoDelay(request)
            let client = clients.household(of: request)
            // Count the attempt as failed until it succeeds, so that a client can't make the server send many requests
            // to the provider.
            _ = throttle.recordFailure(of: client)
            let account = try await provider.account(for: back, request)
            // Check whether the account has access only now, because the person may have been removed while the
            // provider was asked.
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

    /// Starts a session and ends the previous session of the browser.
    ///
    /// - Parameters:
    ///   - name: The name for the log, or `nil` for the token from the configuration.
    ///   - request: The request of the browser.
    ///   - start: Starts the session in the current people. Returns its secret, or `nil` if the person no longer has
    ///     access.
    /// - Returns: The content of the `Set-Cookie` header for the new session, or `nil` if `start` returns `nil`.
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

    /// Changes the password of a person, and ends all their sessions except for that of the browser.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - present: The current password, as entered by the person.
    ///   - new: The new password.
    ///   - request: The request of the browser.
    /// - Throws: `HTTPError` if the current password is wrong or can't be checked now, or if the client has to wait
    ///   after failed attempts. `LootError` if the new password can't be used, or if the file of people can't be
    ///   changed.
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
            // While the current password was checked, another request may have changed it or removed the person.
            guard people.isCurrent(person) else { return false }
            _ = try people.setPassword(of: person.name, to: hash, keeping: session)
            return true
        }
        if !isChanged { throw wrong }
        log("\(clients.of(request)) changed the password of \(TextRules.quoted(person.name)).")
    }

    /// Returns the address at which the browser signs out at the provider that signed it in.
    ///
    /// Returns `nil` if no provider signed it in, or if the provider doesn't support signing out or can't be reached.
    /// Logs the errors of the provider.
    func signOutAddress(_ request: Request) async -> String? {
        guard let session = request.sender.session, session.isByProvider, let provider else { return nil }
        do throws(HTTPError) { return try await provider.signOutAddress(session, request) } catch {
            log("\(clients.of(request)) didn't sign out at \(provider.title): \(error.detail)")
            return nil
        }
    }

    /// Ends the session of the browser that sent the request, if it has one.
    ///
    /// - Returns: The content of the `Set-Cookie` header that removes the cookie of the session.
    /// - Throws: `LootError` if the file of people can't be changed. In this case, the session has ended, but returns
    ///   when the server restarts.
    func signOut(_ request: Request) throws(LootError) -> String {
        if let session = request.sender.session { try people.end(session) }
        return cookies.setSession(nil, request)
    }

    // MARK: Failures

    /// Throws an error if the client has to wait after failed attempts to sign in.
    ///
    /// - Throws: `HTTPError` with status 429 and a `Retry-After` header.
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

    /// Counts and logs a failed attempt to sign in by the client that sent the request.
    func recordFailure(of request: Request) {
        logFailure(throttle.recordFailure(of: clients.household(of: request)), of: request)
    }

    private func logFailure(_ failure: (count: Int, delay: Int), of request: Request) {
        log(
            "\(clients.of(request)) gave a wrong token or password, \(failure.count) by now"
                + (failure.delay > 0 ? "; it has to wait \(failure.delay) s." : "."))
    }
}
