import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `One item over the API` {
    private let lamp = items("Lamp")[0]

    @Test func `an item is returned with all its fields and an entity tag`() async throws {
        let site = try await TestSite([lamp])
        let answer = try await site.get("/api/items/\(lamp.id)")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(try answer.json["name"]?.text == "Lamp")
        #expect(try answer.json["dateCreated"]?.text == "2026-01-02T03:04:05Z")
        let tag = try #require(answer.headers[.eTag])
        let again = try await site.get("/api/items/\(lamp.id)", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
    }

    @Test(arguments: ["2f1d7c60-95e4-4c6e-8f3e-000000000009", "nonsense", "%00", "2f1d7c60"])
    func `a missing item is 404 with a problem document`(id: String) async throws {
        let answer = try await TestSite([lamp]).get("/api/items/\(id)")
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(try answer.json["status"]?.number == 404)
    }

    @Test func `a new item is added, and its address returned`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(
            .post, "/api/items",
            json: """
                {"name": "Spork", "valueInDollars": 40, "tags": ["a", "b"], "purchaseDate": "2026-02-03",
                 "custom": {"Colour": "red", "Bought": {"date": "2026-01-01"}}}
                """)
        #expect(answer.status == 201)
        let item = try #require(try await site.store.items().first)
        #expect(answer.headers[.location] == "/api/items/\(item.id)")
        #expect(item.tags == ["a", "b"])
        #expect(item.purchaseDate == Day("2026-02-03"))
        #expect(item.custom["Colour"] == .text("red"))
        #expect(item.custom["Bought"] == Day("2026-01-01").map { .day($0) })
    }

    @Test(arguments: ["POST", "PATCH"])
    func `a misspelled field is rejected with a suggestion`(method: String) async throws {
        let site = try await TestSite([lamp])
        let answer = try await site.ask(
            method == "POST" ? .post : .patch, method == "POST" ? "/api/items" : "/api/items/\(lamp.id)",
            json: #"{"name": "Spork", "quantitty": 4}"#)
        #expect(answer.status == 422)
        #expect(try answer.texts("errors", "pointer") == ["/quantitty"])
        #expect(answer.text.contains("“quantity”"))
        #expect(try await site.names() == ["Lamp"])
    }

    @Test func `a new item has an unknown value unless one is given, alone or in a batch`() async throws {
        let site = try await TestSite()
        let one = try await site.ask(.post, "/api/items", json: #"{"name": "Spork"}"#)
        let many = try await site.ask(
            .post, "/api/batch",
            json: #"{"changes": [{"insert": {"name": "Bear"}}, {"insert": {"name": "Mug"}, "at": 0}]}"#)
        #expect(one.status == 201 && many.status == 200)
        #expect(try await site.store.items().map(\.value) == [nil, nil, nil])
    }

    @Test func `an invalid item is rejected with a pointer to each invalid field`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(
            .post, "/api/items",
            json: #"{"name": 7, "valueInDollars": -1, "tags": [1], "custom": {"a/b~": []}, "id": 7}"#)
        #expect(answer.status == 422)
        let pointers = try answer.texts("errors", "pointer")
        #expect(Set(pointers) == ["/name", "/valueInDollars", "/tags", "/custom/a~1b~0", "/id"])
        #expect(try await site.names().isEmpty)
    }

    @Test func `a merge patch sets and removes fields`() async throws {
        var item = lamp
        (item.location, item.custom) = ("Attic", ["Colour": .text("red"), "Size": .integer(3)])
        let site = try await TestSite([item])
        let answer = try await site.ask(
            .patch, "/api/items/\(item.id)",
            headers: [.contentType: "application/merge-patch+json"],
            json: #"{"name": "Lantern", "location": null, "custom": {"Colour": null, "Age": 4}}"#)
        #expect(answer.status == 200)
        let edited = try #require(try await site.store.item(item.id))
        #expect(edited.name == "Lantern")
        #expect(edited.location == nil)
        #expect(edited.custom == ["Size": .integer(3), "Age": .integer(4)])
    }

    @Test func `a patch removes all custom fields, and a batch removes those that exist by then`()
        async throws
    {
        var item = lamp
        item.custom = ["Colour": .text("red"), "Size": .integer(3)]
        let site = try await TestSite([item])
        let answer = try await site.ask(.patch, "/api/items/\(item.id)", json: #"{"custom": null}"#)
        #expect(answer.status == 200)
        #expect(try await site.store.item(item.id) == lamp)
        #expect(try await site.ask(.patch, "/api/items/\(item.id)", json: #"{"custom": null}"#).status == 200)
        try await site.store.apply([.update(item.id, [.custom("Size"): .integer(3)])])
        let batch = """
            {"changes": [{"update": "\(item.id)", "set": {"custom": {"Age": 4}}}, \
            {"update": "\(item.id)", "set": {"notes": "x", "custom": null}}]}
            """
        #expect(try await site.ask(.post, "/api/batch", json: batch).status == 200)
        #expect(try await site.store.item(item.id)?.custom.isEmpty == true)
        #expect(try await site.ask(.post, "/api/undo").status == 200)
        #expect(try await site.store.item(item.id)?.custom == ["Size": .integer(3)])
        let condition = """
            {"changes": [], "conditions": [{"item": "\(item.id)", "fields": {"custom": null}}]}
            """
        #expect(try await site.ask(.post, "/api/batch", json: condition).status == 422)
    }

    @Test(arguments: [
        (#"{"name": null}"#, 422), (#"{"nmae": "x"}"#, 422), (#"{"id": "x"}"#, 422), ("[]", 422), ("{", 400),
        (#"{"isFavorite": "yes"}"#, 422), (#"{"name": "a\u0007"}"#, 422), (#"{"custom": 7}"#, 422),
    ])
    func `an invalid patch is rejected`(json: String, status: Int) async throws {
        let site = try await TestSite([lamp])
        #expect(try await site.ask(.patch, "/api/items/\(lamp.id)", json: json).status == status)
        #expect(try await site.store.item(lamp.id) == lamp)
    }

    @Test(arguments: [Method.patch, .delete, .post])
    func `an item that changed in the meantime is returned and not changed`(method: Method) async throws {
        let site = try await TestSite(items("Lamp", "Spork"))
        let path = "/api/items/\(lamp.id)" + (method == .post ? "/move" : "")
        let tag = try #require(try await site.get("/api/items/\(lamp.id)").headers[.eTag])
        try await site.store.apply([.update(lamp.id, ["name": .text("Lantern")])])
        let json = method == .post ? #"{"to": 1}"# : method == .patch ? #"{"name": "x"}"# : nil
        let stale = try await site.ask(method, path, headers: [.ifMatch: tag], json: json)
        #expect(stale.status == 412)
        #expect(try stale.json["item"]?["name"]?.text == "Lantern")
        #expect(try await site.names() == ["Lantern", "Spork"])
        let current = try #require(try await site.get("/api/items/\(lamp.id)").headers[.eTag])
        let fresh = try await site.ask(method, path, headers: [.ifMatch: current], json: json)
        #expect(fresh.status < 300)
    }

    @Test(arguments: [16, 64])
    func `many clients edit different items concurrently, and none is rejected`(clients: Int) async throws {
        let items = (0..<clients).map { Item(name: "Item \($0)") }
        // Other writers commit before each call of the store.
        let site = try await TestSite(items) { store in
            SlowStore(store) { _ in for _ in 0..<5 { await Task.yield() } }
        }
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for item in items {
                group.addTask {
                    var statuses: [Int] = []
                    for round in 0..<5 {
                        let path = "/api/items/\(item.id)"
                        let json = "{\"notes\": \"\(round)\"}"
                        statuses.append(try await site.ask(.patch, path, json: json).status)
                        let tag = try #require(try await site.get(path).headers[.eTag])
                        let tagged = try await site.ask(
                            .patch, path, headers: [.ifMatch: tag], json: "{\"isFavorite\": true}")
                        statuses.append(tagged.status)
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count == clients * 10 && statuses.allSatisfy { $0 == 200 })
        #expect(try await site.store.items().allSatisfy { $0.notes == "4" && $0.isFavorite })
    }

    @Test func `a client can require that an item doesn't exist`() async throws {
        let site = try await TestSite([lamp])
        let path = "/api/items/\(lamp.id)"
        let tag = try #require(try await site.get(path).headers[.eTag])
        for known in ["*", tag] {
            let answer = try await site.ask(
                .patch, path, headers: [.ifNoneMatch: known], json: #"{"name": "x"}"#)
            #expect(answer.status == 412, "\(known)")
        }
        #expect(try await site.names() == [lamp.name])
        for (name, value) in [(Headers.Name.ifNoneMatch, "\"other\""), (.ifMatch, "*")] {
            let answer = try await site.ask(.patch, path, headers: [name: value], json: #"{"notes": "x"}"#)
            #expect(answer.status == 200)
        }
        let gone = try await site.ask(
            .patch, "/api/items/\(ItemID())", headers: [.ifMatch: "*"], json: #"{"name": "x"}"#)
        #expect(gone.status == 404)
    }

    @Test func `the history of an item names the authors, even after its removal`() async throws {
        let site = try await TestSite()
        let added = try await site.ask(.post, "/api/items", json: #"{"name": "Lamp"}"#)
        let id = try #require(try added.json["id"]?.text)
        let batch = """
            {"title": "Edit", "author": "Zoë", "changes": [{"update": "\(id)", "set": {"notes": "a"}}],
            "conditions": [{"item": "\(id)", "fields": {"notes": null}}]}
            """
        #expect(try await site.ask(.post, "/api/batch", json: batch).status == 200)
        let again = try await site.ask(.post, "/api/batch", json: batch)
        #expect(again.status == 409)
        #expect(try again.json["itemID"]?.text == id)
        #expect(try again.json["field"]?.text == "notes")
        let page = try await site.get("/items/\(id)/history", headers: ["Accept": "text/html"])
        #expect(page.text.contains("· <bdi>Zoë</bdi>") && page.text.contains("Notes: not set → a"))
        #expect(try await site.ask(.delete, "/api/items/\(id)").status == 204)
        let history = try await site.get("/api/items/\(id)/history")
        #expect(try history.texts("commits", "author") == ["web", "Zoë", "web"])
        #expect(try history.texts("commits", "title") == ["Add “Lamp”", "Edit", "Remove “Lamp”"])
        #expect(try await site.get("/api/history").texts("commits", "author") == ["web", "Zoë", "web"])
        let newest = try await site.get("/api/items/\(id)/history?limit=1")
        #expect(try newest.texts("commits", "title") == ["Remove “Lamp”"])
        #expect(try await site.get("/api/items/\(ItemID())/history").json["commits"] != nil)
        #expect(try await site.ask(.post, "/api/undo").status == 200)
        let titles = try await site.get("/api/history")
        #expect(
            titles.text.contains(#""title":"Remove “Lamp”","author":"web","undone":true}"#), "\(titles.text)")
        #expect(
            titles.text.contains(#""undoes":3}],"undoable":[1,2],"redoable":[3]}"#)
                && !titles.text.contains("changes"))
        let restored = try await site.get("/items/\(id)/history", headers: ["Accept": "text/html"])
        #expect(restored.text.contains("<bdi>Undid change 3: Remove “Lamp”</bdi>"))
        #expect(restored.text.contains("· <bdi>web</bdi> · undone</small>"))
    }

    @Test func `an item is removed once`() async throws {
        let site = try await TestSite([lamp])
        #expect(try await site.ask(.delete, "/api/items/\(lamp.id)").status == 204)
        #expect(try await site.ask(.delete, "/api/items/\(lamp.id)").status == 404)
    }

    @Test(arguments: [
        (#"{"to": 0}"#, ["C", "A", "B"]),
        (#"{"before": "2f1d7c60-95e4-4c6e-8f3e-000000000002"}"#, ["A", "C", "B"]),
        (#"{"after": "2f1d7c60-95e4-4c6e-8f3e-000000000001"}"#, ["A", "C", "B"]),
        (#"{"to": 2}"#, ["A", "B", "C"]), (#"{"to": "last"}"#, ["A", "B", "C"]),
        (#"{"to": "first"}"#, ["C", "A", "B"]),
    ])
    func `an item moves in the user's order`(json: String, order: [String]) async throws {
        let site = try await TestSite(items("A", "B", "C"))
        let last = try #require(try await site.store.items().last)
        let answer = try await site.ask(.post, "/api/items/\(last.id)/move", json: json)
        #expect(answer.status == 200)
        #expect(try answer.json["position"]?.number == order.firstIndex(of: "C"))
        #expect(try await site.names() == order)
    }

    @Test(arguments: [#"{}"#, #"{"to": 9}"#, #"{"to": -1}"#, #"{"to": 0, "before": "x"}"#, #"{"up": 1}"#])
    func `an item can't move outside the list`(json: String) async throws {
        let site = try await TestSite(items("A", "B"))
        let answer = try await site.ask(
            .post, "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000001/move", json: json)
        #expect(answer.status == 422)
        #expect(try await site.names() == ["A", "B"])
    }

    @Test func `a batch that fails because of the machine is logged`() async throws {
        let lines = Lines()
        let failure = LootError(.inputOutput, "Can't save the change.", reason: "The medium failed.")
        let site = try await TestSite(
            FailingStore(MemoryStore(), failing: .apply, with: failure), log: lines.add)
        let batch = #"{"changes": [{"insert": {"name": "Lamp"}}]}"#
        #expect(try await site.ask(.post, "/api/batch", json: batch).status == 500)
        #expect(lines.all.contains("\(failure)"))
    }

    static let failures: [(LootError.Code, Int, String)] = [
        (.noSpace, 507, "no space left"), (.storeFull, 507, "no space left"),
        (.inputOutput, 500, "See the server's log"),
        (.unavailable, 503, "Disk 7 is switched off."),
    ]

    @Test(arguments: failures)
    func `a failing store rejects an item, and the response reveals only public details`(
        code: LootError.Code, status: Int, words: String
    ) async throws {
        let failure = LootError(code, "Can't save the change.", reason: "Disk 7 is switched off.")
        let site = try await TestSite(wrap: { FailingStore($0, failing: .apply, with: failure) })
        let answer = try await site.ask(.post, "/api/items", json: #"{"name": "Lamp"}"#)
        #expect(answer.status == status)
        #expect(try answer.json["code"]?.text == code.rawValue)
        #expect(try answer.json["detail"]?.text?.contains(words) == true)
        #expect(status == 503 || !answer.text.contains("Disk 7"))
    }

    static let improper: [(Method, String, Headers, Int)] = [
        (.post, "/api/items", [:], 411), (.post, "/api/items", [.contentType: "text/plain"], 411),
        (.put, "/api/items", [:], 405), (.get, "/api/nothing", [:], 404),
    ]

    @Test(arguments: improper)
    func `an invalid request for an item is rejected`(
        method: Method, path: String, headers: Headers, status: Int
    ) async throws {
        let answer = try await TestSite().ask(method, path, headers: headers)
        #expect(answer.status == status)
        if status == 405 { #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS, POST") }
    }

    @Test func `an item is available only as JSON`() async throws {
        let answer = try await TestSite().ask(
            .post, "/api/items", headers: [.contentType: "text/plain"], json: #"{"name": "x"}"#)
        #expect(answer.status == 415)
    }
}
