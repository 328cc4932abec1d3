package import LootCore
package import LootPlugins

extension People {
    /// The session of a browser that has signed in with a token.
    package struct Session: Hashable, Sendable {
        /// The digest of the token. The session ends when the token is revoked.
        package let token: FileID
        /// The browser and its system, such as `Firefox, Android`.
        package let device: String
        /// The day of signing in.
        package let since: Day
        /// The day of the last visit.
        package internal(set) var seen: Day
        /// Whether a provider of sign-ins has signed in the person.
        package internal(set) var isByProvider = false
        /// The token with which the person signs out at the provider, or `nil`.
        package internal(set) var idToken: String?
        /// The name and role of a person who isn't in the file, or `nil` if the person is in the file.
        package internal(set) var guest: Guest?
        /// The digest of the secret in the browser's cookie.
        package let digest: FileID

        /// A person who isn't in the file. A provider has confirmed the name.
        package struct Guest: Hashable, Sendable {
            /// The name of the account.
            package let name: String
            /// The role at the time of signing in.
            package let role: Role
        }

        /// The ID for ending the session.
        package var id: String { String(digest.description.prefix(8)) }

        /// The time after which an unused session expires.
        package static let lifetime = CalendarSpan(30, .day)
        /// The time after which a session by a provider expires, even if it is used, so that the provider can end
        /// the access of a person.
        package static let lifetimeByProvider = CalendarSpan(7, .day)
        /// The maximum number of sessions per token.
        package static let greatestCount = 50

        /// Returns whether the session has expired.
        package func isOver(on day: Day) -> Bool {
            let isUnused = seen.adding(Session.lifetime).map { $0 < day } ?? false
            let isOld = since.adding(Session.lifetimeByProvider).map { $0 < day } ?? false
            return isUnused || isByProvider && isOld
        }

        /// Returns a short name for a device, from its browser's `User-Agent` header.
        package static func device(of agent: String) -> String {
            let browsers = [
                ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"),
                ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
            ]
            let systems = [
                ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
                ("Macintosh", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
            ]
            let names = [browsers, systems].compactMap { known in
                known.first { agent.contains($0.0) }?.1
            }
            return names.isEmpty ? TextRules.visible(String(agent.prefix(40))) : names.joined(separator: ", ")
        }
    }

    /// Starts a session with the token that has the given digest, and removes expired sessions. If the token already
    /// has the maximum number of sessions, the least recently used one ends.
    ///
    /// - Returns: The secret for the browser's cookie.
    package mutating func signIn(with token: FileID, device: String, on day: Day = .today) -> String {
        start { Session(token: token, device: device, since: day, seen: day, digest: $0) }
    }

    /// Starts a session for the given person. The caller must have checked the person's password.
    ///
    /// - Returns: The secret for the browser's cookie, or `nil` if the person was removed or the password was changed
    ///   in the meantime.
    package mutating func signIn(_ person: Person, device: String, on day: Day = .today) -> String? {
        isCurrent(person) ? signIn(with: person.digest, device: device, on: day) : nil
    }

    /// Returns whether the token and the password of the given person haven't changed in the meantime.
    package func isCurrent(_ person: Person) -> Bool {
        people.contains { $0.digest == person.digest && $0.password == person.password }
    }

    /// Starts a session for an account that a provider has confirmed. If the account isn't that of a person in the
    /// file, the session is that of a guest with the given role.
    ///
    /// - Parameters:
    ///   - account: The name of the account.
    ///   - role: The role of a guest.
    ///   - idToken: The token with which the browser signs out at the provider.
    ///   - device: The browser and its system.
    ///   - day: The current day.
    /// - Returns: The secret for the browser's cookie, or `nil` for a guest without access.
    package mutating func signIn(
        byProvider account: String, otherwise role: Role, idToken: String? = nil, device: String,
        on day: Day = .today
    ) -> String? {
        let person = person(ofAccount: account, otherwise: role)
        let isGuest = !people.contains { $0.digest == person.digest }
        if isGuest, person.role == .none { return nil }
        return start {
            Session(
                token: person.digest, device: device, since: day, seen: day, isByProvider: true,
                // A longer token doesn't fit into an address.
                idToken: idToken.flatMap { $0.utf8.count <= 4_096 ? $0 : nil },
                guest: isGuest ? Session.Guest(name: person.name, role: person.role) : nil, digest: $0)
        }
    }

    private mutating func start(_ session: (FileID) -> Session) -> String {
        let secret = People.secret(ofGroups: 8)
        let session = session(People.digest(of: secret))
        sessions.removeAll { $0.isOver(on: session.since) }
        let others = sessions.filter { $0.token == session.token }
        if others.count >= Session.greatestCount, let oldest = others.min(by: { $0.seen < $1.seen }) {
            sessions.removeAll { $0.digest == oldest.digest }
        }
        sessions.append(session)
        return secret
    }

    /// Returns the session with the given secret, or `nil` if the secret is unknown or the session has ended or
    /// expired.
    package func session(knowing secret: String, on day: Day = .today) -> Session? {
        if sessions.isEmpty { return nil }
        let digest = People.digest(of: secret)
        return sessions.first { $0.digest == digest && !$0.isOver(on: day) }
    }

    /// Records a visit. This extends the session. A session that has ended stays ended.
    package mutating func visit(_ session: Session, on day: Day = .today) {
        guard let index = sessions.firstIndex(where: { $0.digest == session.digest }) else { return }
        sessions[index].seen = max(sessions[index].seen, day)
    }

    /// Ends the given session. Ending it again has no effect.
    package mutating func end(_ session: Session) {
        sessions.removeAll { $0.digest == session.digest }
    }

    /// Ends a session by its ID.
    package mutating func signOut(_ id: String) throws(LootError) -> Session {
        guard let index = sessions.firstIndex(where: { $0.id == id.lowercased() }) else {
            throw LootError(
                .usage, "Can't end the session \(TextRules.quoted(id)).", reason: "No session has this ID.")
        }
        return sessions.remove(at: index)
    }
}
