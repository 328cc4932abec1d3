package import LootCore
import LootPlugins

extension People {
    /// An address that signs a browser in as a person, once and only until it expires.
    package struct Invitation: Hashable, Sendable {
        /// The expiration date.
        package let until: Moment
        /// The digest of the secret in the address.
        package let digest: FileID

        /// Returns the last day of an invitation that is created on a day.
        package static func lastDay(after day: Day) -> Day { day.adding(CalendarSpan(7, .day)) ?? day }
    }

    /// Creates an invitation that is valid until the end of a day. It replaces an earlier one of the same person.
    ///
    /// - Returns: The secret in its address.
    package mutating func invite(_ name: String, lastDay: Day) throws(LootError) -> String {
        let index = try index(of: name, failing: "Can't invite \(TextRules.quoted(name)).")
        let secret = People.secret(ofGroups: 5)
        people[index].invitation = Invitation(
            until: Moment(startOf: lastDay.adding(CalendarSpan(1, .day)) ?? lastDay),
            digest: People.digest(of: secret))
        return secret
    }

    /// Returns the person with an invitation, unless it was used or has expired.
    package func person(invitedBy secret: String, now: Moment = .now) -> Person? {
        let digest = People.digest(of: secret)
        return people.first { $0.invitation.map { $0.digest == digest && $0.until > now } ?? false }
    }

    /// Starts a session with an invitation, which can't be used again.
    ///
    /// - Returns: The secret for the browser's cookie, or `nil` if the invitation was used or has expired.
    package mutating func accept(_ secret: String, device: String, now: Moment = .now) -> String? {
        guard let person = person(invitedBy: secret, now: now),
            let index = people.firstIndex(where: { $0.digest == person.digest })
        else { return nil }
        people[index].invitation = nil
        return signIn(with: person.digest, device: device, on: now.day)
    }
}
