package import LootCore

/// Who may come to a list that is served, each with a token of their own, and the links that were given out.
///
/// A token is told once, when it is made. What is kept is its digest, which opens nothing.
///
/// ```swift
/// var people = People()
/// let token = try people.add("Ada", .write)
/// people.person(knowing: token)?.name   // "Ada"
/// ```
package struct People: Hashable, Sendable {
    /// What a person may do.
    package enum Role: String, Hashable, Sendable, CaseIterable {
        /// Look at everything.
        case read
        /// Change everything, too.
        case write
    }

    /// A person with a token.
    package struct Person: Hashable, Sendable {
        /// Whom the history names.
        package let name: String
        /// What they may do.
        package let role: Role
        /// When they got their token.
        package let since: Day
        /// The digest of the token.
        package let digest: FileID
    }

    /// An address that shows a list to any who know it, until a moment.
    package struct Link: Hashable, Sendable {
        /// What it shows: the query as it was when the link was made.
        package let view: SavedView
        /// The private fields that it shows; see ``privateFields``.
        package let fields: Set<FieldKey>
        /// When it ends.
        package let until: Moment
        /// The digest of what stands in the address.
        package let digest: FileID

        /// The last day on which it shows something, which it does to its end.
        package var lastDay: Day {
            (Moment(secondsSinceEpoch: until.secondsSinceEpoch - 1) ?? until).day
        }

        /// The fields that a link shows only if it names them: prices paid and serial numbers.
        package static let privateFields: Set<FieldKey> = ["purchasePrice", "serialNumber"]

        /// The fields that it doesn't show.
        package var hiddenFields: Set<FieldKey> { Link.privateFields.subtracting(fields) }

        /// By what it is taken back.
        package var id: String { String(digest.description.prefix(8)) }
    }

    /// The people, in the order in which they came.
    package internal(set) var people: [Person] = []
    /// The links, in the order in which they were made.
    package internal(set) var links: [Link] = []

    /// None.
    package init() {}

    // MARK: People

    /// Lets a person come.
    ///
    /// - Returns: their token.
    /// - Throws: `LootError` for a name that can't be one, or is taken.
    package mutating func add(_ name: String, _ role: Role, on day: Day = .today) throws(LootError) -> String
    {
        func refusal(_ why: String, _ next: String) -> LootError {
            LootError(.usage, "can't add \(TextRules.quoted(name))", because: why, next: next)
        }
        let isShort = !name.isEmpty && name.count <= 60 && name.first != " " && name.last != " "
        guard isShort, TextRules.firstRefused(in: name, allowingLines: false) == nil else {
            throw refusal("a name is one line of 1 to 60 characters", "Give a shorter name")
        }
        if people.contains(where: { Folding.same($0.name, name) }) {
            throw refusal("there is a person of that name", "Remove that one first: the old token ends then")
        }
        let token = People.secret(ofGroups: 4)
        people.append(Person(name: name, role: role, since: day, digest: People.digest(of: token)))
        return token
    }

    /// Takes a person's token back.
    package mutating func remove(_ name: String) throws(LootError) -> Person {
        guard let index = people.firstIndex(where: { Folding.same($0.name, name) }) else {
            throw LootError(
                .usage, "can't remove \(TextRules.quoted(name))", because: "there is no person of that name",
                next: people.isEmpty
                    ? "" : "There are: \(people.map { TextRules.visible($0.name) }.joined(separator: ", "))")
        }
        return people.remove(at: index)
    }

    /// The person whose token this is.
    package func person(knowing token: String) -> Person? {
        if people.isEmpty { return nil }
        let digest = People.digest(of: token)
        return people.first { $0.digest == digest }
    }

    // MARK: Links

    /// Makes a link, and forgets those that have ended.
    ///
    /// - Returns: what its address has at its end.
    package mutating func share(
        _ view: SavedView, showing fields: Set<FieldKey> = [], until end: Moment, now: Moment = .now
    ) -> String {
        links.removeAll { $0.until <= now }
        let secret = People.secret(ofGroups: 5)
        links.append(Link(view: view, fields: fields, until: end, digest: People.digest(of: secret)))
        return secret
    }

    /// Takes a link back, by its id.
    package mutating func takeBack(_ id: String) throws(LootError) -> Link {
        guard let index = links.firstIndex(where: { $0.id == id.lowercased() }) else {
            throw LootError(
                .usage, "can't take the link \(TextRules.quoted(id)) back", because: "there is no such link")
        }
        return links.remove(at: index)
    }

    /// The link at whose address this stands, if it was not taken back; it may have ended.
    package func link(knowing secret: String) -> Link? {
        if links.isEmpty { return nil }
        let digest = People.digest(of: secret)
        return links.first { $0.digest == digest }
    }

    // MARK: Secrets

    /// Letters and digits that are not taken for others.
    private static let signs = Array("abcdefghjkmnpqrstuvwxyz23456789")

    /// Groups of five signs with dashes between them; four are as many as 99 bits at random.
    private static func secret(ofGroups count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            String((0..<5).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
        }.joined(separator: "-")
    }

    /// The digest of a secret as a person may have typed it: with capitals, with spaces, without the dashes.
    private static func digest(of secret: String) -> FileID {
        let typed = secret.utf8.prefix(256).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return FileID(of: typed.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x0A && $0 != 0x0D })
    }
}
