import LootActions
import LootCore
import LootPlugins
import LootQueryText
import Testing

@Suite struct `What managers can change` {
    /// Ada manages all lists, Mia only the cabin. Ben reads all lists. Mia has added Eve, who only changes the cabin.
    private func people() throws -> People {
        var people = People()
        for (name, role) in [("Ada", Role.manage), ("Mia", .none), ("Ben", .read)] {
            _ = try people.add(name, role)
        }
        _ = try people.grant("Mia", .manage, in: "cabin")
        var cabin = try ManagedPeople(people, by: "Mia", in: "cabin")
        _ = try cabin.add("Eve", .write)
        return cabin.people
    }

    private func managed(by name: String?, in list: String? = "cabin") throws -> ManagedPeople {
        try ManagedPeople(try people(), by: name, in: list)
    }

    @Test func `only managers of the list can change people`() throws {
        for (name, list) in [("Ben", "cabin"), ("Eve", "cabin"), ("Mia", "home"), ("Nobody", "cabin")] {
            let error = #expect(throws: LootError.self) { try managed(by: name, in: list) }
            #expect(error?.code == .readOnly)
        }
    }

    @Test func `people added by a manager have access only to this list`() throws {
        for name in ["Ada", "Mia", nil] {
            var managed = try managed(by: name)
            let made = try managed.add("Leo", .lend)
            let added = try #require(made)
            let leo = try #require(managed.people.person(knowing: added.token))
            #expect(leo.role(in: "cabin") == .lend && leo.role(in: "home") == .none && leo.role == .none)
            #expect(managed.people.person(invitedBy: added.invitation) == leo)
            #expect(throws: LootError.self) { try managed.add("leo", .write) }
        }
        var single = try managed(by: "Ada", in: nil)
        let made = try single.add("Leo", .lend)
        let added = try #require(made)
        #expect(single.people.person(knowing: added.token)?.role == .lend)
    }

    @Test func `people who already use the server get a role and no new secret`() throws {
        var people = try people()
        _ = try people.add("Leo", .none)
        var managed = try ManagedPeople(people, by: "Mia", in: "cabin")
        let added = try managed.add("leo", .read)
        #expect(added == nil)
        #expect(managed.people.people.last?.role(in: "cabin") == .read)
        #expect(managed.people.people.last?.digest == people.people.last?.digest)
    }

    @Test func `a manager of one list changes roles only there`() throws {
        var managed = try managed(by: "Mia")
        try managed.change("Ben", to: .write)
        let ben = managed.people.people[2]
        #expect(ben.role(in: "cabin") == .write && ben.role(in: "home") == .read)
        #expect(throws: LootError.self) { try managed.change("Ben", to: nil, inAllLists: .manage) }
        #expect(managed.people.people[2] == ben)
        try managed.change("Ben", to: nil)
        #expect(managed.people.people[2].grants.isEmpty)
    }

