import LootAPI
import LootCore
import LootFormats
import Testing
import WebServer

/// One stocktake, with a step in each front end.
@Suite struct `A stocktake in all front ends` {
    @Test func `each front end takes part in the same stocktake`() async throws {
        let house = try Household(actions: [])
        let items = Household.items
        _ = try await house.runCommand(["stocktake", "start"])
        let names = try await house.runCommand(["stocktake", "scan", items[0].id.description])
        #expect(names.contains(items[0].name))
        #expect(try await house.say("stocktake-scan \(items[1].id)").contains(items[1].name))
        #expect(try await house.send("stocktake-scan", "code=\(items[2].id)&back=/stocktake") == 303)
        let call = #"{"arguments": {"code": "nothing of this name"}}"#
        #expect(try await house.ask(.post, "/api/actions/stocktake-scan", call).status == 200)
        let page = try await house.ask(.get, "/stocktake").body
        #expect(page.contains("3 seen") && page.contains("nothing of this name"))
        let json = try await house.ask(.get, "/api/stocktake").body
        let result = try DocumentValue(json: Array(json.utf8).span, strict: true)
        #expect(result["seen"]?.elements?.count == 3 && result["unknown"]?.elements?.count == 1)
        _ = try await house.callTools("tools/call", #"{"name": "stocktake-finish", "arguments": {}}"#)
        #expect(try await house.store.items(of: Query(filter: .isSet("seen"))).count == 3)
        #expect(try await house.ask(.get, "/api/stocktake").status == 422)
    }
}
