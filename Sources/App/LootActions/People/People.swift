package import LootCore
package import LootPlugins
package import LootQueryText
import TextSearch

/// The people with access to a shared list, each with their own token, the sessions of their browsers, and the shared
/// links.
///
/// A token is shown only once, when it is created. Only its digest is stored, so the file doesn't give access to anyone
/// who reads it.
///
/// ```swift
/// var people = People()
/// let token = try people.add("Ada", .write)
/// people.person(knowing: token)?.name   // "Ada"
/// ```
package struct People: Hashable, Sendable {
    /// A person with a token.
    package struct Person: Hashable, Sendable {
        /// The name. The history shows it with the person's changes.
        package let name: String
        /// The role in all lists for which ``grants`` doesn't specify another one.
        package internal(set) var role: Role
        /// The roles in single lists, by the name of the list.
        package internal(set) var grants: [String: Role] = [:]
        /// The hash of the password, or `nil` if the person signs in with the token only.
        package internal(set) var password: PasswordHash?
        /// The invitation that wasn't used yet, or `nil`.
        package internal(set) var invitation: Invitation?
        /// The list whose manager added the person, and has seen the token. `nil` if the person was added by someone
        /// who manages all lists.
        package internal(set) var addedIn: String?
        /// The day on which the token was created.
        package let since: Day
        /// The digest of the token.
        package let digest: FileID

        /// Returns the role in the list with the given name. For a server with a single unnamed list, `list` is `nil`.
        package func role(in list: String?) -> Role { list.flatMap { grants[$0] } ?? role }

        /// Returns whether the person has the given name, regardless of case.
        package func isCalled(_ name: String) -> Bool { Folding.same(self.name, name) }
    }

    /// A link that gives everyone who knows it access to a view, until it expires.
    package struct Link: Hashable, Sendable {
        /// The name of the list, or `nil` if it has none.
        package let list: String?
        /// The view that the link shows, as it was when the link was created.
        package let view: SavedView
        /// The ``privateFields`` that it shows.
        package let fields: Set<FieldKey>
        /// The expiration date.
        package let until: Moment
        /// The digest of the secret in the address.
        package let digest: FileID

        /// The last day on which the link is valid, until the end of that day.
        package var lastDay: Day {
            (Moment(secondsSinceEpoch: until.secondsSinceEpoch - 1) ?? until).day
        }

        /// The fields that a link shows only if they are enabled: proceeds, purchase prices and serial
        /// numbers.
        package static let privateFields: Set<FieldKey> = ["proceeds", "purchasePrice", "serialNumber"]

        /// The fields that it doesn't show.
        package var hiddenFields: Set<FieldKey> { Link.privateFields.subtracting(fields) }

        /// The ID for revoking the link.
        package var id: String { String(digest.description.prefix(8)) }
    }

    /// The people, in the order in which they were added.
    package internal(set) var people: [Person] = []
    /// The links, in the order in which they were created.
    package internal(set) var links: [Link] = []
    /// The browser sessions, in the order in which they were started.
    package internal(set) var sessions: [Session] = []

    /// Creates an empty list.
    package init() {}

    // MARK: People

    /// Adds a person with the given name and role, who gets a new token.
    ///
    /// - Returns: The person's token.
    /// - Throws: `LootError` with code `usage` if the name is invalid or another person already has it.
    package mutating func add(_ name: String, _ role: Role, on day: Day = .today) throws(LootError) -> String
    {
        func refusal(_ reason: Message, advice: Message) -> LootError {
            LootError(.usage, "Can't add \(TextRules.quoted(name)).", reason: reason, advice: advice)
        }
        guard People.isName(name) else {
            throw refusal(
                "A name must be one line of 1 to 60 characters.", advice: "Choose another name.")
        }
        if people.contains(where: { $0.isCalled(name) }) {
            throw refusal(
                "A person with this name already exists.",
                advice: "Remove this person first, which revokes the old token.")
        }
        let token = People.secret(ofGroups: 4)
        people.append(Person(name: name, role: role, since: day, digest: People.digest(of: token)))
        return token
    }

    /// Records that a manager of only the given list has added the person with the given name.
    mutating func setOrigin(of name: String, _ list: String) {
        if let index = people.firstIndex(where: { $0.isCalled(name) }) { people[index].addedIn = list }
    }

    /// Removes the person with the given name, revokes their token and ends their sessions.
    ///
    /// - Returns: The removed person.
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func remove(_ name: String) throws(LootError) -> Person {
        let index = try index(of: name, failing: "Can't remove \(TextRules.quoted(name)).")
        sessions.removeAll { $0.token == people[index].digest }
        return people.remove(at: index)
    }

    /// Gives the person with the given name a role in the given list. There, it takes precedence over the person's role
    /// in all lists.
    ///
    /// - Returns: The person with the new role.
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func grant(_ name: String, _ role: Role, in list: String) throws(LootError) -> Person {
        let index = try index(of: name, failing: "Can't change the role of \(TextRules.quoted(name)).")
        people[index].grants[list] = role
        return people[index]
    }

    /// Removes the role that the person with the given name has only in the given list. There, the person's role in all
    /// lists applies again.
    ///
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func removeGrant(_ name: String, in list: String) throws(LootError) {
        let index = try index(of: name, failing: "Can't change the role of \(TextRules.quoted(name)).")
        people[index].grants[list] = nil
    }

    /// Changes the role that the person with the given name has in all lists. Roles in single lists stay the same.
    ///
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func setRole(_ name: String, _ role: Role) throws(LootError) {
        people[try index(of: name, failing: "Can't change the role of \(TextRules.quoted(name)).")].role =
            role
    }

    func index(of name: String, failing failure: Message) throws(LootError) -> Int {
        if let index = people.firstIndex(where: { $0.isCalled(name) }) { return index }
        throw LootError(
            .usage, failure, reason: "No person has this name.",
            advice: Suggestions.advice(for: name, among: people.map { TextRules.visible($0.name) }))
    }

    /// Returns the person with the given token, or `nil` if the token is unknown or was revoked.
    package func person(knowing token: String) -> Person? {
        if people.isEmpty { return nil }
        let digest = People.digest(of: token)
        return people.first { $0.digest == digest }
    }

    // MARK: Links

    /// Creates a link to the given view, and removes expired links.
    ///
    /// - Returns: The secret at the end of the link's address.
    package mutating func share(
        _ view: SavedView, of list: String? = nil, showing fields: Set<FieldKey> = [], until end: Moment,
        now: Moment = .now
    ) -> String {
        links.removeAll { $0.until <= now }
        let secret = People.secret(ofGroups: 5)
        links.append(
            Link(list: list, view: view, fields: fields, until: end, digest: People.digest(of: secret)))
        return secret
    }

    /// Revokes the link with the given ID.
    ///
    /// - Returns: The revoked link.
    /// - Throws: `LootError` with code `usage` if no link has the ID.
    package mutating func takeBack(_ id: String) throws(LootError) -> Link {
        guard let index = links.firstIndex(where: { $0.id == id.lowercased() }) else {
            throw LootError(
                .usage, "Can't revoke the link \(TextRules.quoted(id)).", reason: "No link has this ID.")
        }
        return links.remove(at: index)
    }

    /// Returns the link with the given secret, or `nil` if the secret is unknown or the link was revoked. The link may
    /// have expired.
    package func link(knowing secret: String) -> Link? {
        if links.isEmpty { return nil }
        let digest = People.digest(of: secret)
        return links.first { $0.digest == digest }
    }

    // MARK: Secrets

    /// Letters and digits that aren't easily confused.
    private static let signs = Array("abcdefghjkmnpqrstuvwxyz23456789")

    /// Returns a random secret of groups of five characters, separated by dashes. Four groups have 99 bits of
    /// entropy.
    static func secret(ofGroups count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            String((0..<5).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
        }.joined(separator: "-")
    }

    /// Returns the digest of the given secret. Ignores case, spaces, dashes and line breaks, because a person may have
    /// typed the secret.
    package static func digest(of secret: String) -> FileID {
        let typed = secret.utf8.prefix(256).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return FileID(of: typed.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x0A && $0 != 0x0D })
    }
}
