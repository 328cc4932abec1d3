import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

/// Uses a store in another language.
@Suite(.enabled(if: Tool.python != nil)) struct BridgedStoreTests {
    private func open(_ misfit: Misfit) async throws -> BridgedStore {
        let program = try await misfit.place.trusted(misfit.path)
        let offer = try #require(program.greeting.offers.first)
        return try await BridgedStore.open(offer, PluginSettings(), Session(program, misfit.place.context()))
    }

    @Test func `a program sees what another wrote, and writers don't overwrite each other`()
        async throws
    {
        let misfit = try Misfit(try Place())
        let (one, other) = (try await open(misfit), try await open(misfit))
        var events = other.events().makeAsyncIterator()
        try await one.add(Item(name: "Lamp"))
        #expect(await events.next() != nil)
        #expect(try await other.items().map(\.name) == ["Lamp"])
        // The other store commits on top of a state that it hasn't loaded.
        try await one.add(Item(name: "Sofa"))
        try await other.add(Item(name: "Vase"))
        #expect(try await other.items().map(\.name) == ["Lamp", "Sofa", "Vase"])
        try await one.add(Item(name: "Rug"))
        #expect(try await one.items().map(\.name) == ["Lamp", "Sofa", "Vase", "Rug"])
        try await one.close()
        try await other.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `if a program dies, another writer's commit isn't mistaken for its own`() async throws {
        let misfit = try Misfit(try Place())
        let store = try await open(misfit)
        try await store.add(Item(name: "Lamp"))
        try misfit.misbehave("overtaken")
        try await store.add(Item(name: "Mine"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Theirs", "Mine"])
        try await store.close()
        let again = try await open(misfit)
        #expect(try await again.items().map(\.name) == ["Lamp", "Theirs", "Mine"])
        try await again.close()
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["dies", "dies-after"])
    func `if a program dies, its commit is made once or not at all`(mode: String) async throws {
        let misfit = try Misfit(try Place())
        let store = try await open(misfit)
        try await store.add(Item(name: "Lamp"))
        try misfit.misbehave(mode)
        var isRefused = false
        do { try await store.add(Item(name: "Mine")) } catch { isRefused = true }
        #expect(isRefused == (mode == "dies"))
        try misfit.misbehave(nil)
        #expect(try await store.items().map(\.name) == (isRefused ? ["Lamp"] : ["Lamp", "Mine"]))
        try await store.close()
    }

    @Test func `a program's environment lacks the variables for the host`() {
        let environment = [
            "LOOT_STORE_PASSWORD": "secret", "LOOT_CONFIG": "x", "LOOT_": "y", "PATH": "/bin",
            "LOOTER": "Ann",
            "NOT_LOOT_": "z",
        ]
        let context = BridgeContext(environment) { _ in }
        #expect(context.environment.sorted() == ["LOOTER=Ann", "NOT_LOOT_=z", "PATH=/bin"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a program that dies while a person views the list is restarted once`() async throws {
        let misfit = try Misfit(try Place())
        let (one, other) = (try await open(misfit), try await open(misfit))
        var events = other.events().makeAsyncIterator()
        kill(try #require(misfit.processes.last), SIGKILL)
        try await one.add(Item(name: "Lamp"))
        #expect(await events.next() != nil)
        #expect(try await other.items().map(\.name) == ["Lamp"])
        try await one.close()
        try await other.close()
    }

    @Test func `the next process can undo a change`() async throws {
        let misfit = try Misfit(try Place())
        let store = try await open(misfit)
        let lamp = Item(name: "Lamp")
        try await store.add(lamp)
        _ = try await store.apply(
            ItemTransaction([.update(lamp.id, ["name": .text("Light")])], title: "Rename"))
        try await store.close()
        let next = try await open(misfit)
        let last = try #require(try await next.history(limit: 5).undoable.last)
        #expect(last.title == "Rename")
        _ = try await next.apply(last.undo)
        #expect(try await next.items().map(\.name) == ["Lamp"])
        #expect(try await next.history(limit: 5).redoable.map(\.title) == ["Rename"])
        try await next.close()
    }

    @Test func `numbers and unknown fields are returned unchanged`() async throws {
        let misfit = try Misfit(try Place())
        let store = try await open(misfit)
        var item = Item(name: "Odd")
        item.value = Amount("9007199254740993.0001")
        item.foreign = [
            ForeignField(
                "x",
                .array([
                    .number("1.50"), .number("1e400"), .number("123456789012345678901234567890"),
                    .number("0.00001"),
                    .number("-0"), .null,
                    .object([ForeignField("#", .text("12")), ForeignField("##", .number("1"))]),
                    .object([ForeignField("#", .text("34"))]),
                ]))
        ]
        try await store.add(item)
        _ = try await store.apply(ItemTransaction([.update(item.id, ["notes": .text("seen")])]))
        try await store.close()
        let again = try await open(misfit)
        let found = try #require(try await again.item(item.id))
        #expect(found.value == item.value)
        #expect(found.foreign == item.foreign)
        try await again.close()
    }

    @Test func `all numbers survive a round trip`() {
        for seed in UInt64(1)...200 {
            var generator = SeededGenerator(seed: seed)
            var text = "{"
            for index in 0..<5 {
                let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                    String(Int.random(in: 0...9, using: &generator))
                }.joined()
                let key =
                    ["a\(index)", String(repeating: "#", count: index + 1), "\\\"#"].randomElement(
                        using: &generator) ?? ""
                let number =
                    ["1\(digits)", "-1.\(digits)", "1e\(digits.prefix(2))", "0.\(digits)"]
                    .randomElement(using: &generator) ?? "0"
                let value = Bool.random(using: &generator) ? number : "{\"#\":\"\(digits)\"}"
                text +=
                    "\(index == 0 ? "" : ",")\"\(key)\(index % 2)\":[\(value),\"\\\"{\\\"#\\\":\\\"1\\\"}\"]"
            }
            text += "}"
            let wrapped = ExactNumbers.wrapped(Array(text.utf8))
            let back = String(decoding: ExactNumbers.unwrapped(wrapped), as: UTF8.self)
            #expect(back == text, "seed \(seed): \(String(decoding: wrapped, as: UTF8.self))")
        }
    }

    @Test func `hooks in another language and hook scripts can refuse changes`() async throws {
        let place = try Place()
        let program = try await place.trusted(
            try place.program("needs-place", try repository("Plugins/Examples/loot-plugin-needs-place")))
        let hook = BridgedHook(
            program, try #require(program.greeting.offers.first), PluginSettings(), place.context())
        let addition = ItemTransaction([.insert(Item(name: "Lamp"))])
        let error = await #expect(throws: LootError.self) { try await hook.willCommit(addition) }
        #expect(error?.description == "Can't add “Lamp”. It has no place. Set its location.")
        var lamp = Item(name: "Lamp")
        lamp.location = "Attic"
        let placed = ItemTransaction([.insert(lamp)])
        #expect(try await hook.willCommit(placed) == placed)
        await hook.close()
    }

    @Test(.enabled(if: Tool.jq != nil))
    func `hook scripts refuse with their last line, amend transactions, and can take five seconds`()
        async throws
    {
        let place = try Place()
        let folder = "\(place.folder)/hooks"
        for part in ["before-commit.d", "after-commit.d"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
        }
        func script(_ name: String, _ text: String) throws {
            let path = "\(folder)/\(name)"
            try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        var limits = Limits()
        limits.hook = .seconds(1)
        let hooks = ScriptHooks(folder: folder, bridge: place.context(limits))
        let addition = ItemTransaction([.insert(Item(name: "Lamp"))], title: "Add")
        #expect(try await hooks.willCommit(addition) == addition)
        try script("before-commit.d/10-amend", "jq -c '.title = \"Amended\"'")
        #expect(try await hooks.willCommit(addition).title == "Amended")
        try script("before-commit.d/20-refuse", "echo one >&2; echo 'not today' >&2; exit 3")
        let refusal = await #expect(throws: LootError.self) { try await hooks.willCommit(addition) }
        #expect(refusal?.reason.text == "not today")
        #expect(refusal?.code == .declined)
        try script("before-commit.d/20-refuse", "sleep 60")
        let start = ContinuousClock.now
        let late = await #expect(throws: LootError.self) { try await hooks.willCommit(addition) }
        #expect(late?.reason.text.contains("took longer") == true)
        #expect(ContinuousClock.now - start < .seconds(10))
        limits.line = 1 << 20
        let strict = ScriptHooks(folder: folder, bridge: place.context(limits))
        try script("before-commit.d/20-refuse", "head -c 3000000 /dev/zero")
        let long = await #expect(throws: LootError.self) { try await strict.willCommit(addition) }
        #expect(long?.reason.text == "The hook “20-refuse” wrote more than 1 MiB.")
        try script("after-commit.d/note", "cat > '\(place.folder)/noted'")
        let commit = Commit(addition, revision: Revision(rawValue: 1), changes: [])
        #expect(await hooks.didCommit(commit) == [])
        #expect(
            try String(contentsOfFile: "\(place.folder)/noted", encoding: .utf8).contains("\"title\":\"Add\"")
        )
    }

    @Test func `a program's importer returns items and the positions of refused entries`() async throws {
        let place = try Place()
        let program = try await place.trusted(
            try place.program("bank", try repository("Plugins/Examples/loot-plugin-bank")))
        let target = ImportTarget(name: "a.camt", store: EmptyItems(), isTrial: true)
        let offer = try #require(program.greeting.offers.first)
        #expect(offer.fileExtensions == ["camt", "053"])
        var importer = BridgedImporter(
            program, offer, PluginSettings(["least": .integer(10)]), target, place.context())
        let statement = """
            <Document><BkToCstmrStmt><Stmt>
            <Ntry><Amt Ccy="EUR">129.95</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt>
            <NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Books &amp; Co</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Order 4711</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
            <Ntry><Amt Ccy="EUR">x</Amt><CdtDbtInd>DBIT</CdtDbtInd></Ntry>
            <Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Ntry>
            <Ntry><Amt Ccy="EUR">99.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>
            </Stmt></BkToCstmrStmt></Document>
            """
        var text = try await importer.feed(Array(statement.utf8.prefix(100)))
        let rest = try await importer.feed(Array(statement.utf8.dropFirst(100)))
        let last = try await importer.finish()
        text.bytes += rest.bytes + last.bytes
        let line = String(decoding: text.bytes, as: UTF8.self)
        #expect(line.contains("\"name\": \"Order 4711\""))
        #expect(line.contains("129.95"))
        #expect(line.split(separator: "\n").count == 1)
        #expect(last.places.map(\.line) == [1])
        #expect(last.refusals.map(\.line) == [3])
        #expect(last.refusals.first?.reason.text == "“x” isn't an amount.")
    }
}

/// A store without items.
struct EmptyItems: ItemStore {
    var capabilities: StoreCapabilities { [] }
    func outline(of query: Query) async throws(LootError) -> Outline {
        Outline(revision: .initial, sections: [])
    }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        Page(revision: .initial, start: 0, items: [])
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { nil }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        throw LootError(.readOnly, "Can't save the change.", reason: "The store is read-only.")
    }
    func events() -> AsyncStream<StoreEvent> { AsyncStream { $0.finish() } }
    func close() async throws(LootError) {}
}
