import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// Commits another client's change once, before the next change reaches the store.
private final class OtherWriter: Sendable {
    private let changes: Mutex<[Change]?>

    init(_ changes: [Change]) { self.changes = Mutex(changes) }

    func store(over store: MemoryStore) -> SlowStore {
        SlowStore(store) { call in
            guard call == .apply, let changes = self.changes.withLock({ $0.take() }) else { return }
            _ = try? await store.apply(changes)
        }
    }
}

/// A store whose events come from a test.
private struct ScriptedStore: StoreWrapper {
    let wrapped: any ItemStore
    let stream: AsyncStream<StoreEvent>

    func events() -> AsyncStream<StoreEvent> { stream }
}

@Suite(.timeLimit(.minutes(2))) struct `Between a check and the commit` {
    private let lamp = items("Lamp", "Spork")[0]

    /// A site whose store renames the lamp right before a change.
    private func site() async throws -> (site: TestSite, tag: String) {
        let memory = try MemoryStore(items("Lamp", "Spork"))
        let writer = OtherWriter([.update(lamp.id, ["name": .text("Lantern")])])
        let site = try await TestSite(writer.store(over: memory))
        let tag = try #require(try await site.get("/api/items/\(lamp.id)").headers[.eTag])
        return (site, tag)
    }

    @Test(
        arguments: [
            (Method.patch, "", #"{"notes": "x"}"#), (.delete, "", nil), (.post, "/move", #"{"to": 1}"#),
        ] as [(Method, String, String?)])
    func `If-Match is checked at the commit, so another client's change is kept`(
        method: Method, path: String, json: String?
    ) async throws {
        let (site, tag) = try await site()
        let answer = try await site.ask(
            method, "/api/items/\(lamp.id)\(path)", headers: [.ifMatch: tag], json: json)
        #expect(answer.status == 412)
        #expect(try answer.json["item"]?["name"]?.text == "Lantern")
        let item = try #require(try await site.store.item(lamp.id))
        #expect(item.name == "Lantern" && item.notes == lamp.notes)
    }

    @Test(arguments: ["/files?name=a.txt", "/photo"])
    func `If-Match is also checked for files and photos`(path: String) async throws {
        let (site, tag) = try await site()
        let file = try FileFixtures.file(1)
        let answer = try await site.send(
            path == "/photo" ? .put : .post, "/api/items/\(lamp.id)\(path)", file.bytes,
            headers: [.ifMatch: tag, .contentType: file.kind.mediaType])
        #expect(answer.status == 412)
        let item = try #require(try await site.store.item(lamp.id))
        #expect(item.files.isEmpty && item.photo == nil)
    }

    @Test func `a star requires only that the item exists`() async throws {
        let (site, _) = try await site()
        let answer = try await site.ask(
            .patch, "/api/items/\(lamp.id)", headers: [.ifMatch: "*"], json: #"{"notes": "x"}"#)
        #expect(answer.status == 200)
        let item = try await site.store.item(lamp.id)
        #expect(item?.name == "Lantern" && item?.notes == "x")
    }

    @Test func `a change without If-Match applies to the current item`() async throws {
        let (site, _) = try await site()
        #expect(
            try await site.ask(.patch, "/api/items/\(lamp.id)", json: #"{"notes": "x"}"#).status == 200)
        #expect(try await site.store.item(lamp.id)?.name == "Lantern")
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A resumed stream` {
    private func commit(_ revision: UInt64) -> Commit {
        let item = Item(name: "Item \(revision)")
        return Commit(
            ItemTransaction([.insert(item)]), revision: Revision(rawValue: revision),
            changes: [AppliedChange(.insert(item, at: 0), inverse: .remove(item.id))])
    }

    /// Returns the first event for a client that resumes from a state, after the feed has received some
    /// commits.
    private func first(after seen: UInt64, _ revisions: [UInt64]) async throws -> [EventClient.Event] {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreEvent.self)
        let site = try await TestSite(ScriptedStore(wrapped: MemoryStore(), stream: stream))
        let server = try Server(ServerConfiguration(), router: site.router)
        let feed = Task { await site.site.feed.run() }
        let watcher = try EventClient(server.address)
        _ = try await watcher.event()
        for revision in revisions { continuation.yield(.committed(commit(revision))) }
        for _ in revisions { _ = try await watcher.event() }
        let client = try EventClient(
            server.address, after: site.site.states.id(Revision(rawValue: seen)))
        var events = [try await client.event()]
        while events.last?.kind == "commit", events.count < revisions.count(where: { $0 > seen }) {
            events.append(try await client.event())
        }
        feed.cancel()
        await server.stop()
        return events
    }

    @Test func `a stream gets every later change if the feed saw all of them`() async throws {
        let events = try await first(after: 1, [1, 2, 3])
        #expect(events.map(\.kind) == ["commit", "commit"])
        #expect(events[0].data.contains("Item 2") && events[1].data.contains("Item 3"))
    }

    @Test(
        arguments: [([1, 3], 0), ([1, 2, 4, 5], 1), ([2, 3], 0), ([1, 2, 5], 2)] as [([UInt64], UInt64)])
    func `a stream makes the client read again if the feed missed a later change`(
        revisions: [UInt64], seen: UInt64
    ) async throws {
        #expect(try await first(after: seen, revisions).map(\.kind) == ["reload"])
    }

    @Test func `a stream continues after a gap that is older than its state`() async throws {
        let events = try await first(after: 4, [1, 2, 4, 5])
        #expect(events.map(\.kind) == ["commit"] && events[0].data.contains("Item 5"))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A live list for people with different roles` {
    @Test(arguments: [["Ann", "Ben"], ["Ben", "Ann"]])
    func `each role sees its own rows`(names: [String]) async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read), ("Ben", .write)])
        defer { home.remove() }
        let site = home.site
        let server = try Server(ServerConfiguration(), router: site.router)
        let running = Task { await site.site.run() }
        let state = site.site.states.id(try await site.store.summary().revision)
        let path = "/live" + PercentEncoding.query([("list", state + "/?edit=true")])
        var clients: [(name: String, client: EventClient)] = []
        for name in names {
            let client = try EventClient(
                server.address, path, headers: "Authorization: Bearer \(home.tokens[name] ?? "")\r\n")
            #expect(try await client.event().kind == "condition")
            clients.append((name, client))
        }
        #expect(site.site.lists.count == 2)
        try await site.store.add(Item(name: "Vase"))
        var rows: Set<String> = []
        for (name, client) in clients {
            let event = try await client.event()
            #expect(event.kind == "step")
            var headers = home.headers(name)
            headers[.accept] = "text/html"
            let page = try await site.get("/?edit=true", headers: headers).text
            let pattern = try Regex(#"<li class="row" id="item-((?!</li>).)*Vase.*?</li>"#)
                .dotMatchesNewlines()
            let row = String(page[try #require(page.firstMatch(of: pattern)).range])
            #expect(event.data.contains(String(decoding: JSON(row).bytes, as: UTF8.self)), "\(name)")
            rows.insert(row)
        }
        #expect(rows.count == 2, "the roles' rows differ")
        running.cancel()
        await server.stop()
    }
}

@Suite struct `Cached responses` {
    @Test func `a response with a date is different on the next day`() async throws {
        let first = try #require(Day("2026-01-02"))
        let today = Mutex(first)
        var lamp = items("Lamp")[0]
        lamp.warrantyUntil = first
        let site = try await TestSite([lamp], today: { today.withLock(\.self) })
        func names() async throws -> [String] {
            try await site.get("/api/items?where=warrantyUntil%20%3D%20today").texts("items", "name")
        }
        for _ in 0..<3 { #expect(try await names() == ["Lamp"]) }
        today.withLock { $0 = Day("2026-01-03") ?? first }
        for _ in 0..<3 { #expect(try await names().isEmpty) }
        today.withLock { $0 = first }
        for _ in 0..<3 { #expect(try await names() == ["Lamp"]) }
    }

    @Test func `the capabilities of the store depend on the person's role`() async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read), ("Ben", .write)])
        defer { home.remove() }
        for (name, canWrite) in [("Ann", false), ("Ben", true), ("Ann", false)] {
            let store = try await home.site.get("/api/store", headers: home.headers(name)).text
            #expect(store.contains("\"writable\"") == canWrite, "\(name)")
        }
    }
}
