import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct FrontEndTests {
    @Test func `keys are read from the terminal, frames are written to it, and q ends the program`()
        async throws
    {
        let terminal = MemoryTerminal(size: Size(width: 60, height: 12))
        let store = try MemoryStore(things())
        terminal.type("jfJ")
        terminal.type("q")
        #expect(try await frontEnd(store, terminal: terminal).run() == .success)
        #expect(!terminal.isOpen)
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("Fluffy Bear"))
        #expect(try await store.items().map(\.name)[2] == "Shiny Mac")
    }

    @Test func `closing the terminal ends the program with an error`() async throws {
        let terminal = MemoryTerminal()
        terminal.closeInput()
        await #expect(throws: LootError.self) { try await frontEnd(MemoryStore(), terminal: terminal).run() }
    }

    @Test func `without a terminal, an error names the alternatives`() async throws {
        let frontEnd = try TUIFrontEnd(
            TUIConfiguration(), host: try frontEnd(MemoryStore()).host,
            terminal: { _ in PosixTerminal(input: -1, output: -1, term: "xterm") }, lines: TestLines())
        let error = await #expect(throws: LootError.self) { try await frontEnd.run() }
        #expect(error?.exitStatus == .unavailable)
        #expect(error?.description.contains("list") == true)
    }

    @Test func `keys can be configured, and invalid ones are reported with suggestions`() throws {
        let bindings = try KeyBindings(["remove=x", "remove=ctrl-d", "down=n"], actions: [])
        #expect(bindings.commands["x"] == .screen(.remove) && bindings.commands["d"] == nil)
        #expect(bindings.keys(of: .screen(.remove)) == "x ctrl-d")
        #expect(bindings.table["n"] == .down && bindings.table["j"] == nil)
        #expect(throws: LootError.self) { try KeyBindings(["remove"], actions: []) }
        #expect(throws: LootError.self) { try KeyBindings(["remove=hyper-x"], actions: []) }
        let error = #expect(throws: LootError.self) { try KeyBindings(["delte=x"], actions: []) }
        #expect(error?.advice.text.contains("remove") == true)
    }

    @Test func `each key has one meaning`() throws {
        let bindings = try KeyBindings(actions: Action.builtIn)
        // In text fields, Ctrl-P opens the palette; in the list, it moves up.
        #expect(Set(bindings.commands.keys).intersection(bindings.table.keys) == [Key("p", .control)])
    }

    @Test func `scripts are written as keys`() throws {
        #expect(try KeyScript.keys("a<enter><lt><ctrl-r>") == ["a", Key(.enter), "<", Key("r", .control)])
        #expect(throws: LootError.self) { try KeyScript.keys("<nothing>") }
        #expect(throws: LootError.self) { try KeyScript.keys("a<ent") }
    }

    @Test func `a script prints its last screen`() async throws {
        var configuration = TUIConfiguration()
        configuration.script = "jd"
        configuration.size = "40x10"
        let lines = TestLines()
        #expect(try await frontEnd(try MemoryStore(things()), configuration, lines: lines).run() == .success)
        #expect(lines.output.contains("Remove “Shiny Mac”?"))
        configuration.size = "40"
        #expect(throws: LootError.self) { try frontEnd(MemoryStore(), configuration) }
    }

    /// `UPDATE_SNAPSHOTS=1 swift test` updates the pictures.
    @Test(arguments: [("list", "jj"), ("detail", "j<enter>"), ("sections", "s<down><down><enter>jj")])
    func `the pictures in the README are current`(name: String, script: String) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
        let fresh = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).svg")
        defer { try? FileManager.default.removeItem(at: fresh) }
        var configuration = TUIConfiguration()
        configuration.script = script
        configuration.screenshot = fresh.path()
        configuration.size = "80x20"
        #expect(try await frontEnd(try MemoryStore(things()), configuration).run() == .success)
        let picture = try Data(contentsOf: fresh)
        let file = folder.appending(path: "\(name).svg")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" { try picture.write(to: file) }
        #expect(try Data(contentsOf: file) == picture, "differs from \(name).svg")
    }
}
