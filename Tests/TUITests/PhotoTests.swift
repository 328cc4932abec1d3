import LootCore
import LootTesting
import MemoryStore
import TerminalKit
import Testing

@testable import TUI

/// Photos on the screens: as pictures where the terminal takes PNG, else as marks.
@Suite(.timeLimit(.minutes(10))) struct PhotoTests {
    private func store(_ kind: PhotoKind) async throws -> MemoryStore {
        var items = things()
        let photo = try PhotoFixtures.photo(1, kind)
        items[0].photo = photo.id
        let store = try MemoryStore(items)
        try await store.photos?.put(photo, thumbnail: nil)
        return store
    }

    @Test func `M4: a terminal that takes pictures gets the photo, and it goes with the page`() async throws {
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
            terminal.type("\u{7}")
            await terminal.receives("Shiny Mac")
            let left = String(decoding: terminal.takeOutput(), as: UTF8.self)
            #expect(left.contains("\u{1B}_Ga=d") == isKitty && left.contains("\u{1B}[2J"))
            terminal.type("q")
            #expect(try await run.value == .success)
        }
    }

    @Test func `M4: any other terminal shows a mark, in the list and above the fields`() async throws {
        let screen = try await Screen(store(.png), width: 80, height: 24)
        #expect(await screen.rows.first?.hasPrefix("› ▣ Rusty Spork") == true)
        try await screen.type("<enter>")
        #expect(await screen.text.contains("▣ PNG, "))
    }

    @Test func `M4: a photo that is gone or no PNG keeps nobody from the fields`() async throws {
        let jpeg = try await Screen(store(.jpeg), width: 80, height: 24)
        try await jpeg.type("<enter>!<esc>")
        #expect(await jpeg.cursorLine?.contains("Rusty Spork!") == true)
        var items = things()
        items[0].photo = PhotoID(of: [1])
        let lost = try await Screen(MemoryStore(items), width: 80, height: 24)
        try await lost.type("<enter>!<esc>")
        #expect(await lost.cursorLine?.contains("Rusty Spork!") == true)
    }
}
