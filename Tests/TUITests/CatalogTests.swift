import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite @MainActor struct CatalogTests {
    @Test func `the catalog has a page for every view`() {
        #expect(
            CatalogGroup.all.flatMap(\.pages).map(\.title) == [
                "Button", "Switch", "Segmented control", "Page control", "Slider", "Stepper",
                "Activity and progress", "Label", "Text field", "Text view", "Search bar", "Date picker",
                "Picker",
                "Image view", "Table", "Scroll view", "Alert and action sheet", "Toolbar", "Gestures",
                "Two windows on one list", "Stack", "Tiled view", "Cells of views", "Responders",
            ])
    }

    @Test(arguments: Array(0..<24))
    func `a page opens, its controls work, and Escape goes back`(index: Int) async throws {
        let screen = try await Screen(MemoryStore(), width: 70, height: 40) { $0.content = .catalog }
        try await screen.type(String(repeating: "j", count: index) + "<enter>")
        let page = CatalogGroup.all.flatMap(\.pages)[index]
        #expect(screen.text.hasPrefix(" ‹ Catalog") && screen.text.contains(page.title))
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
