import LootAPI
import LootCore
import LootFormats
import Testing
import WebServer

/// An action has the same result in every front end: items, history and error code.
@Suite struct `Actions in all front ends` {
    /// A front end, and a function that runs an action in it.
    struct Driver: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Household, _ action: String, [ItemID]) async throws -> Void
    }

    private static func json(_ ids: [ItemID]) -> String {
        "[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    private static let forOne: [Driver] = [
        Driver(testDescription: "screens") { house, action, ids in
            let row = Household.items.firstIndex { $0.id == ids[0] } ?? 0
            _ = try await house.type(String(repeating: "j", count: row) + ":\(action):<enter>")
        },
        Driver(testDescription: "plain mode") { house, action, ids in
            let row = Household.items.firstIndex { $0.id == ids[0] } ?? 0
            _ = try await house.say("\(action) \(row + 1)")
        },
    ]

    private static let forSeveral: [Driver] = [
        Driver(testDescription: "command line") { house, action, ids in
            _ = try await house.runCommand([action] + ids.map(\.description))
        },
        Driver(testDescription: "page") { house, action, ids in
            let form = ids.map { "item=\($0)" }.joined(separator: "&")
            let status = try await house.send(action, form)
            #expect(status == 303)
        },
        Driver(testDescription: "API") { house, action, ids in
            let answer = try await house.ask(.post, "/api/actions/\(action)", "{\"items\":\(json(ids))}")
            #expect(answer.status == 200, "\(answer.body)")
        },
        Driver(testDescription: "tools") { house, action, ids in
            let call = "{\"name\":\"\(action)\",\"arguments\":{\"items\":\(json(ids))}}"
            let result = try await house.callTools("tools/call", call)
            #expect(result["isError"] == nil)
        },
    ]

    private static let byCondition: [Driver] = [
        Driver(testDescription: "command line") { house, action, _ in
            _ = try await house.runCommand([action, "--where", "all", "--yes"])
        },
        Driver(testDescription: "page") { house, action, _ in
            let status = try await house.send(action, "all=true&back=%2F")
            #expect(status == 303)
        },
        Driver(testDescription: "API") { house, action, _ in
            let body = #"{"matching":{"where":["all"]}}"#
            let answer = try await house.ask(.post, "/api/actions/\(action)", body)
            #expect(answer.status == 200, "\(answer.body)")
        },
        Driver(testDescription: "tools") { house, action, _ in
            let call = "{\"name\":\"\(action)\",\"arguments\":{\"where\":[\"all\"]}}"
            let result = try await house.callTools("tools/call", call)
            #expect(result["isError"] == nil)
        },
        Driver(testDescription: "screens") { house, action, _ in
            _ = try await house.type("*:\(action):<enter>")
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
    func `an action on one item`(driver: Driver) async throws {
        let ids = Household.items.map(\.id)
        for (action, item, favorites, titles) in [
            ("favorite", 0, [true, true, false], ["Favorite “Drill”"]),
            ("unfavorite", 1, [false, false, false], ["Unfavorite “Lamp”"]),
            ("favorite", 1, [false, true, false], []),
        ] {
            let house = try Household()
            try await driver.run(house, action, [ids[item]])
            try await expect(house, favorites: favorites, titles: titles)
        }
    }

    @Test(arguments: forSeveral)
    func `an action on several items`(driver: Driver) async throws {
        let house = try Household()
        try await driver.run(house, "favorite", Household.items.map(\.id))
        try await expect(house, favorites: [true, true, true], titles: ["Favorite 2 items"])
    }

    @Test(arguments: byCondition)
    func `an action on all items that match a condition`(driver: Driver) async throws {
        let house = try Household()
        try await driver.run(house, "unfavorite", [])
        try await expect(house, favorites: [false, false, false], titles: ["Unfavorite “Lamp”"])
    }

    @Test func `an action on an item that doesn't exist is refused`() async throws {
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
        #expect(text.hasPrefix("Would do: Favorite 2 items\n"))
        let answer = try await house.ask(
            .post, "/api/actions/favorite?dryRun=true", "{\"items\":\(Self.json(ids))}")
        #expect(answer.status == 200 && answer.body.contains("\"changed\":2"))
        try await expect(house, favorites: [false, true, false], titles: [])
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
