import LootAPI
import LootCore
import LootFormats
import LootPlugins
import Testing
import WebServer

/// An action has the same result in every front end: items, history and error code.
@Suite struct `Actions in all front ends` {
    /// An action with its arguments.
    struct Call: Sendable {
        let action: String
        var arguments: [String: String] = [:]

        /// The action as a person types it in one line.
        func line(to number: Int? = nil) -> String {
            let words = arguments.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            return ([action] + (number.map { ["\($0)"] } ?? []) + words).joined(separator: " ")
        }

        var options: [String] { arguments.flatMap { ["--\($0.key)", $0.value] } }
        var form: String { arguments.map { "&\($0.key)=\($0.value)" }.joined() }
        var members: String { arguments.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",") }

        /// Calls the endpoint of the API, and returns the status.
        func post(_ selection: String, to house: Household) async throws -> Int {
            let body = "{\(selection),\"arguments\":{\(members)}}"
            return try await house.ask(.post, "/api/actions/\(action)", body).status
        }

        /// Calls the assistant's tool, and returns whether the call succeeded.
        func callTool(_ selection: String, of house: Household) async throws -> Bool {
            let given = [selection, members].filter { !$0.isEmpty }.joined(separator: ",")
            let result = try await house.callTools(
                "tools/call", "{\"name\":\"\(action)\",\"arguments\":{\(given)}}")
            return result["isError"] == nil
        }
    }

    /// A front end, and a function that runs an action in it. The function returns whether the action was
    /// accepted, or `nil` if the front end only displays that.
    struct Driver: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Household, Call, [ItemID]) async throws -> Bool?
    }

    private static func json(_ ids: [ItemID]) -> String {
        "[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    private static let forOne: [Driver] = [
        Driver(testDescription: "screens") { house, call, ids in
            let row = Household.items.firstIndex { $0.id == ids[0] } ?? 0
            _ = try await house.type(String(repeating: "j", count: row) + ":\(call.line())<enter>")
            return nil
        },
        Driver(testDescription: "plain mode") { house, call, ids in
            let row = Household.items.firstIndex { $0.id == ids[0] } ?? 0
            return try await !house.say(call.line(to: row + 1)).contains("Error: ")
        },
    ]

    private static let forSeveral: [Driver] = [
        Driver(testDescription: "command line") { house, call, ids in
            do {
                _ = try await house.runCommand([call.action] + ids.map(\.description) + call.options)
                return true
            } catch { return false }
        },
        Driver(testDescription: "page") { house, call, ids in
            let form = ids.map { "item=\($0)" }.joined(separator: "&") + call.form
            return try await house.send(call.action, form) == 303
        },
        Driver(testDescription: "API") { house, call, ids in
            try await call.post("\"items\":\(json(ids))", to: house) == 200
        },
        Driver(testDescription: "tools") { house, call, ids in
            try await call.callTool("\"items\":\(json(ids))", of: house)
        },
    ]

    private static let byCondition: [Driver] = [
        Driver(testDescription: "command line") { house, call, _ in
            _ = try await house.runCommand([call.action, "--where", "all", "--yes"])
            return true
        },
        Driver(testDescription: "page") { house, call, _ in
            try await house.send(call.action, "all=true&back=%2F") == 303
        },
        Driver(testDescription: "API") { house, call, _ in
            try await call.post(#""matching":{"where":["all"]}"#, to: house) == 200
        },
        Driver(testDescription: "tools") { house, call, _ in
            try await call.callTool(#""where":["all"]"#, of: house)
        },
        Driver(testDescription: "screens") { house, call, _ in
            _ = try await house.type("*:\(call.line())<enter>")
            return nil
        },
    ]

    /// Checks the list and the titles of its commits.
    private func expect(_ house: Household, favorites: [Bool], titles: [String]) async throws {
        var expected = Household.items
        for index in expected.indices { expected[index].isFavorite = favorites[index] }
        #expect(try await house.store.items() == expected)
        #expect(house.store.titles == titles)
    }

    @Test(arguments: forOne + forSeveral)
    func `an action on one item has the same result in every front end`(driver: Driver) async throws {
        let ids = Household.items.map(\.id)
        for (action, item, favorites, titles) in [
            ("favorite", 0, [true, true, false], ["Add “Drill” to favorites"]),
            ("unfavorite", 1, [false, false, false], ["Remove “Lamp” from favorites"]),
            ("favorite", 1, [false, true, false], []),
        ] {
            let house = try Household()
            #expect(try await driver.run(house, Call(action: action), [ids[item]]) != false)
            try await expect(house, favorites: favorites, titles: titles)
        }
    }

    @Test(arguments: forSeveral)
    func `an action on several items is one commit in every front end`(driver: Driver) async throws {
        let house = try Household()
        let call = Call(action: "favorite")
        #expect(try await driver.run(house, call, Household.items.map(\.id)) != false)
        try await expect(house, favorites: [true, true, true], titles: ["Add 2 items to favorites"])
    }

    @Test(arguments: byCondition)
    func `an action on a condition changes all matching items`(driver: Driver) async throws {
        let house = try Household()
        #expect(try await driver.run(house, Call(action: "unfavorite"), []) != false)
        try await expect(house, favorites: [false, false, false], titles: ["Remove “Lamp” from favorites"])
    }

    /// Returns the items without their lists of loans, because the borrower and the day are also separate
    /// fields.
    private func itemsWithoutLoans(of house: Household) async throws -> [Item] {
        try await house.store.items().map { item in
            var item = item
            try item.set(nil, for: "loans")
            return item
        }
    }

    @Test(arguments: forOne + forSeveral)
    func `an action with arguments has the same result in every front end`(driver: Driver) async throws {
        let house = try Household()
        let loan = Call(action: "lend", arguments: ["to": "Ann", "until": "2031-02-03"])
        #expect(try await driver.run(house, loan, [Household.items[0].id]) != false)
        var expected = Household.items
        (expected[0].lentTo, expected[0].lentUntil) = ("Ann", Day("2031-02-03"))
        #expect(try await itemsWithoutLoans(of: house) == expected)
        #expect(try await driver.run(house, Call(action: "return"), [Household.items[0].id]) != false)
        #expect(try await itemsWithoutLoans(of: house) == Household.items)
        #expect(house.store.titles == ["Lend “Drill” to Ann", "Return “Drill”"])
    }

    @Test(
        arguments: forOne + forSeveral,
        [["to": "Ann"], [:], ["to": "Bob", "until": "2031-02-30"]])
    func `an action that rejects an item or its arguments changes nothing`(
        driver: Driver, arguments: [String: String]
    ) async throws {
        let house = try Household()
        // Bob has it.
        let vase = [Household.items[2].id]
        #expect(try await driver.run(house, Call(action: "lend", arguments: arguments), vase) != true)
        #expect(try await house.store.items() == Household.items && house.store.titles.isEmpty)
    }

    @Test func `an action on an item that doesn't exist is rejected`() async throws {
        let house = try Household()
        let ids = [Household.items[0].id, ItemID()]
        let error = await #expect(throws: LootError.self) {
            try await house.runCommand(["favorite"] + ids.map(\.description))
        }
        #expect(error?.code == .noSuchItem)
        #expect(try await house.send("favorite", ids.map { "item=\($0)" }.joined(separator: "&")) == 404)
        let answer = try await house.ask(
            .post, "/api/actions/favorite", "{\"items\":\(Self.json(ids))}")
        #expect(answer.status == 404 && answer.body.contains("\"code\":\"no-such-item\""))
        let call = "{\"name\":\"favorite\",\"arguments\":{\"items\":\(Self.json(ids))}}"
        let result = try await house.callTools("tools/call", call)
        #expect(result["isError"]?.content == .flag(true))
        try await expect(house, favorites: [false, true, false], titles: [])
    }

    @Test func `an action in a dry run changes nothing`() async throws {
        let house = try Household()
        let ids = Household.items.map(\.id)
        let text = try await house.runCommand(["favorite", "--where", "all", "--dry-run"])
        #expect(text.hasPrefix("Would do: Add 2 items to favorites\n"))
        let answer = try await house.ask(
            .post, "/api/actions/favorite?dryRun=true", "{\"items\":\(Self.json(ids))}")
        #expect(answer.status == 200 && answer.body.contains("\"changed\":2"))
        #expect(
            answer.body.contains(
                "Nothing was changed. The change would be saved as “Add 2 items to favorites”."))
        try await expect(house, favorites: [false, true, false], titles: [])
    }

    @Test func `a dry run shows the transaction after hooks have amended it`() async throws {
        let house = try Household(hooks: [HookPlugin("renaming", summary: "The test's.") { _ in Renaming() }])
        for words in [["favorite", "#1"], ["remove", "#1", "--yes"]] {
            let text = try await house.runCommand(words + ["--dry-run"])
            #expect(text.hasPrefix("Would do: Renamed\n"), "\(words)")
        }
        let body = "{\"items\":\(Self.json([Household.items[2].id]))}"
        #expect(try await house.ask(.post, "/api/actions/favorite?dryRun=true", body).status == 422)
        try await expect(house, favorites: [false, true, false], titles: [])
        _ = try await house.runCommand(["favorite", "#1"])
        #expect(house.store.titles == ["Renamed"])
    }

    @Test func `hooks don't amend bookkeeping`() async throws {
        let house = try Household(hooks: [HookPlugin("renaming", summary: "The test's.") { _ in Renaming() }])
        let record = #"{"setting": "sentReminders.me", "value": {"a": true}}"#
        let batch = #"{"bookkeeping": true, "title": "Record", "changes": [\#(record)]}"#
        #expect(try await house.ask(.post, "/api/batch", batch).status == 200)
        #expect(house.store.titles == ["Record"])
    }

    @Test func `an action with a condition asks for confirmation`() async throws {
        let house = try Household()
        let error = await #expect(throws: LootError.self) {
            try await house.runCommand(["favorite", "--where", "all"])
        }
        #expect(error?.code == .usage)
        try await expect(house, favorites: [false, true, false], titles: [])
    }
}

/// A hook that renames commits, and refuses those about the vase.
private struct Renaming: CommitHook {
    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        if transaction.changes.contains(where: { $0.item == Household.items[2].id }) {
            throw LootError(.invalidValue, "The vase stays as it is.")
        }
        var transaction = transaction
        transaction.title = "Renamed"
        return transaction
    }
}
