import Foundation
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootTesting
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct `Live lists of pages` {
    /// A site on a loopback port.
    private func served(
        _ site: TestSite, _ test: (TestSite, Server) async throws -> Void
    ) async throws {
        let server = try Server(ServerConfiguration(), router: site.router)
        let running = Task { await site.site.run() }
        do { try await test(site, server) } catch {
            running.cancel()
            await server.stop()
            throw error
        }
        running.cancel()
        await server.stop()
    }

    private func follow(
        _ site: TestSite, _ server: Server, _ lists: [String] = ["/"], from state: String? = nil
    ) async throws -> EventClient {
        let newest = site.site.states.id(try await site.store.summary().revision)
        let wishes = lists.map { ("list", (state ?? newest) + $0) }
        let client = try EventClient(server.address, "/live" + PercentEncoding.query(wishes))
        #expect(try await client.event().kind == "condition")
        return client
    }

    @Test func `a step contains rows by position with markup, and other changed parts`()
        async throws
    {
        let three = items("A", "B", "C")
        try await served(try await TestSite(three)) { site, server in
            let client = try await follow(site, server)
            let (from, to) = (
                site.site.states.id(.initial), site.site.states.id(Revision(rawValue: 1))
            )
            _ = try await site.store.apply([.remove(three[0].id)])
            let event = try await client.event()
            #expect(event.kind == "step")
            let total = try await markup(#"<p id="total">.*?</p>"#, on: site, at: "/")
            let history = try await markup(#"<div class="history">.*?</div>"#, on: site, at: "/")
            #expect(
                event.data == """
                    {"list":"/","from":"\(from)","to":"\(to)","count":2,"removed":[0],"inserted":[],"moved":[],\
                    "changed":[],"sections":{"removed":[],"inserted":[],"changed":[[0,2,"",""]]},\
                    "parts":{"total":\(JSON(String(total.dropFirst(14).dropLast(4)))),\
                    "history":\(JSON(history))}}
                    """)

            _ = try await site.store.apply([.update(three[1].id, ["isFavorite": .flag(true)])])
            let row = try await markup(#"<li class="row" id="item-.*?</li>"#, on: site, at: "/")
            #expect(try await client.event().data.contains("\"changed\":[[0,\(JSON(row))]]"))
        }
    }

    private func markup(_ pattern: String, on site: TestSite, at path: String) async throws -> String {
        let regex = try Regex(pattern).dotMatchesNewlines()
        let text = try await site.get(path).text
        let match = try #require(text.firstMatch(of: regex))
        return String(text[match.range])
    }

    @Test(arguments: [1, 2, 3])
    func `frames turn an old page into the new one`(seed: UInt64) async throws {
        try await served(try await TestSite(ItemFixtures.items(30, seed: seed))) { site, server in
            try await changeRandomly(site, server, seed)
        }
    }

    private func changeRandomly(_ site: TestSite, _ server: Server, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var shown: [String: ShownList] = [:]
        for address in [
            "/", "/?edit=true", "/?sort=name", "/?favorites=true", "/?sections=price",
            "/?where=valueInDollars%20%3C%20100&sections=same%3Alocation", "/?search=a",
        ] {
            let list = try await ShownList(site, address)
            shown[list.address] = list
        }
        let client = try await follow(site, server, shown.keys.sorted())
        for _ in 0..<40 {
            let changes = try await change(in: site, using: &generator)
            guard let commit = try? await site.store.apply(changes) else { continue }
            let name = site.site.states.id(commit.revision)
            while shown.values.contains(where: { $0.state != name }) {
                let event = try await client.event()
                let frame = try DocumentValue(json: Array(event.data.utf8).span, strict: true)
                try shown[frame["list"]?.text ?? ""]?.apply(frame)
            }
            for (address, list) in shown {
                let now = try await ShownList(site, address)
                #expect(list == now)
            }
        }
    }

    private func change(
        in site: TestSite, using generator: inout SeededGenerator
    ) async throws -> [Change] {
        let all = try await site.store.items()
        guard let one = all.randomElement(using: &generator),
            let other = all.randomElement(using: &generator)
        else { return [.insert(ItemFixtures.item(using: &generator))] }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return [.insert(ItemFixtures.item(using: &generator), at: .before(one.id))]
        case 1: return [.remove(one.id)]
        case 2: return [.move(one.id, to: .after(other.id))]
        case 3: return [.update(one.id, ["isFavorite": .flag(!one.isFavorite)])]
        case 4:
            return [
                .update(one.id, ["valueInDollars": .integer(Int.random(in: 0..<200, using: &generator))]),
                .insert(ItemFixtures.item(using: &generator)),
            ]
        default:
            return [.update(one.id, ["location": .text(other.name), "name": .text("a \(one.name)")])]
        }
    }

    @Test func `a page resumes where it stopped, or gets the newest state`() async throws {
        try await served(try await TestSite(items("A"))) { site, server in
            let first = try await follow(site, server)
            for name in ["B", "C"] { try await site.store.add(Item(name: name)) }
            for _ in 0..<2 { #expect(try await first.event().kind == "step") }
            let states = site.site.states
            let back = try await follow(site, server, from: states.id(Revision(rawValue: 1)))
            #expect(try await back.event().data.contains("<bdi>C</bdi>"))
            let lost = try await follow(site, server, from: "another-1")
            let event = try await lost.event()
            #expect(event.kind == "state")
            #expect(
                event.data == "{\"list\":\"/\",\"state\":\"\(states.id(Revision(rawValue: 2)))\"}")
        }
    }

    @Test func `a change of very many rows is reported as a new state`() async throws {
        try await served(try await TestSite(items("A"))) { site, server in
            let client = try await follow(site, server)
            _ = try await site.store.apply(
                (0...StepFrame.greatestRows).map { Change.insert(Item(name: "\($0)")) })
            #expect(try await client.event().kind == "state")
            try await site.store.add(Item(name: "Z"))
            #expect(try await client.event().kind == "step")
        }
    }

    @Test func `a list that can't report steps is requested again`() async throws {
        let store = EndingStore(wrapped: try await TestSite(items("A")).store)
        try await served(try await TestSite(store)) { site, server in
            let client = try await follow(site, server)
            try await site.store.add(Item(name: "B"))
            let event = try await client.event()
            #expect(event.kind == "state")
            #expect(event.data.contains(site.site.states.id(Revision(rawValue: 1))))
        }
    }

    @Test func `a list is live once for all its pages, and ends with the last of them`()
        async throws
    {
        let store = CountingStore(behind: try await TestSite(items("A")).store)
        try await served(try await TestSite(store)) { site, server in
            var clients: [EventClient] = []
            for _ in 0..<20 { clients.append(try await follow(site, server, ["/", "/?sort=name"])) }
            #expect(store.asked == 2)
            #expect(site.site.lists.count == 2)
            try await site.store.add(Item(name: "B"))
            for client in clients {
                for _ in 0..<2 { #expect(try await client.event().kind == "step") }
            }
            #expect(store.asked == 2)
            clients = []
            while site.site.lists.count > 0 { try await Task.sleep(for: .milliseconds(1)) }
            _ = try await follow(site, server, ["/"])
        }
    }

    @Test func `an invalid list is rejected, and other parameters don't create lists`() async throws {
        let site = try await TestSite(items("A"))
        #expect(try await site.get("/live?list=x/%3Fwhere%3Dvalue%2520%253E").status == 400)
        #expect(try await site.get("/live?list=nonsense&list=x//elsewhere").status == 200)
    }

    @Test func `pages receive the problem of the store and its end`() async throws {
        try await served(try await TestSite(items("A"))) { site, server in
            let client = try await follow(site, server, [])
            await site.site.condition.note(.failed(.damage))
            #expect(try await client.event().data.contains("Can't read all items."))
            await site.site.condition.note(.reloaded(.initial))
            #expect(try await client.event().data == "{\"problem\":\"\"}")
        }
    }
}

/// A list that is built only from frames, as in a page's script.
private struct ShownList: Equatable {
    let address: String
    var state: String
    var rows: [String]
    /// The counts, headers and footers of the sections.
    var sections: [[String]]
    var parts: [String: String]

    /// Reads what a page shows now.
    init(_ site: TestSite, _ address: String) async throws {
        let list = try ListQuery(try #require(Request(.get, address)), site.site.host)
        let query = try await list.query(site.site)
        let answer = try await site.store.answer(to: query, rows: 0..<1000)
        let parts = await site.site.lists.maker.parts(list, query, answer.outline, for: .write)
        self.address = parts.address
        state = site.site.states.id(answer.page.revision)
        rows = answer.page.items.enumerated().map { parts.row($1, at: $0).markup }
        sections = answer.outline.sections.map {
            ["\($0.count)", parts.header(of: $0).markup, parts.footer(of: $0).markup]
        }
        self.parts = [
            "total": parts.total?.markup ?? "", "history": parts.history.markup,
            "sidebar": parts.sidebar.markup, "index": parts.index.markup,
        ]
        self.parts["nothing"] = rows.isEmpty ? parts.nothing.markup : nil
    }

    mutating func apply(_ frame: DocumentValue) throws {
        try #require(frame["from"]?.text == state)
        state = frame["to"]?.text ?? ""
        let moved = frame["moved"]?.entries ?? []
        let sources = moved.compactMap { $0.entries[0].number }
        let gone = (frame["removed"]?.entries.compactMap(\.number) ?? []) + sources
        for row in gone.sorted(by: >) { rows.remove(at: row) }
        var come = (frame["inserted"]?.entries ?? []).map {
            ($0.entries[0].number, $0.entries[1].text)
        }
        come += moved.map { ($0.entries[1].number, $0.entries[2].text) }
        for (row, markup) in come.sorted(by: { $0.0 ?? 0 < $1.0 ?? 0 }) {
            rows.insert(markup ?? "", at: row ?? 0)
        }
        for entry in frame["changed"]?.entries ?? [] {
            rows[entry.entries[0].number ?? 0] = entry.entries[1].text ?? ""
        }
        #expect(rows.count == frame["count"]?.number)
        applySections(frame)
        if !rows.isEmpty { parts["nothing"] = nil }
        for name in ["total", "history", "sidebar", "index", "nothing"] {
            if let markup = frame["parts"]?[name]?.text { parts[name] = markup }
        }
    }

    private mutating func applySections(_ frame: DocumentValue) {
        func told(_ entry: DocumentValue) -> [String] {
            ["\(entry.entries[1].number ?? 0)"] + entry.entries.dropFirst(2).map { $0.text ?? "" }
        }
        for index in (frame["sections"]?["removed"]?.entries ?? []).reversed() {
            sections.remove(at: index.number ?? 0)
        }
        for entry in frame["sections"]?["inserted"]?.entries ?? [] {
            sections.insert(told(entry), at: entry.entries[0].number ?? 0)
        }
        for entry in frame["sections"]?["changed"]?.entries ?? [] {
            sections[entry.entries[0].number ?? 0] = told(entry)
        }
    }
}

extension DocumentValue {
    fileprivate var entries: [DocumentValue] {
        if case .array(let elements) = content { elements } else { [] }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as text.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// A store whose live answers end with the next commit.
private struct EndingStore: StoreWrapper, LiveStore {
    let wrapped: any ItemStore

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        let live = try await wrapped.live(query)
        let answer = LiveAnswer(to: query, outline: live.outline)
        Task {
            _ = await live.next()
            answer.end()
        }
        return answer
    }
}

/// Counts requests for live answers.
private final class CountingStore: StoreWrapper, LiveStore {
    let wrapped: any ItemStore
    private let count = Mutex(0)

    init(behind: any ItemStore) { wrapped = behind }

    var asked: Int { count.withLock(\.self) }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        count.withLock { $0 += 1 }
        return try await wrapped.live(query)
    }
}
