import LootActions
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite @MainActor struct CatalogTests {
    @Test(arguments: CatalogEntry.allCases)
    func `a page opens, its controls work, and Escape goes back`(entry: CatalogEntry) async throws {
        let screen = try await Screen(MemoryStore(), width: 70, height: 40) { $0.content = .catalog }
        try await screen.type(
            String(repeating: "j", count: CatalogEntry.allCases.firstIndex(of: entry) ?? 0) + "<enter>")
        #expect(screen.text.hasPrefix(" ‹ Catalog") && screen.text.contains(entry.title))
        let before = screen.text
        var isAlive = false
        for _ in 0..<screen.window.focusRing.count {
            try await screen.type(" <right>+<pgdn>")
            if screen.text != before { isAlive = true }
            for _ in 0..<9 where !screen.window.presentations.isEmpty { try await screen.type("<esc>") }
            try await screen.type("<tab>")
        }
        #expect(isAlive)
        for _ in 0..<9 where screen.text.hasPrefix(" ‹ Catalog") { try await screen.type("<esc>") }
        #expect(screen.text.contains("Buttons and switches"))
    }
}
