import LootControllers
import LootCore
import MemoryStorePlugin
import TerminalKit
import Testing
import TextSearch

@testable import TUI

/// Filters, names of places, and unknown keys.
@Suite(.timeLimit(.minutes(10))) @MainActor struct FindingTests {
    private func store() throws -> MemoryStore {
        var items = things()
        for (index, place) in ["House / Attic", "House / Attic / Box", "Garage", "Shed"].enumerated() {
            items[index].location = place
        }
        items[0].tags = ["red", "round"]
        items[1].tags = ["blue"]
        return try MemoryStore(items)
    }

    private func lastLine(_ screen: Screen) -> String {
        screen.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    // MARK: Filters

    @Test func `the last line completes a filter while it is typed`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        var lines: [String] = []
        for part in ["wl", "oc", "<tab>", "in ", "\"G", "<tab>", "o"] {
            try await screen.type(part)
            lines.append(lastLine(screen))
        }
        #expect(
            lines == [
                "Tab location  lent  loans",
                "Tab location",
                "Tab ~  =  ^  !=  in  is set  is not set  not in",
                "Tab Garage  \"House / Attic\"  \"House / Attic / Box\"  Shed",
                "Tab Garage",
                "Tab and  or",
                "Tab or",
            ])
    }

    @Test func `places are completed even if the text finds nothing yet`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("wlocation in Ga")
        #expect(screen.text.contains("0 items found"))
        #expect(await screen.shows("Tab Garage"))
        try await screen.type("<tab>")
        #expect(screen.text.contains("where location in Garage"))
        #expect(screen.text.contains("1 item found"))
    }

    @Test func `a filter finds an inner place by its name, and lists the places if several have it`()
        async throws
    {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 16)
        try await screen.type("wlocation in attic")
        #expect(screen.text.contains("2 items found"))
        var tent = Item(name: "Tent")
        tent.location = "Hut / Attic"
        try await store.apply([.insert(tent)])
        try await screen.type("<esc>wlocation in Attic")
        #expect(screen.text.contains("2 places have this name"), "\(screen.text)")
    }

    @Test func `Enter shows the complete error of a filter, and Tab stays in it`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("wvalue > abc<tab><enter>")
        #expect(screen.text.contains("“abc” is neither a number nor a field"))
        try await screen.type("<enter>")
        try await screen.type("<backspace><backspace><backspace>40<enter>")
        #expect(screen.text.contains("2 items found"))
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
    }

    @Test func `a filter hides the scopes, and a search shows them`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("/bi")
        #expect(screen.text.contains("[All]│ Name"))
        try await screen.type("<esc>wlocation in House and value > 500")
        #expect(screen.text.contains("/ where location in House and value > 500"))
        #expect(!screen.text.contains("[All]"))
        try await screen.type("<esc>/bi")
        #expect(screen.text.contains("[All]│ Name"))
    }

    // MARK: Prompts

    @Test func `Tab completes places and tags`() async throws {
        let store = try store()
        let screen = try await Screen(store, width: 80, height: 16)
        try await screen.type("G@")
        #expect(screen.text.contains("Place: “Folding chair”"))
        try await screen.type("hou<tab><tab><enter>")
        #expect(try await store.items()[4].location == "House / Attic")
        #expect(screen.text.contains("Location set for “Folding chair”."))
        try await screen.type("#+blue,+re<tab><enter>")
        #expect(try await store.items()[4].tags == ["blue", "red"])
    }

    @Test func `the palette finds items by letters, and ranks them with commands`()
        async throws
    {
        var items = things()
        items.append(Item(name: "MacBook Pro 14"))
        items.append(Item(name: "My camera bag, kit of Ann"))
        let screen = try await Screen(try MemoryStore(items), width: 80, height: 24)
        try await screen.type(":mcbk")
        #expect(await screen.shows("▸ MacBook Pro 14"))
        #expect(await screen.shows("▸ My camera bag"))
        let (better, worse) = (screen.line(of: "▸ MacBook"), screen.line(of: "▸ My camera"))
        #expect(try #require(better) < (try #require(worse)))
        try await screen.type("<enter>")
        #expect(screen.text.contains("MacBook Pro 14") && screen.text.contains("Serial number"))
        try await screen.type("<esc>:xprt")
        #expect(screen.text.contains("export: Export to a file"))
    }

    // MARK: Keys

    @Test func `motion keys show no message at the ends of the list`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("Gjjkg")
        try await screen.type("kk")
        #expect(lastLine(screen).hasPrefix("? keys"))
        try await screen.type("<tab>j")
        #expect(screen.cursorLine?.contains("Shiny Mac") == true)
        try await screen.type("<f2>")
        #expect(lastLine(screen) == "“f2” does nothing here. ? lists the keys.")
    }

    @Test func `an unknown key is reported on all screens until the next move`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("tx")
        #expect(lastLine(screen) == "“x” does nothing here. ? lists the keys.")
        try await screen.type("j")
        #expect(lastLine(screen).hasPrefix("Enter show contents"))
        try await screen.type("<esc>")
        #expect(lastLine(screen).hasPrefix("? keys"))
    }

    @Test func `nothing can be marked in an empty list`() async throws {
        let screen = try await Screen(MemoryStore(), width: 80, height: 16)
        try await screen.type("*")
        #expect(lastLine(screen) == "There is nothing to mark.")
        try await screen.type("d")
        #expect(!screen.text.contains("Remove"))
    }

    @Test func `details that don't fit are explained, and appear in a wider window`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("|")
        #expect(screen.text.contains("100 columns"))
        screen.window.resize(to: Size(width: 110, height: 30))
        #expect(await screen.shows("House / Attic"))
    }

    @Test func `edit mode shows the keys to move only if items can move`() async throws {
        let screen = try await Screen(store(), width: 80, height: 16)
        try await screen.type("E")
        #expect(lastLine(screen) == "Enter removes an item. J and K or the mouse move it.")
        try await screen.type("EoE")
        #expect(lastLine(screen) == "Enter removes an item. E leaves edit mode.")
    }

    // MARK: Room

    @Test func `on a small screen places and steps keep their titles`() async throws {
        let screen = try await Screen(store(), width: 20, height: 5)
        try await screen.type("t")
        #expect(
            screen.text.split(separator: "\n").dropFirst() == [
                "›   Garage 1 item… █", "  ▾ House 2 items… │", "    ▾ Attic 2 ite… │", "Enter show contents",
            ])
        try await screen.type("<esc>=value<enter>7<enter>U")
        #expect(screen.cursorLine?.contains("Edit “Rus") == true)
    }

    @Test func `on a wide screen related values are close to each other`() async throws {
        let screen = try await Screen(store(), width: 300, height: 20)
        try await screen.type("t")
        let line = try #require(screen.cursorLine)
        #expect(line.count <= 100 && line.contains("Garage") && line.hasSuffix("$12"))
    }

    @Test func `places and tags get more space than other texts`() {
        let columns = ListColumns(fields: ["location", "tags", "vendor"]).fitting(140)
        #expect(columns.map(\.width) == [28, 28, 21])
    }

    @Test func `empty fields of a form show the expected format`() async throws {
        let screen = try await Screen(store(), width: 80, height: 40)
        try await screen.type("a")
        try await screen.showMore()
        #expect(
            screen.text.split(separator: "\n").filter { line in
                ["Tags", "Depreciation", "Service every", "Maintenance log"].contains { line.contains($0) }
            } == [
                "  Tags               one, two, three",
                "  Depreciation       straight-line 10 years to 10%",
                "  Service every      6 months",
                "  Maintenance log    2026-11-20 EUR 40: New belt",
            ])
    }

    // MARK: The palette

    @Test func `items with the typed name are before commands with similar letters`() async throws {
        let screen = try await Screen(store(), width: 80, height: 24)
        try await screen.type(":shinm")
        #expect(!screen.text.contains("▸"))
        try await screen.type("<esc>:chai")
        #expect(await screen.shows("› ▸ Folding chair"))
    }

    @Test func `the palette sorts and groups`() async throws {
        let screen = try await Screen(store(), width: 80, height: 24)
        try await screen.type(":sort value:desc")
        #expect(screen.text.contains("› Sort by Value"))
        try await screen.type("<enter>")
        #expect(screen.rows.first?.contains("Shiny Mac") == true)
        try await screen.type(":sections initial<enter>")
        #expect(screen.text.contains("[ Sections: initial ]"))
    }

    @Test func `the catalog reports a drag`() async throws {
        let screen = try await Screen(MemoryStore(), width: 70, height: 20) { $0.content = .catalog }
        try await screen.type("18j<enter>")
        await screen.mouse(.press(.left), 5, 2)
        await screen.mouse(.drag(.left), 9, 3)
        #expect(screen.text.contains("Dragged by 4 across and 1 down."))
        await screen.mouse(.release, 9, 3)
        #expect(screen.text.contains("Dragged"))
    }

    @Test func `the first page of the catalog lists its keys`() async throws {
        let screen = try await Screen(MemoryStore(), width: 70, height: 20) { $0.content = .catalog }
        #expect(lastLine(screen) == "Enter open  [ ] next group  ? keys  q quit")
        try await screen.type("j<enter>")
        #expect(screen.text.contains("Switch"))
    }
}
