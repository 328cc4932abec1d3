package import LootCore
import LootPlugins

extension People {
    /// An invitation for a person: an address with a secret that signs in a single browser, until the invitation
    /// expires.
    package struct Invitation: Hashable, Sendable {
        /// The moment at which the invitation expires.
        package let until: Moment
        /// The digest of the secret in the address. The secret itself isn't stored.
        package let digest: FileID

        /// Returns the last day on which an invitation that is created on the given day can be used.
        package static func lastDay(after day: Day) -> Day { day.adding(CalendarSpan(7, .day)) ?? day }
    }

    /// Creates an invitation for the person with the given name. It can be used until the end of `lastDay`, and
    /// replaces the person's previous invitation.
    ///
    /// - Returns: The secret for the address of the invitation.
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func invite(_ name: String, lastDay: Day) throws(LootError) -> String {
        let index = try index(of: name, failing: "Can't invite \(TextRules.quoted(name)).")
        let secret = People.secret(ofGroups: 5)
        people[index].invitation = Invitation(
            until: Moment(startOf: lastDay.adding(CalendarSpan(1, .day)) ?? lastDay),
            digest: People.digest(of: secret))
        return secret
    }

    /// Returns the person whose invitation has the given secret, or `nil` if there is no such invitation or it has
    /// expired. An invitation that was used or replaced no longer exists.
    package func person(invitedBy secret: String, now: Moment = .now) -> Person? {
        let digest = People.digest(of: secret)
        return people.first { $0.invitation.map { $0.digest == digest && $0.until > now } ?? false }
    }

    /// Starts a session for the person whose invitation has the given secret, and removes the invitation.
    ///
    /// - Returns: The secret for the browser's cookie, or `nil` if there is no such invitation or it has expired.
    package mutating func accept(_ secret: String, device: String, now: Moment = .now) -> String? {
        guard let person = person(invitedBy: secret, now: now),
            let index = people.firstIndex(where: { $0.digest == person.digest })
        else { return nil }
        people[index].invitation = nil
        return signIn(with: person.digest, device: device, on: now.day)
    }
}
