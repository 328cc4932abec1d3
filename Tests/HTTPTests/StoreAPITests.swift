import LootCore
import LootFormats
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// The parts of the API that a remote store needs.
@Suite struct `The API for stores` {
    @Test func `the API returns the store's capabilities and state`() async throws {
        let site = try await TestSite(items("Lamp", "Vase"))
        try await site.store.add(Item(name: "Cup"))
        let answer = try await site.get("/api/store").json
        #expect(answer["revision"]?.number == 1)
        #expect(answer["state"]?.text == site.site.states.id(Revision(rawValue: 1)))
        #expect(answer["server"]?.text == site.site.states.server)
        guard case .array(let names) = answer["capabilities"]?.content else {
            Issue.record("there are no capabilities")
            return
        }
        #expect(names.compactMap(\.text).contains("writable"))
        #expect(!names.compactMap(\.text).contains("durable"))
        #expect(answer["problem"] == nil)
    }

    @Test func `the API groups items by an unnamed rule, and returns what each section has in common`()
        async throws
    {
        let site = try await TestSite(items("Lamp", "Vase", "Lid"))
        let sections = try await site.get("/api/sections?rule=-initial:name").json["sections"]
        guard case .array(let parts) = sections?.content else {
            Issue.record("there are no sections")
            return
        }
        #expect(parts.map { $0["key"]?.text } == ["V", "L"])
        #expect(parts.map { $0["start"]?.number } == [0, 1])
        let bands = try await site.get("/api/sections?rule=bands:50:valueInDollars").json["sections"]
        guard case .array(let numbered) = bands?.content else { return }
        #expect(numbered.map { $0["key"]?.number } == [0, 1])
        let page = try await site.get("/api/items?rule=-initial:name")
        #expect(try page.texts("items", "name") == ["Vase", "Lamp", "Lid"])
        #expect(!page.text.contains("\"section\""))
    }

    @Test func `there are no sections if none are requested, whatever is configured`() async throws {
        let site = try await TestSite(items("Lamp", "Vase"))
        #expect(try await site.get("/api/sections?rule=none").json["total"]?.number == 2)
        #expect(try await site.get("/api/sections?rule=nonsense").status == 400)
        #expect(try await site.get("/api/items?rule=bands:9,3:valueInDollars").status == 400)
    }

    @Test func `the API returns the row of an item in a query`() async throws {
        let all = items("Lamp", "Vase", "Cup")
        let site = try await TestSite(all)
        func row(_ query: String) async throws -> DocumentValue? {
            try await site.get("/api/items/\(all[2].id)/position\(query)").json["position"]
        }
        #expect(try await row("")?.number == 2)
        #expect(try await row("?sort=name")?.number == 0)
        #expect(try await row("?where=value%20%3C%2050")?.content == .null)
    }

    @Test func `the API returns the complete history, and a batch undoes it`() async throws {
        let site = try await TestSite(items("Lamp"))
        let commit = try await site.store.apply([.insert(Item(name: "Vase"), at: 0)], title: "Add a vase")
        let answer = try await site.get("/api/history?changes=true").json
        let history = try ChangeReader.read(answer) { $0.history($1) }
        #expect(history == History([commit]))
        var bytes: [UInt8] = []
        ChangeWriter().append(commit.undo, to: &bytes)
        let undone = try await site.ask(.post, "/api/batch", json: String(decoding: bytes, as: UTF8.self))
        #expect(undone.status == 200)
        #expect(try ChangeReader.read(try undone.json) { $0.commit($1) }.purpose == .undo(commit.revision))
        #expect(try await site.names() == ["Lamp"])
        #expect(try await site.store.history(limit: 9).redoable == [commit])
    }

