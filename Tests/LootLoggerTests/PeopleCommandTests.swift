import LootActions
import LootCore
import LootPlugins
import LootQueryText
import Testing

@Suite struct `The people of a served list` {
    private func session(_ folder: TemporaryFolder) throws -> Session {
        var session = try Session([Item(name: "Lamp", valueInDollars: 60)])
        session.environment["XDG_DATA_HOME"] = folder("data")
        return session
    }

    @Test func `people get a token that is shown once, and can be removed`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        #expect(
            await session.run("people").output
                == "Nobody has been added yet. Add a person with: loot people add NAME\n")
        let added = await session.run("people", "add", "Ada")
        let token = String(added.output.dropLast())
        #expect(added.status == .success && token.split(separator: "-").map(\.count) == [5, 5, 5, 5])
        #expect(
            added.errors.contains("Ada can change the list") && !added.errors.contains(token))
        #expect(await session.run("people", "add", "Ben", "--role", "read").errors.contains("can read"))
        let list = await session.run("people", "list")
        #expect(list.output.contains("Ada") && list.output.contains("write") && list.output.contains("read"))
        #expect(!list.output.contains(token))
        let again = await session.run("people", "add", "ada")
        #expect(again.status == .usage && again.errors.contains("A person with this name already exists."))
        #expect(
            await session.run("people", "remove", "ada").output == "Revoked Ada's token.\n")
        let none = await session.run("people", "remove", "Ada")
        #expect(none.status == .usage && none.errors.contains("Ben"))
        let json = await session.run("people", "--format", "json").output
        #expect(json.contains("\"Ben\"") && !json.contains("digest"))
        #expect(try PeopleFile(folder("data") + "/loot/people.json").read().people.map(\.name) == ["Ben"])
    }

    @Test func `sessions are listed and can be ended`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        #expect(await session.run("people", "sessions").output == "No browser is signed in.\n")
        #expect(await session.run("people", "add", "Ada").status == .success)
        let file = PeopleFile(folder("data") + "/loot/people.json")
        let secret = try file.change { $0.signIn(with: $0.people[0].digest, device: "Firefox, Linux") }
        let id = try #require(try file.read().sessions.first?.id)
        let list = await session.run("people", "sessions", "--format", "json").output
        for text in [id, "Ada", "Firefox, Linux"] { #expect(list.contains("\"\(text)\"")) }
        #expect(!list.contains(secret))
        #expect(await session.run("people", "sign-out", "00000000").status == .usage)
        #expect(await session.run("people", "sign-out", id).status == .success)
        #expect(try file.read().sessions.isEmpty && file.read().people.count == 1)
    }

    @Test func `a password is entered twice, or read from a pipe`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        #expect(await session.run("people", "add", "Ada").status == .success)
        let file = PeopleFile(folder("data") + "/loot/people.json")
        let secret = try file.change { $0.signIn(with: $0.people[0].digest, device: "") }
        func set(_ console: TestConsole) async -> Outcome {
            await session.run("people", "password", "ada", on: console)
        }
        #expect(await set(TestConsole(answers: ["correct horse", "wrong horse"])).status == .usage)
        #expect(await set(TestConsole(answers: ["short", "short"])).status == .usage)
        #expect(await set(TestConsole(answers: ["correct horse"])).status == .declined)
        #expect(await set(TestConsole()).status == .usage)
        #expect(try file.read().session(knowing: secret) != nil && !file.read().havePasswords)
        #expect(await set(TestConsole(answers: ["correct horse", "correct horse"])).status == .success)
        #expect(try file.read().person(named: "Ada", password: "correct horse") != nil)
        #expect(try file.read().sessions.isEmpty)
        #expect(await set(TestConsole(lines: [" battery staple "])).status == .success)
        #expect(try file.read().person(named: "Ada", password: "correct horse") == nil)
        #expect(try file.read().person(named: "Ada", password: " battery staple ") != nil)
        #expect(await session.run("people", "password", "Eve", on: TestConsole(answers: [])).status == .usage)
        #expect(await session.run("people", "password", "Ada", "--remove").status == .success)
        #expect(try !file.read().havePasswords && file.read().people.count == 1)
    }

    @Test func `people are stored in the configured file`() async throws {
        let session = FileSession()
        session["c.json"] = Array(#"{ "frontEnd": { "use": "http", "people": "mine.json" } }"#.utf8)
        let added = await session.run("--config", session.folder + "/c.json", "people", "add", "Ada")
        #expect(added.status == .success)
        #expect(try PeopleFile(session.folder + "/mine.json").read().people.count == 1)
    }

    @Test func `a role for a person whose token a manager has seen comes with a warning`() async throws {
        let session = FileSession()
        session["c.json"] = Array(
            #"{ "lists": { "home": "json:a.json", "cabin": "json:b.json" }, "frontEnd": { "use": "http", "people": "mine.json" } }"#
                .utf8)
        try PeopleFile(session.folder + "/mine.json").change { (people) throws(LootError) in
            _ = try people.add("Mia", .none)
            _ = try people.grant("Mia", .manage, in: "cabin")
            var cabin = try ManagedPeople(people, by: "Mia", in: "cabin")
            _ = try cabin.add("Eve", .read)
            people = cabin.people
        }
        for (words, isWarned) in [
            (["Eve", "home", "read"], true), (["Eve", "home", "none"], false),
            (["Eve", "cabin", "write"], false),
            (["Mia", "home", "read"], false),
        ] {
            let done = await session.run(["--config", session.folder + "/c.json", "people", "grant"] + words)
            #expect(done.status == .success, "\(done.errors)")
            #expect(done.errors.contains("“cabin” has seen the token") == isWarned)
        }
    }

    @Test func `people aren't changed while the configuration is invalid`() async throws {
        let session = FileSession()
        session["c.json"] = Array(#"{ "frontEnd": { "peopel": "mine.json" } }"#.utf8)
        for words in [["add", "Ada"], ["remove", "Ada"], []] {
            let done = await session.run(
                ["--config", session.folder + "/c.json", "people"] + words,
                environment: ["XDG_DATA_HOME": session.folder + "/data"])
            #expect(done.status == .configuration && done.errors.contains("frontEnd.peopel"))
        }
        #expect(try PeopleFile(session.folder + "/data/loot/people.json").read().people.isEmpty)
    }

    @Test func `links can be created, expire and can be revoked`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        let made = await session.run(
            "people", "link", "--where", "value > 50", "--within", "2 weeks", "--url",
            "https://loot.example/",
            "--title", "Dear things")
        #expect(made.status == .success)
        let address = try #require(made.lines.first)
        #expect(address.hasPrefix("https://loot.example/shared/"))
        let people = try PeopleFile(folder("data") + "/loot/people.json").read()
        let link = try #require(people.link(knowing: String(address.split(separator: "/").last ?? "")))
        #expect(link.view.name == "Dear things" && link.view.text.conditions == ["value > 50"])
        #expect(link.until.day == Day.today.adding(CalendarSpan(15, .day)))
        #expect(await session.run("people").output.contains("link \(link.id)"))
        let taken = await session.run("people", "unlink", link.id)
        #expect(taken.output == "Revoked the link \(link.id).\n")
        #expect(await session.run("people", "unlink", link.id).status == .usage)
    }

    @Test func `links show prices and serial numbers only on request`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        let url = ["--url", "https://loot.example"]
        for (words, fields) in [
            ([], []), (["--show", "serialNumber"], ["serialNumber"]),
            (["--show", "purchasePrice, serialNumber"], ["purchasePrice", "serialNumber"]),
        ] as [([String], Set<FieldKey>)] {
            #expect(await session.run(["people", "link"] + url + words).status == .success)
            let people = try PeopleFile(folder("data") + "/loot/people.json").read()
            #expect(people.links.last?.fields == fields)
            #expect(people.links.last?.hiddenFields == People.Link.privateFields.subtracting(fields))
        }
    }

    @Test func `a link contains the server's address, and the output explains who can open it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        let hint = "Only this machine can open this address"
        let made = await session.run("people", "link")
        #expect(made.lines.first?.hasPrefix("http://127.0.0.1:8080/shared/") == true)
        #expect(made.errors.contains(hint))
        let named = await session.run("people", "link", "--url", "http://192.168.7.9:8080")
        #expect(!named.errors.contains(hint))
    }

    @Test(arguments: [
        ["link", "--where", "valeu > 3"], ["link", "--within", "soon"], ["link", "--within", "-1 days"],
        ["link", "--view", "none"], ["link", "--show", "name"], ["link", "--show", "valeu"], ["add", ""],
        ["add", "Ada", "--role", "king"], ["add"], ["remove"],
    ])
    func `invalid arguments change nothing`(words: [String]) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await session(folder).run(["people"] + words)
        #expect(outcome.status == .usage || outcome.status == .badData, "\(outcome.errors)")
        #expect(folder.names.isEmpty || folder.names == ["data"])
    }
}
