import LootCore
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

@Suite(.timeLimit(.minutes(10))) @MainActor struct SelectedColumnTests {
    private func screen(_ store: MemoryStore? = nil) async throws -> Screen {
        var items = things()
        for (index, place) in ["Attic", "Shed", "Attic", "Shed", "Shed"].enumerated() {
            items[index].location = place
        }
        return try await Screen(store ?? MemoryStore(items), width: 98, height: 24) {
            $0.columns = ["location", "serial"]
        }
    }

    @Test func `keys select a column and sort by it`() async throws {
        let screen = try await screen()
        try await screen.type(">O")
        #expect(screen.text.contains("Location ↑"))
        try await screen.type("O")
        #expect(screen.text.contains("Location ↓"))
        try await screen.type("<lt>O")
        #expect(screen.text.contains("Name ↑"))
        // The selection stays within the columns.
        try await screen.type("<lt><lt>>>>>>>O")
        #expect(screen.text.contains("Value ↑"))
    }

    @Test func `a key edits the cell in the selected column`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("j>cCellar<enter>")
        #expect(try await store.items().map(\.location) == [nil, "Cellar", nil, nil, nil])
        try await screen.type(">c<ctrl-u>X1<enter>")
        #expect(try await store.items()[1].serialNumber == "X1")
    }

    @Test func `a cell is edited in place, Esc cancels, and a refused value can be corrected`() async throws {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        let name = things()[1].name
        func row() -> Substring { screen.text.split(separator: "\n").first { $0.contains(name) } ?? "" }
        try await screen.type("j>cCellar")
        #expect(row().contains("Cellar"))
        try await screen.type("<esc>")
        #expect(!row().contains("Cellar"))
        #expect(try await store.items()[1].location == nil)
        // Letters are the list's commands again.
        try await screen.type("k")
        try await screen.type("jcShed<enter>")
        #expect(try await store.items().map(\.location) == [nil, "Shed", nil, nil, nil])
        try await screen.type(">>c<ctrl-u>many<enter>")
        #expect(row().contains("many") && screen.text.contains("many"))
        try await screen.type("<ctrl-u>75<enter>")
        #expect(try await store.items()[1].value == 75)
        #expect(row().contains("75"))
    }

    @Test func `keys change the width of the selected column only`() async throws {
        let screen = try await screen()
        func width() throws -> Int {
            let titles = screen.text.split(separator: "\n").first { $0.contains("Serial number") } ?? ""
            let location = try #require(titles.firstRange(of: "Location")).lowerBound
            let serial = try #require(titles.firstRange(of: "Serial number")).lowerBound
            return titles.distance(from: location, to: serial)
        }
        let before = try width()
        try await screen.type(">))")
        #expect(try width() == before + 4)
        try await screen.type("((((")
        #expect(try width() == before - 4)
    }

    @Test func `frequencies count the values of the selected column, and Enter shows these items`()
        async throws
    {
        let screen = try await screen()
        try await screen.type(">%")
        #expect(screen.cursorLine?.contains("Shed") == true && screen.cursorLine?.contains("3 items") == true)
        try await screen.type("j<enter>")
        #expect(screen.text.contains("2 items found") && screen.text.contains("where location = \"Attic\""))
        // The frequencies count only the shown items.
        try await screen.type("%")
        #expect(screen.text.contains("2 items") && !screen.text.contains("Shed"))
    }

    @Test func `the title names the view and the filter`() async throws {
        let screen = try await screen()
        try await screen.type("wvalue > 100<enter>")
        #expect(screen.text.split(separator: "\n").first?.hasSuffix("value > 100") == true, "\(screen.text)")
    }

    @Test func `without columns, their keys explain how to show them`() async throws {
        let screen = try await Screen(MemoryStore(things()), width: 60, height: 20)
        try await screen.type(">")
        #expect(screen.text.contains("Columns are shown if the terminal"))
    }

    @Test func `the help finds the commands for columns and the shell`() async throws {
        let screen = try await screen()
        for (word, summary) in [
            ("selected", "Sort by the selected column"), ("shell", "Open a shell"),
            ("count", "Count the values"),
        ] {
            try await screen.type("?\(word)")
            #expect(screen.text.contains(summary), "\(word)")
            try await screen.type("<esc>")
        }
    }
}