    @Test func `a manager of one list can't change or sign in people beyond it`() throws {
        var managed = try managed(by: "Mia")
        let before = managed.people
        #expect(throws: LootError.self) { try managed.change("Ada", to: Role.none) }
        #expect(throws: LootError.self) { try managed.remove("Ada") }
        for name in ["Ada", "Ben"] { #expect(throws: LootError.self) { try managed.invite(name) } }
        #expect(managed.people == before)
        _ = try managed.invite("Eve")
    }

    @Test func `a manager of one list can't use people beyond it to get into other lists`() throws {
        var people = try people()
        for name in ["Zoe", "Zed"] { _ = try people.add(name, .none) }
        _ = try people.grant("Zoe", .manage, in: "home")
        var home = try ManagedPeople(people, by: "Zoe", in: "home")
        _ = try home.add("Cleo", .read)
        // Zoe has seen the token of Cleo.
        var cabin = try ManagedPeople(home.people, by: "Mia", in: "cabin")
        #expect(throws: LootError.self) { try cabin.add("cleo", .write) }
        // Zed may get access to other lists later.
        _ = try cabin.add("Zed", .read)
        #expect(throws: LootError.self) { try cabin.invite("Zed") }
        try cabin.remove("Zed")
        #expect(cabin.people.people.contains { $0.name == "Zed" })
    }

    @Test func `a manager who is excluded from a list manages only the others`() throws {
        var people = try people()
        _ = try people.grant("Ada", .none, in: "firm")
        var home = try ManagedPeople(people, by: "Ada", in: "home")
        #expect(throws: LootError.self) { try home.change("Ben", to: nil, inAllLists: .manage) }
        #expect(throws: LootError.self) { try home.invite("Ben") }
    }

    @Test func `a sign-in in progress fails if the person is removed or gets another password`() throws {
        var people = try people()
        let ben = try #require(people.people.first { $0.name == "Ben" })
        #expect(people.signIn(ben, device: "") != nil)
        #expect(people.signIn(byProvider: "ben", otherwise: .none, device: "") != nil)
        _ = try people.setPassword(of: "Ben", to: PasswordHash(text: "$1$x"))
        #expect(people.signIn(ben, device: "") == nil)
        _ = try people.remove("Ben")
        #expect(people.signIn(ben, device: "") == nil)
        #expect(people.signIn(byProvider: "ben", otherwise: .none, device: "") == nil)
        #expect(people.sessions.isEmpty)
    }

    @Test func `a person whom the manager of a list has added keeps the role of a guest`() throws {
        let people = try people()
        #expect(people.person(ofAccount: "eve", otherwise: .write).role(in: "home") == .write)
        #expect(people.person(ofAccount: "Ben", otherwise: .write).role(in: "home") == .read)
    }

    @Test func `removing a person who uses other lists only ends the access to this one`() throws {
        var managed = try managed(by: "Mia")
        try managed.remove("Ben")
        let ben = managed.people.people[2]
        #expect(ben.role(in: "cabin") == .none && ben.role(in: "home") == .read)
        try managed.remove("Eve")
        #expect(managed.people.people.map(\.name) == ["Ada", "Mia", "Ben"])
        var all = try self.managed(by: "Ada")
        try all.remove("Ben")
        #expect(all.people.people.map(\.name) == ["Ada", "Mia", "Eve"])
    }

    @Test func `managers can't change their own role, so that a list keeps a manager`() throws {
        for name in ["Ada", "Mia"] {
            var managed = try managed(by: name)
            #expect(throws: LootError.self) { try managed.change(name, to: .read) }
            #expect(throws: LootError.self) { try managed.remove(name.lowercased()) }
            #expect(throws: LootError.self) { try managed.invite(name) }
        }
        // The person who runs the server can do everything.
        var owner = try managed(by: nil)
        for name in ["Ada", "Mia", "Ben", "Eve"] { try owner.remove(name) }
        #expect(owner.people.people.isEmpty)
    }

    @Test func `managers see and revoke only the links of their list`() throws {
        var people = try people()
        let home = people.share(SavedView("all", QueryText()), of: "home", until: .last)
        var managed = try ManagedPeople(people, by: "Mia", in: "cabin")
        #expect(managed.links.isEmpty)
        let secret = managed.share(SavedView("all", QueryText()), lastDay: .today)
        #expect(managed.links.count == 1 && managed.people.link(knowing: secret)?.lastDay == .today)
        let others = try #require(managed.people.link(knowing: home))
        try managed.revokeLink(others.id)
        #expect(managed.people.links.count == 2)
        try managed.revokeLink(managed.links[0].id)
        #expect(managed.people.links == [others])
    }
}

@Suite struct `Invitations` {
    @Test func `an invitation signs in one browser, once and until it expires`() throws {
        var people = People()
        let token = try people.add("Ann", .write)
        let secret = try people.invite("ann", lastDay: .today)
        #expect(people.person(invitedBy: secret)?.name == "Ann")
        #expect(people.person(invitedBy: token) == nil && people.person(knowing: secret) == nil)
        let tomorrow = Moment(startOf: Day.today.adding(CalendarSpan(1, .day)) ?? .last)
        #expect(people.person(invitedBy: secret, now: tomorrow) == nil)
        let late = people.accept(secret, device: "Firefox", now: tomorrow)
        #expect(late == nil)
        let made = people.accept(secret, device: "Firefox")
        let session = try #require(made)
        #expect(people.session(knowing: session)?.token == people.people[0].digest)
        let again = people.accept(secret, device: "Firefox")
        #expect(again == nil && people.person(invitedBy: secret) == nil)
        #expect(people.person(knowing: token)?.name == "Ann")
    }

    @Test func `a new invitation replaces the earlier one`() throws {
        var people = People()
        _ = try people.add("Ann", .write)
        let first = try people.invite("Ann", lastDay: .today)
        let second = try people.invite("Ann", lastDay: .today)
        #expect(people.person(invitedBy: first) == nil && people.person(invitedBy: second) != nil)
    }
}
