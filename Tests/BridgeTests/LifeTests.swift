import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

/// Stores in other languages over time: with several observers and writers, and after their programs end.
@Suite(.enabled(if: Tool.python != nil)) struct LifeTests {
    private func open(_ misfit: Misfit, _ limits: Limits = Limits()) async throws -> BridgedStore {
        let program = try await misfit.place.trusted(misfit.path)
        let offer = try #require(program.greeting.offers.first)
        return try await BridgedStore.open(
            offer, PluginSettings(), Session(program, misfit.place.context(limits)))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a program that keeps ending is unavailable for a while, and then retried`()
        async throws
    {
        let misfit = try Misfit(try Place())
        var limits = Limits()
        limits.rest = .milliseconds(1_500)
        let (one, other) = (try await open(misfit), try await open(misfit, limits))
        var events = other.events().makeAsyncIterator()
        try misfit.misbehave("dies", at: "revision")
        while let event = await events.next() {
            if case .failed(let error) = event {
                #expect(error.reason.text == "It keeps exiting unexpectedly.")
                break
            }
        }
        #expect(other.problem != nil)
        try misfit.misbehave(nil)
        try await one.add(Item(name: "Lamp"))
        #expect(await events.next() != nil)
        #expect(try await other.items().map(\.name) == ["Lamp"])
        try await one.close()
        try await other.close()
        #expect(try await misfit.isGone())
    }

    @Test func `a program that keeps ending is unavailable for longer each time, up to a limit`() async throws
    {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path)
        var limits = Limits()
        #expect(
            (0...4).map { limits.rest(after: $0) } == [
                .seconds(30), .seconds(30), .seconds(60), .seconds(120), .seconds(240),
            ])
        #expect(limits.rest(after: 100) == .seconds(600))
        limits.rest = .seconds(2)
        let session = Session(program, misfit.place.context(limits))
        try session.connection().kill()
        #expect(session.rest == nil, "it is restarted immediately")
        try session.connection().kill()
        let first = try #require(session.rest)
        #expect(first <= .seconds(2))
        #expect(throws: LootError.self) { try session.connection() }
        try await Task.sleep(for: first + .milliseconds(5))
        try session.connection().kill()
        #expect(try #require(session.rest) > .seconds(2))
        session.kill()
    }

    @Test(.timeLimit(.minutes(1)))
    func `changes by another program are reported in steps, from its commits`() async throws {
        let misfit = try Misfit(try Place())
        let (one, other) = (try await open(misfit), try await open(misfit))
        let (lamp, sofa) = (Item(name: "Lamp"), Item(name: "Sofa"))
        try await one.add(lamp)
        var events = other.events().makeAsyncIterator()
        let answer = try await other.live(.all)
        if answer.outline.count == 0 { _ = await answer.next() }
        try await one.add(sofa)
        let step = try #require(await answer.next())
        #expect(step.inserted.map(\.item.name) == ["Sofa"] && step.inserted.map(\.row) == [1])
        _ = try await one.apply(
            ItemTransaction([.move(sofa.id, to: .first), .remove(lamp.id)], title: "Tidy"))
        let next = try #require(await answer.next())
        #expect(next.outline.count == 1 && next.removed == [0])
        var last: Commit?
        while last?.title != "Tidy", case .committed(let commit) = try #require(await events.next()) {
            last = commit
        }
        #expect(last?.title == "Tidy", "the program's own commit is reported")
        try await one.close()
        try await other.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `changes by hand in a store without a history are reported in steps`() async throws {
        let place = try Place()
        let program = try await place.trusted(
            try place.program("notes", try repository("Plugins/Examples/loot-plugin-notes")))
        let offer = try #require(program.greeting.offers.first)
        let settings = PluginSettings(["path": .text("\(place.folder)/things")])
        let store = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        try await store.add(Item(name: "Lamp"))
        try await store.add(Item(name: "Sofa"))
        let answer = try await store.live(.all)
        let file = URL(filePath: "\(place.folder)/things/Lamp.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data((text + "It flickers.").utf8).write(to: file)
        let step = try #require(await answer.next())
        #expect(step.changed.map(\.item.notes) == ["It flickers."])
        #expect(step.inserted.isEmpty && step.removed.isEmpty)
        try await store.close()
    }

    @Test func `no two connections have the same number`() async throws {
        let misfit = try Misfit(try Place())
        var numbers: Set<Int> = []
        for _ in 0..<10 {
            let connection = try misfit.place.context().start(misfit.path, name: "misfit")
            numbers.insert(connection.number)
            connection.kill()
        }
        #expect(numbers.count == 10)
    }

    /// Adds an item. If other writers win three times in a row, the store reports that nothing was done, and this
    /// method tries again.
    private func add(_ item: Item, to store: BridgedStore) async throws {
        var isDone = false
        while !isDone {
            do {
                try await store.add(item)
                isDone = true
            } catch {
                guard error.code == .conflict else { throw error }
            }
        }
    }

    /// Opens a store once per writer, and lets all writers add items concurrently.
    private func write(_ path: String, _ place: Place, of writers: Int, _ count: Int) async throws {
        let program = try await place.trusted(path)
        let offer = try #require(program.greeting.offers.first)
        let settings = PluginSettings(["path": .text("\(place.folder)/data/things")])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    let store = try await BridgedStore.open(
                        offer, settings, Session(program, place.context()))
                    for index in 0..<count {
                        try await add(Item(name: "\(writer) \(index)"), to: store)
                    }
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        let store = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        #expect(try await Set(store.items().map(\.name)).count == writers * count)
        try await store.close()
    }

    @Test func `concurrent programs with the Python template lose nothing`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        try await write(try place.program("try", text), place, of: 4, 25)
    }

    @Test(.enabled(if: Tool.jq != nil && Tool.flock != nil))
    func `concurrent programs with the shell template lose nothing`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "sh", name: "try"))
        try await write(try place.program("try", text), place, of: 3, 6)
    }

    @Test(.enabled(if: Tool.jq != nil && Tool.flock != nil && Tool.git != nil))
    func `concurrent programs with a table in git lose nothing`() async throws {
        let place = try Place()
        try await write(
            try place.program("csvgit", try repository("Plugins/Examples/loot-plugin-csvgit")), place, of: 3,
            6)
    }

    @Test(.enabled(if: Tool.jq != nil && Tool.git != nil), arguments: ["csvgit", "sh"])
    func `a shell store keeps its items if a command in its pipe fails`(kind: String) async throws {
        let place = try Place()
        let text =
            kind == "sh"
            ? try #require(PluginTemplateFile.text(of: "store", in: "sh", name: "sh"))
            : try repository("Plugins/Examples/loot-plugin-csvgit")
        // The output of jq is truncated while a file exists.
        let wrapper = "\(place.folder)/bin/jq"
        let script = """
            #!/bin/sh
            if [ -e '\(place.folder)/broken' ]; then '\(try #require(Tool.jq))' "$@" | head -c 150; exit 5; fi
            exec '\(try #require(Tool.jq))' "$@"
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: wrapper))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
        let program = try await place.trusted(try place.program(kind, text))
        let offer = try #require(program.greeting.offers.first)
        let settings = PluginSettings(["path": .text("\(place.folder)/things")])
        let store = try await BridgedStore.open(offer, settings, Session(program, place.context(Place.short)))
        for name in ["Lamp", "Sofa", "Vase"] { try await store.add(Item(name: name)) }
        try Data().write(to: URL(fileURLWithPath: "\(place.folder)/broken"))
        await #expect(throws: LootError.self) { try await store.add(Item(name: "Rug")) }
        try FileManager.default.removeItem(atPath: "\(place.folder)/broken")
        try? await store.close()
        let again = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        #expect(try await again.items().map(\.name) == ["Lamp", "Sofa", "Vase"])
        try await again.close()
    }

    @Test func `an unreadable list isn't treated as empty and overwritten`()
        async throws
    {
        let place = try Place()
        for language in ["python", "sh"] where language == "python" || Tool.jq != nil {
            let text = try #require(PluginTemplateFile.text(of: "store", in: language, name: language))
            let program = try await place.trusted(try place.program(language, text))
            let offer = try #require(program.greeting.offers.first)
            // A folder replaces the file, so even the superuser can't read it.
            let path = "\(place.folder)/data/\(language)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let settings = PluginSettings(["path": .text(path)])
            await #expect(throws: LootError.self, "\(language)") {
                _ = try await BridgedStore.open(offer, settings, Session(program, place.context(Place.short)))
            }
        }
    }

    @Test func `an exporter doesn't overwrite notes of other programs`() async throws {
        let place = try Place()
        let program = try await place.trusted(
            try place.program("vault", try repository("Plugins/Examples/loot-plugin-vault")))
        let offer = try #require(program.greeting.offers.first)
        let vault = "\(place.folder)/vault"
        try FileManager.default.createDirectory(atPath: vault, withIntermediateDirectories: true)
        try Data("My own thoughts.".utf8).write(to: URL(filePath: "\(vault)/Lamp.md"))
        let store = try await open(Misfit(place))
        let lamp = Item(name: "Lamp")
        try await store.add(lamp)
        for notes in ["bright", "dim"] {
            _ = try await store.apply(ItemTransaction([.update(lamp.id, ["notes": .text(notes)])]))
            let exporter = BridgedExporter(
                program, offer, PluginSettings(["folder": .text(vault)]), place.context())
            let rows = try await store.rows(of: .all)
            _ = try await rows.closing { () throws(LootError) in
                try await exporter.write(rows, files: nil) { _ in true }
            }
        }
        try await store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: vault).sorted()
        #expect(names.count == 2)
        #expect(try String(contentsOfFile: "\(vault)/Lamp.md", encoding: .utf8) == "My own thoughts.")
        let written = try #require(names.first { $0 != "Lamp.md" })
        #expect(try String(contentsOfFile: "\(vault)/\(written)", encoding: .utf8).hasSuffix("dim"))
    }
}
