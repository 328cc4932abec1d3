import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import LootTesting
import MemoryStorePlugin
import TerminalKit
import Testing

@testable import TUI

/// A store that rejects queries with a filter.
private struct FilterlessStore: StoreWrapper, LiveStore {
    let wrapped: any ItemStore

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        guard query.selectsAll else {
            throw LootError(.inputOutput, "Can't read the items.", reason: "The disk is gone.")
        }
        return try await wrapped.live(query)
    }
}

/// Configured views: tabs above the list, the palette, plain mode.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ViewTests {
    private func file() -> TestConfiguration {
        TestConfiguration(
            """
            { "views": {
                "dear": { "where": ["value >= 500", "name is set"], "sort": "value:desc,name" },
                "serials": { "search": "c", "scope": ["serial"], "fields": ["name", "value", "created", "location"] },
                "bands": { "sections": "value:25,50", "favorites": true } } }
            """)
    }

    private func screen(
        _ file: TestConfiguration, width: Int = 80, height: Int = 16, keys: [String] = []
    ) async throws -> Screen {
        var items = things()
        items[0].location = "Kitchen / Drawer"
        return try await Screen(MemoryStore(items), width: width, height: height, file: file) {
            $0.keys = keys
        }
    }

    @Test func `without views there are no tabs, and the view keys explain how to save one`() async throws {
        let screen = try await screen(TestConfiguration())
        #expect(!screen.text.contains("Everything"))
        try await screen.type("}")
        #expect(screen.text.contains("There are no views yet. Save this list as one with “keep-view”."))
    }

    @Test func `the list with tabs matches its snapshot`() async throws {
        let screen = try await screen(file(), height: 14)
        try await screen.type("}")
        #expect(
            screen.text == """
                                             Items (2 items found)    dear · value >= 500 and n…
                 Everything │[dear]│ serials │ bands
                [+] Add  [ Edit ]  Sort  Manual │ Name │ Value │ Created │[Value ↓, Name ↑]
                Favorites [●──] off
                / where (value >= 500) and (name is set)                            [ Sections ]
                › Shiny Mac (Favorite)                                                    $950
                  C02XK1
                  Bicycle                                                                 $700
                  WTU-77




                ? keys  a add  / search  f favorite  d remove  u undo  : commands  q quit
                """)
    }

    @Test func `keys switch views, and clearing resets the settings of a view`() async throws {
        let screen = try await screen(file())
        try await screen.type("}")
        #expect(screen.text.contains("[dear]") && screen.text.contains("2 items found"))
        try await screen.type("}")
        #expect(screen.text.contains("[serials]") && screen.text.contains("/ c "))
        #expect(screen.text.contains("[Manual]") && screen.text.contains("[Serial number]"))
        try await screen.type("}")
        #expect(screen.text.contains("[bands]") && screen.text.contains("[ Sections: value:25,50 ]"))
        #expect(screen.text.contains("1 item found") && screen.text.contains("on"))
        try await screen.type("}")
        #expect(screen.text.contains("[Everything]") && screen.text.contains("Items (5 items)"))
        #expect(screen.text.contains("[ Sections ]") && screen.text.contains("/ Search"))
        try await screen.type("{")
        #expect(screen.text.contains("[bands]"))
    }

    @Test func `a click shows a view, and the list has the focus`() async throws {
        let screen = try await screen(file())
        await screen.click(15, 1)
        #expect(screen.text.contains("[dear]"))
        try await screen.type("j")
        #expect(screen.cursorLine?.contains("Bicycle") == true)
    }

    @Test func `no view is selected in another list, and next continues from the last one`() async throws {
        let screen = try await screen(file())
        try await screen.type("}/x<enter>")
        #expect(screen.text.contains(" Everything │ dear │"))
        try await screen.type("}")
        #expect(screen.text.contains("[serials]"))
        try await screen.type(":view: every<enter>F")
        #expect(!screen.text.contains("[Everything]"))
        try await screen.type("F")
        #expect(screen.text.contains("[Everything]"))
    }

    @Test func `rows show the fields of a view that fit`() async throws {
        let screen = try await screen(file())
        try await screen.type("}}")
        #expect(
            screen.text.contains("A9F03C11 · Created: 2026-11-20 10:00:00 UTC · Location: Kitchen / Drawer"))
        #expect(screen.text.contains("  C02XK1 · Created: 2026-11-20 10:00:00 UTC\n"))
        try await screen.type("-")
        #expect(!screen.text.contains("Kitchen"))
        try await screen.type("+{{")
        #expect(!screen.text.contains("Kitchen"))
    }

    @Test func `the list with tabs on a small screen matches its snapshot`() async throws {
        let screen = try await screen(file(), width: 40, height: 12)
        try await screen.type("}}")
        #expect(
            screen.text == """
                         Items (2 items found)
                 Everything │ dear │[serials]│ bands
                [+] Add  [ Edit ]
                Sort [Manual]│ Name │ Value │ Created
                Favorites [●──] off
                / c                         [ Sections ]
                ‹ame │[Serial number]│ Loc›
                  Rusty Spork                       $5
                  A9F03C11 · Created: 2026-11-20 10:0…
                › Shiny Mac (Favorite)            $950
                  C02XK1 · Created: 2026-11-20 10:00:…
                ? keys  a add  / search  f favorite
                """)
    }

    @Test func `on a narrow screen the current view is visible among the tabs`() async throws {
        let screen = try await screen(file(), width: 24, height: 12)
        #expect(screen.text.contains("\n[Everything]│ dear │ se›\n"))
        try await screen.type("}}")
        #expect(screen.text.contains("\n‹ dear │[serials]│ band›\n"))
        try await screen.type("}")
        #expect(screen.text.contains("\n‹dear │ serials │[bands]\n"))
        screen.window.resize(to: Size(width: 24, height: 6))
        #expect(!screen.text.contains("bands"))
    }

    @Test func `the palette shows views, including ones that were saved elsewhere`() async throws {
        let file = file()
        let screen = try await screen(file)
        try await screen.type(":view: dea<enter>")
        #expect(screen.text.contains("[dear]"))
        file.text = "{ \"views\": { \"cheap\": \"value < 20\" } }"
        try await screen.type(":view: che<enter>")
        #expect(screen.text.contains(" Everything │[cheap]") && screen.text.contains("2 items found"))
        try await screen.type(":view: every<enter>")
        #expect(screen.text.contains("[Everything]"))
    }

    @Test func `a list that appears again has the current views`() async throws {
        let file = TestConfiguration()
        let screen = try await screen(file)
        try await screen.type("<enter>")
        file.text = "{ \"views\": { \"cheap\": \"value < 20\" } }"
        try await screen.type("<esc>")
        #expect(screen.text.contains("[Everything]│ cheap"))
    }

    @Test func `a list is saved as a view, and an invalid name can be corrected`() async throws {
        let store = try MemoryStore(things())
        let screen = try await Screen(store, width: 80, height: 16)
        try await screen.type(":keep-view<enter>")
        #expect(screen.text.contains("Search, filter, sort or group the list first."))
        try await screen.type("/bi where value > 5<enter>oo:keep-view<enter>")
        #expect(screen.text.contains("Save this list as a view"))
        try await screen.type("@big<enter>")
        #expect(
            screen.text.contains("! Can't name a view “@big”. The name can't begin with “@”"))
        try await screen.type("<home><del><enter>")
        #expect(screen.text.contains("Saved this list as the view “big”."))
        #expect(screen.text.contains(" Everything │[big]"))
        let view = SavedView(
            "big", QueryText(search: "bi", conditions: ["value > 5"], sort: ["value:desc"]))
        #expect(try await store.settings()["views"] == .object([ForeignField("big", view.json)]))
    }

    @Test func `replacing or removing a view needs confirmation`()
        async throws
    {
        let file = file()
        let screen = try await screen(file)
        try await screen.type("F:keep-view<enter>Dear<enter>")
        #expect(screen.text.contains("Replace the view “dear”?"))
        try await screen.type("<esc>")
        #expect(screen.text.contains("Save this list as a view") && screen.text.contains("Dear"))
        try await screen.type("<enter><tab><enter>")
        #expect(screen.text.contains("[Dear]") && file.text.contains("\"Dear\""))
        #expect(!file.text.contains("\"dear\""))
        try await screen.type(":remove the view dear<enter>")
        #expect(screen.text.contains("Remove the view “Dear”?"))
        try await screen.type("<tab><enter>")
        #expect(screen.text.contains("Removed the view “Dear”.") && !file.text.contains("Dear"))
        #expect(screen.text.contains(" Everything │ serials │ bands"))
    }

    @Test func `a view with configured keys uses them`() async throws {
        let screen = try await screen(file(), keys: ["next-view=n", "keep-view=N"])
        try await screen.type("n")
        #expect(screen.text.contains("[dear]"))
        try await screen.type("o")
        try await screen.type("N")
        #expect(screen.text.contains("Save this list as a view"))
    }

    @Test func `a view that can't be read isn't selected`() async throws {
        let store = FilterlessStore(wrapped: try MemoryStore(things()))
        let screen = try await Screen(store, width: 80, height: 16, file: file())
        try await screen.type("}")
        #expect(screen.text.contains("The disk is gone."))
        try await screen.type("<esc>")
        #expect(screen.text.contains("[Everything]│ dear │") && screen.text.contains("Items (5 items)"))
    }

    @Test func `plain mode shows a view, its fields, and all names`() async throws {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let lines = TestLines(["view serials", "view none", "view", "view nothere", "quit"])
        _ = try await frontEnd(MemoryStore(things()), configuration, file: file(), lines: lines).run()
        #expect(
            lines.output.contains(
                "1. Rusty Spork, $5, serial number A9F03C11, Created: 2026-11-20 10:00:00 UTC"))
        #expect(lines.output.contains("> view none\n5 items.\n"))
        #expect(lines.output.contains("Views: dear, serials, bands.\n5 items."))
        #expect(lines.output.contains("Error: There is no view “nothere”."))
    }

    @Test func `plain mode saves the current list as a view, with its original words`() async throws {
        let file = file()
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let lines = TestLines([
            "keep-view all", "search bi", "where created < today+1d", "sort value:desc",
            "keep-view new bikes",
            "sort nothing", "keep-view DEAR", "n", "keep-view Dear", "y", "keep-view", "remove-view serials",
            "n",
            "remove-view Serials", "y", "remove-view serials", "view", "quit",
        ])
        let store = try MemoryStore(things())
        _ = try await frontEnd(store, configuration, file: file, lines: lines).run()
        let said = [
            "Error: Can't save the list as a view. It shows all items in manual order. Search, filter, sort or group the items first.",
            "Saved this list as the view new bikes.",
            "A view named dear already exists. Replace it? y or n: ",
            "No view was saved.", "Saved this list as the view Dear.",
            "Error: Can't name a view “”. The name is empty.",
            "No view was removed.", "Removed the view serials.", "Error: There is no view “serials”.",
            "Views: new bikes, bands, Dear.",
        ]
        for said in said { #expect(lines.output.contains(said), "\(said)\n\(lines.output)") }
        let text = QueryText(search: "bi", conditions: ["created < today+1d"], sort: ["value:desc"])
        let new = SavedView("new bikes", text)
        #expect(try await store.settings()["views"] == .object([ForeignField(new.name, new.json)]))
        #expect(try frontEnd(MemoryStore(), file: file).host.views().named("dear").text == text)
    }
}