    @Test func `bookkeeping can only change settings that people don't change`() async throws {
        let site = try await TestSite(items("Lamp"))
        for change in [#"{"insert": {"name": "Vase"}}"#, #"{"setting": "currency", "value": "EUR"}"#] {
            let batch = #"{"bookkeeping": true, "changes": [\#(change)]}"#
            #expect(try await site.ask(.post, "/api/batch", json: batch).status == 422)
        }
        let record = #"{"setting": "sentReminders.me", "value": {"a": true}}"#
        let batch = #"{"bookkeeping": true, "changes": [\#(record)]}"#
        #expect(try await site.ask(.post, "/api/batch", json: batch).status == 200)
        #expect(try await site.store.settings().keys == ["sentReminders.me"])
        #expect(try await site.store.history(limit: 9) == History())
    }

    @Test func `a repeated request with the same key is made once`() async throws {
        let site = try await TestSite()
        let batch = #"{"changes": [{"insert": {"name": "Lamp"}}], "title": "Add"}"#
        let key: Headers = ["Idempotency-Key": "one"]
        let first = try await site.ask(.post, "/api/batch", headers: key, json: batch)
        let second = try await site.ask(.post, "/api/batch", headers: key, json: batch)
        #expect(first.text == second.text)
        #expect(try await site.names() == ["Lamp"])
        let other = #"{"changes": [{"insert": {"name": "Vase"}}]}"#
        #expect(try await site.ask(.post, "/api/batch", headers: key, json: other).status == 422)
        #expect(
            try await site.ask(.post, "/api/batch", headers: ["Idempotency-Key": "two"], json: batch).status
                == 200)
        #expect(try await site.names() == ["Lamp", "Lamp"])
    }

    @Test func `a repeated request with the same key adds one item and creates one snapshot`() async throws {
        let site = try await TestSite()
        let key: Headers = ["Idempotency-Key": "one"]
        let first = try await site.ask(.post, "/api/items", headers: key, json: #"{"name": "Lamp"}"#)
        let second = try await site.ask(.post, "/api/items", headers: key, json: #"{"name": "Lamp"}"#)
        #expect(first.status == 201 && second.status == 201 && first.text == second.text)
        #expect(first.headers[.location] == second.headers[.location])
        // The same key for another request is an error.
        #expect(try await site.ask(.post, "/api/undo", headers: key).status == 422)
        #expect(try await site.ask(.post, "/api/items", headers: key, json: "{}").status == 422)
        let file: Headers = ["Idempotency-Key": "file", .contentType: "application/octet-stream"]
        for _ in 0..<2 {
            #expect(
                try await site.ask(.post, "/api/import", headers: file, json: "name\nVase\n").status == 200)
            let hold: Headers = ["Idempotency-Key": "held"]
            #expect(try await site.ask(.post, "/api/snapshots", headers: hold).status == 201)
        }
        #expect(try await site.names() == ["Lamp", "Vase"])
        #expect(site.site.snapshots.count == 1)
    }

    @Test func `a failed request with a key can be retried`() async throws {
        let site = try await TestSite(items("Lamp"))
        let key: Headers = ["Idempotency-Key": "one"]
        let batch = #"{"changes": [{"insert": {"name": "Vase"}}], "revision": 1}"#
        #expect(try await site.ask(.post, "/api/batch", headers: key, json: batch).status == 409)
        try await site.store.add(Item(name: "Cup"))
        #expect(try await site.ask(.post, "/api/batch", headers: key, json: batch).status == 200)
        #expect(try await site.names() == ["Lamp", "Cup", "Vase"])
    }

    @Test @MainActor func `concurrent retries of a failed request are made once`()
        async throws
    {
        let repeats = RepeatedRequests()
        let runs = Mutex(0)
        let failures = Mutex(0)
        let clients = (1...2).map { _ in
            Task { @MainActor in
                while true {
                    do {
                        return try await repeats.answer(to: "key", of: .owner, asking: []) {
                            let run = runs.withLock { runs in
                                runs += 1
                                return runs
                            }
                            // By then, both requests wait for the first response. They see its failure before
                            // the second one starts.
                            await MainActor.run {}
                            if run == 1 { throw HTTPError(.conflict, "Not yet.") }
                            while failures.withLock({ $0 < 2 }) { await Task.yield() }
                            return Response(text: "\(run)")
                        }
                    } catch { failures.withLock { $0 += 1 } }
                }
            }
        }
        for client in clients { #expect(Answered(await client.value).text == "2") }
        #expect(runs.withLock(\.self) == 2)
    }

    @Test func `the oldest of many keys are forgotten`() async throws {
        let repeats = RepeatedRequests()
        let count = 1_200
        for number in 0..<count {
            _ = try await repeats.answer(to: "key \(number)", of: .owner, asking: []) {
                Response(text: "\(number)")
            }
        }
        func answer(_ number: Int) async throws -> String {
            Answered(
                try await repeats.answer(to: "key \(number)", of: .owner, asking: []) {
                    Response(text: "new")
                }
            ).text
        }
        #expect(try await answer(count - 1) == "\(count - 1)")
        #expect(try await answer(0) == "new")
    }

    @Test func `the oldest keys are forgotten early if their responses are long`() async throws {
        let repeats = RepeatedRequests()
        var made: [Int] = []
        for number in [0, 1, 2, 3, 3, 0] {
            let isMade = Mutex(false)
            _ = try await repeats.answer(to: "key \(number)", of: .owner, asking: []) {
                isMade.withLock { $0 = true }
                return Response(body: .bytes([UInt8](repeating: 65, count: 3 << 20)))
            }
            if isMade.withLock(\.self) { made.append(number) }
        }
        #expect(made == [0, 1, 2, 3, 0])
    }
}

/// Photos in a remote store.
@Suite struct `The API for photos by name` {
    @Test func `a photo can be stored before an item refers to it, with its thumbnail`() async throws {
        let site = try await TestSite(items("Lamp"))
        let (photo, small) = (try FileFixtures.file(1), try FileFixtures.file(2))
        let path = "/api/files/\(photo.id)"
        #expect(try await site.send(.put, path + "?thumbnail=only", small.bytes).status == 404)
        #expect(try await site.send(.put, path, photo.bytes).status == 204)
        #expect(try await site.get(path).bytes == photo.bytes)
        #expect(try await site.get(path + "?thumbnail=only").status == 404)
        #expect(try await site.send(.put, path + "?thumbnail=only", small.bytes).status == 204)
        #expect(try await site.get(path + "?thumbnail=only").bytes == small.bytes)
        #expect(try await site.get("/api/files").text == "{\"files\":[\"\(photo.id)\"]}")
    }

    @Test func `a file with a wrong name is rejected`() async throws {
        let site = try await TestSite()
        let (photo, other) = (try FileFixtures.file(1), try FileFixtures.file(2))
        #expect(try await site.send(.put, "/api/files/\(other.id)", photo.bytes).status == 422)
        #expect(try await site.send(.put, "/api/files/\(photo.id)", Array("<svg>".utf8)).status == 422)
        #expect(
            try await site.send(.put, "/api/files/\(photo.id)?thumbnail", Array("<svg>".utf8)).status == 415)
        #expect(try await site.send(.put, "/api/files/nonsense", photo.bytes).status == 404)
        #expect(try await site.store.fileKeeper?.ids() == [])
    }

    @Test func `unreferenced files are removed, whatever the client requests`() async throws {
        let lamp = items("Lamp")[0]
        let site = try await TestSite([lamp])
        let photos = try (1...3).map { try FileFixtures.file($0) }
        for photo in photos { _ = try await site.send(.put, "/api/files/\(photo.id)", photo.bytes) }
        try await site.store.apply([.update(lamp.id, ["photo": .text(photos[0].id.description)])])
        let all = #"{"olderThan": 0, "keep": ["\#(photos[1].id)"]}"#
        #expect(try await site.ask(.post, "/api/files/sweep", json: "{}").text == #"{"removed":0}"#)
        #expect(try await site.ask(.post, "/api/files/sweep", json: all).text == #"{"removed":1}"#)
        #expect(try await site.store.fileKeeper?.ids() == [photos[0].id, photos[1].id])
        #expect(try await site.ask(.post, "/api/files/sweep", json: #"{"kep": []}"#).status == 422)
        #expect(try await site.ask(.post, "/api/files/sweep", json: #"{"keep": ["AB"]}"#).status == 422)
    }
}
