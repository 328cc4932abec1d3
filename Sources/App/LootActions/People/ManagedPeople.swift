package import LootCore
package import LootPlugins
package import LootQueryText

/// The people and links of a list, as one of its managers can change them.
///
/// Managers of a single list change roles only in this list. They can't change people who manage all lists. They can
/// invite and remove only people whom a manager of this list has added, and who have no access to other lists. Nobody
/// can change their own role, so that a list always keeps a manager.
package struct ManagedPeople: Sendable {
    /// The people of the server, with the changes.
    package private(set) var people: People
    /// The manager, or `nil` for the person who runs the server.
    private let manager: People.Person?
    /// The name of the list, or `nil` if it has none.
    private let list: String?

    /// Creates the people of a list as the given manager can change them.
    ///
    /// - Parameters:
    ///   - people: The people of the server.
    ///   - name: The name of the manager, or `nil` for the person who runs the server.
    ///   - list: The name of the list, or `nil` if it has none.
    /// - Throws: `LootError` with code `read-only` if the person doesn't manage the list.
    package init(_ people: People, by name: String?, in list: String?) throws(LootError) {
        self.people = people
        self.list = list
        manager = try name.map { (name) throws(LootError) in
            if let person = people.people.first(where: { $0.name == name }), person.role(in: list) == .manage
            {
                return person
            }
            throw ManagedPeople.noManager
        }
    }

    /// The error that reports that the user doesn't manage the list.
    package static let noManager = LootError(
        .readOnly, "Can't change people.",
        reason: "You aren't one of the server's people who manage this list.",
        advice: "Ask the person who runs the server to add you with the role “manage”.")

    /// Whether the manager can change roles in all lists.
    package var managesAllLists: Bool {
        manager.map { $0.role == .manage && $0.grants.values.allSatisfy { $0 == .manage } } ?? true
    }

    /// Whether roles in all lists and in this one can differ.
    package var hasListRoles: Bool { list != nil }

    /// The people whom the page shows: everyone, or those with access to the list.
    package var shown: [People.Person] {
        people.people.filter { managesAllLists || $0.role(in: list) != .none }
    }

    /// The links to the list.
    package var links: [People.Link] { people.links.filter { $0.list == list } }

    // MARK: Permissions

    /// Returns whether the given person is the manager.
    package func isOwn(_ person: People.Person) -> Bool { person.name == manager?.name }

    /// Returns whether the manager can change the role of the given person, and remove the person.
    package func canChange(_ person: People.Person) -> Bool {
        !isOwn(person) && (managesAllLists || person.role != .manage)
    }

    /// Returns whether removing the given person revokes their token. Otherwise, it only ends their access to this
    /// list.
    package func removesToken(of person: People.Person) -> Bool {
        if managesAllLists { return true }
        return list != nil && person.addedIn == list && person.role == .none
            && person.grants.allSatisfy { $0.key == list || $0.value == .none }
    }

    /// Returns whether the manager can invite the given person again. Managers of a single list can't invite people
    /// with access to other lists, because the invitation would give access to these lists, too.
    package func canInvite(_ person: People.Person) -> Bool { canChange(person) && removesToken(of: person) }

    /// Returns the role of the given person in this list.
    package func role(of person: People.Person) -> Role { person.role(in: list) }

    /// Returns the role that the given person has only in this list, or `nil` if their role in all lists applies.
    package func ownRole(of person: People.Person) -> Role? {
        list.map { person.grants[$0] } ?? person.role
    }

    // MARK: Changes

    /// The secrets of a new person.
    package struct Added: Sendable {
        /// The token.
        package let token: String
        /// The secret of the invitation.
        package let invitation: String
    }

    /// Gives the person with the given name a role in the list. If nobody has the name, adds a person who has access
    /// only to this list.
    ///
    /// - Returns: The secrets of the new person, or `nil` if the person already existed.
    /// - Throws: `LootError` if the name is invalid, if the person already has access to the list, or if a manager of
    ///   another list has added the person.
    package mutating func add(
        _ name: String, _ role: Role, today: Day = .today
    ) throws(LootError) -> Added? {
        if let list, let known = people.people.first(where: { $0.isCalled(name) }),
            known.role(in: list) == .none
        {
            // A manager of another list has seen this person's token, and could use it here.
            if let other = known.addedIn, other != list {
                throw refusal(of: name, "A person with this name already exists.")
            }
            _ = try people.grant(name, role, in: list)
            return nil
        }
        let token = try people.add(name, list == nil ? role : .none, on: today)
        if let list {
            _ = try people.grant(name, role, in: list)
            if !managesAllLists { people.setOrigin(of: name, list) }
        }
        return Added(token: token, invitation: try invite(name, today: today))
    }

    /// Changes the role of the person with the given name in the list, in all lists, or both.
    ///
    /// - Parameters:
    ///   - name: The name of the person.
    ///   - role: The role in this list, or `nil` if the role in all lists applies.
    ///   - general: The role in all lists, or `nil` to leave it unchanged.
    /// - Throws: `LootError` with code `invalid-value` if the manager can't make the change.
    package mutating func change(
        _ name: String, to role: Role?, inAllLists general: Role? = nil
    ) throws(LootError) {
        let person = try changeable(name)
        if let general {
            guard managesAllLists else {
                throw refusal(of: name, "Only people who manage all lists can change roles in all lists.")
            }
            try people.setRole(person.name, general)
        }
        switch (list, role) {
        case (let list?, let role?): _ = try people.grant(person.name, role, in: list)
        case (let list?, nil): try people.removeGrant(person.name, in: list)
        case (nil, let role?): try people.setRole(person.name, role)
        case (nil, nil): break
        }
    }

    /// Removes the person with the given name. If ``removesToken(of:)`` is `false`, only ends their access to this
    /// list.
    ///
    /// - Throws: `LootError` if no person has the name, or if the manager can't remove the person.
    package mutating func remove(_ name: String) throws(LootError) {
        let person = try changeable(name)
        if removesToken(of: person) {
            _ = try people.remove(person.name)
        } else if let list {
            if person.role == .none {
                try people.removeGrant(person.name, in: list)
            } else {
                _ = try people.grant(person.name, .none, in: list)
            }
        }
    }

    /// Creates an invitation for the person with the given name. It replaces the person's previous invitation.
    ///
    /// - Returns: The secret for the address of the invitation.
    /// - Throws: `LootError` if no person has the name, or if the manager can't invite the person.
    package mutating func invite(_ name: String, today: Day = .today) throws(LootError) -> String {
        let person = try changeable(name)
        guard canInvite(person) else {
            throw refusal(of: name, "This person has access to other lists.")
        }
        return try people.invite(person.name, lastDay: People.Invitation.lastDay(after: today))
    }

    /// Creates a link to a view of the list. It is valid until the end of `lastDay`.
    ///
    /// - Returns: The secret at the end of the link's address.
    package mutating func share(_ view: SavedView, lastDay: Day) -> String {
        people.share(view, of: list, until: Moment(startOf: lastDay.adding(CalendarSpan(1, .day)) ?? lastDay))
    }

    /// Revokes the link with the given ID. Has no effect if the link was already revoked or leads to another list.
    package mutating func revokeLink(_ id: String) throws(LootError) {
        if links.contains(where: { $0.id == id }) { _ = try people.takeBack(id) }
    }

    private func changeable(_ name: String) throws(LootError) -> People.Person {
        guard let person = people.people.first(where: { $0.isCalled(name) }) else {
            throw refusal(of: name, "No person has this name.")
        }
        if isOwn(person) {
            throw refusal(
                of: name, "You can't change your own role.",
                advice: "Ask another manager, or the person who runs the server.")
        }
        guard canChange(person) else { throw refusal(of: name, "This person manages all lists.") }
        return person
    }

    private func refusal(of name: String, _ reason: Message, advice: Message = "") -> LootError {
        LootError(.invalidValue, "Can't change \(TextRules.quoted(name)).", reason: reason, advice: advice)
    }
}
