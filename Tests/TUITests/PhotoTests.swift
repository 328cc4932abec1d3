import Foundation
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// Photos as pictures if the terminal supports PNG, and as marks otherwise.
@Suite(.timeLimit(.minutes(10))) @MainActor struct PhotoTests {
    private func store(_ kind: FileKind) async throws -> MemoryStore {
        var items = things()
        let photo = try FileFixtures.file(1, kind)
        items[0].photo = photo.id
        let store = try MemoryStore(items)
        try await store.fileKeeper?.put(photo, thumbnail: nil)
        return store
    }

    @Test func `a terminal with pictures shows the photo, which disappears with the page`() async throws {
        let store = try await store(.png)
        for (environment, answer) in [
            (["TERM": "xterm-kitty"], ""), (["TERM": "xterm"], "\u{1B}_Gi=31;OK\u{1B}\\"),
            (["TERM": "xterm", "TERM_PROGRAM": "WezTerm"], ""),
        ] {
            let terminal = MemoryTerminal()
            let run = Task { try await frontEnd(store, terminal: terminal, environment: environment).run() }
            terminal.type(answer)
            await terminal.receives("Rusty Spork")
            terminal.type("\r")
            await terminal.receives("iVBORw0KGgo")
            let isKitty = environment["TERM_PROGRAM"] == nil
            await terminal.receives(isKitty ? "\u{1B}_Ga=T,f=100" : "\u{1B}]1337;File=inline=1")
            _ = terminal.takeOutput()
            terminal.type("q")
            await terminal.receives("Shiny Mac")
            let left = String(decoding: terminal.takeOutput(), as: UTF8.self)
            #expect(left.contains("\u{1B}_Ga=d") == isKitty && left.contains("\u{1B}[2J"))
            terminal.type("q")
            #expect(try await run.value == .success)
        }
    }

    @Test func `iTerm2 receives a JPEG unchanged, and kitty receives pixels`() async throws {
        for (environment, picture) in [
            (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,f=24"),
            (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1"),
        ] {
            let terminal = MemoryTerminal()
            let store = try await store(.jpeg)
            let run = Task { try await frontEnd(store, terminal: terminal, environment: environment).run() }
            await terminal.receives("Rusty Spork")
            terminal.type("\r")
            await terminal.receives(picture)
            terminal.type("qq")
            #expect(try await run.value == .success)
            let output = String(decoding: terminal.output, as: UTF8.self)
            #expect(output.contains("/9j/") == picture.contains("1337"))
        }
    }

    @Test func `a thumbnail that the terminal supports replaces an unsupported photo`() async throws {
        let store = try await store(.jpeg)
        let thumbnail = try FileFixtures.file(2, .png)
        try await store.fileKeeper?.put(try FileFixtures.file(1, .jpeg), thumbnail: thumbnail)
        let terminal = MemoryTerminal()
        let run = Task {
            try await frontEnd(store, terminal: terminal, environment: ["TERM": "xterm-kitty"]).run()
        }
        await terminal.receives("Rusty Spork")
        terminal.type("\r")
        await terminal.receives("\u{1B}_Ga=T,f=100")
        terminal.type("qq")
        #expect(try await run.value == .success)
    }

    @Test func `other terminals show a mark in the list, and the photo as half blocks`() async throws {
        let screen = try await Screen(store(.png), width: 80, height: 24)
        #expect(screen.rows.first?.hasPrefix("› ▣ Rusty Spork") == true)
        try await screen.type("<enter>")
        #expect(screen.text.contains("▀▀▀"))
        let jpeg = try await Screen(store(.jpeg), width: 80, height: 24)
        try await jpeg.type("<enter>")
        #expect(jpeg.text.contains("▀▀▀"))
    }

    @Test func `a missing or unsupported photo doesn't affect the fields`() async throws {
        let jpeg = try await Screen(store(.jpeg), width: 80, height: 24)
        try await jpeg.type("<enter>e!<ctrl-s><esc>")
        #expect(jpeg.cursorLine?.contains("Rusty Spork!") == true)
        var items = things()
        items[0].photo = FileID(of: [1])
        let lost = try await Screen(MemoryStore(items), width: 80, height: 24)
        try await lost.type("<enter>e!")
        #expect(lost.text.contains("▣ The photo is missing."))
        try await lost.type("<ctrl-s><esc>")
        #expect(lost.cursorLine?.contains("Rusty Spork!") == true)
    }

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).jpg").path()
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test func `a photo can be added from a file, and removed with a key and with undo`() async throws {
        let store = try MemoryStore(things())
        let photo = try FileFixtures.file(7, .jpeg)
        let path = try file(photo.bytes)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("jp\(path)<enter>")
        #expect(screen.cursorLine?.contains("▣ Shiny Mac") == true)
        #expect(screen.text.contains("The photo of “Shiny Mac” is now JPEG, "))
        #expect(try await store.fileKeeper?.file(photo.id) == photo)
        try await screen.type(":remove-photo<enter>")
        #expect(screen.cursorLine?.contains("▣") == false)
        try await screen.type("u")
        #expect(screen.cursorLine?.contains("▣ Shiny Mac") == true)
        try await screen.type("j:remove-photo<enter>")
        #expect(screen.text.contains("“Fluffy Bear” has no photo."))
    }

    @Test func `the details add and remove a photo, and the input is kept`()
        async throws
    {
        let store = try MemoryStore(things())
        let photo = try FileFixtures.file(7)
        let path = try file(photo.bytes)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type("<enter>e!<ctrl-p>photo<enter>\(path)<enter>")
        #expect(screen.text.contains("▣ PNG, ") && screen.text.contains("[ Remove ]"))
        #expect(screen.text.contains("is now PNG") && !screen.text.contains("elsewhere"))
        #expect(try await store.items().first?.photo == photo.id)
        try await screen.type("<ctrl-p>remove-photo<enter>")
        #expect(screen.text.contains("[ Choose… ]") && !screen.text.contains("[ Remove ]"))
        try await screen.type("<ctrl-s>")
        #expect(try await store.items().first?.name == "Rusty Spork!")
        #expect(try await store.items().first?.photo == nil)
    }

    @Test func `a new item is saved before its photo`() async throws {
        let store = MemoryStore()
        let photo = try FileFixtures.file(7)
        let path = try file(photo.bytes)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type("a<ctrl-p>photo<enter>")
        #expect(screen.text.contains("Save the item with a name first"))
        try await screen.type("Lamp<ctrl-p>photo<enter>\(path)<enter><esc>")
        #expect(screen.cursorLine?.contains("▣ Lamp") == true)
    }

    @Test func `a file that isn't a photo is reported, and its name can be corrected`() async throws {
        let store = try MemoryStore(things())
        let path = try file(Array("no photo".utf8))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screen = try await Screen(store, width: 80, height: 24)
        try await screen.type("p/nowhere.jpg<enter>")
        #expect(screen.text.contains("Can't read /nowhere.jpg"))
        try await screen.type("<enter><ctrl-u>\(path)<enter>")
        #expect(screen.text.contains("Its format isn't supported."))
        try await screen.type("<esc>")
        #expect(try await store.items().allSatisfy { $0.photo == nil })
    }

    @Test func `files can be added, listed and removed`() async throws {
        let store = try MemoryStore(things())
        let path = try file(FileFixtures.bytes(7, .pdf))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screen = try await Screen(store, width: 80, height: 30)
        try await screen.type("P")
        #expect(screen.text.contains("Files of “Rusty Spork”") && screen.text.contains("It has no files."))
        #expect(screen.text.contains("Add…") && !screen.text.contains("Remove…"))
        try await screen.type("<right><enter>\(path)<enter>")
        let added = try #require(try await store.items().first?.files)
        #expect(added.map(\.mediaType) == ["application/pdf"])
        try await screen.type("<enter>")
        #expect(screen.text.contains("1 \(added[0].name)") && screen.text.contains("bytes"))
        try await screen.type("u")
        #expect(try await store.items().first?.files.isEmpty == true)
    }
}
