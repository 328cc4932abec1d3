import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import TerminalKit
import Testing

@testable import TUI

/// New items with values from a catalog.
@Suite(.timeLimit(.minutes(10))) @MainActor struct BarcodeTests {
    private nonisolated static let code = "4006381333931"

    /// A catalog that contains only a pencil, and calls a function before each response.
    private struct Shelf: ProductCatalog {
        let name = "shelf"
        var before: @Sendable () async throws(LootError) -> Void = { () async throws(LootError) in }

        func values(for barcode: Barcode) async throws(LootError) -> Patch? {
            try await before()
            guard barcode.digits == BarcodeTests.code else { return nil }
            return Patch([
                .init("name", .text("Pencil")), .init("valueInDollars", .amount("1.5")),
                .init("notes", .text("HB")), .init(.custom("brand"), .text("Staedtler")),
                .init(.custom("leads"), .integer(12)),
            ])
        }
    }

    private let file = TestConfiguration(
        """
        { "catalogs": ["shelf"], "fields": { "Brand": "text" } }
        """)

    private func plugin(
        _ before: @escaping @Sendable () async throws(LootError) -> Void = { () async throws(LootError) in }
    ) -> CatalogPlugin {
        CatalogPlugin("shelf", summary: "The test's.") { _ in Shelf(before: before) }
    }

    private func screen(_ store: any ItemStore, _ catalog: CatalogPlugin? = nil) async throws -> Screen {
        try await Screen(store, width: 80, height: 40, file: file, catalog: catalog ?? plugin())
    }

    private let ask = ":barcode<enter>"

    @Test func `a form starts with a product's values, and nothing is saved automatically`()
        async throws
    {
        let store = try MemoryStore(things())
        let screen = try await screen(store)
        try await screen.type("\(ask)4006381-333931<enter>")
        #expect(await screen.shows("New item"))
        #expect(screen.text.contains("From shelf. Nothing has been saved yet."))
        for text in ["Pencil", "HB", "Brand", "Staedtler", "leads", "12", Self.code] {
            #expect(screen.text.contains(text), "\(text)")
        }
        #expect(try await store.items().count == 5)
        try await screen.type("<ctrl-s>")
        let item = try #require(try await store.items().last)
        #expect(item.name == "Pencil" && item.value == "1.5" && item.notes == "HB")
        #expect(
            item.custom == [
                "Brand": .text("Staedtler"), "leads": .integer(12), "barcode": .text(Self.code),
            ])
        try await screen.type("u")
        #expect(try await store.items().count == 5)
    }

    @Test func `a form with a product's values asks before it is left`() async throws {
        let store = MemoryStore()
        let screen = try await screen(store)
        try await screen.type("\(ask)\(Self.code)<enter>")
        #expect(await screen.shows("New item"))
        try await screen.type("<esc>")
        #expect(screen.text.contains("Add this item?"))
    }

    @Test func `items with the barcode are reported`() async throws {
        var (item, soap) = (Item(name: "Old pencil"), Item(name: "Soap"))
        item.custom = ["barcode": .text("0\(Self.code)")]
        soap.custom = ["barcode": .text("036000291452")]
        let screen = try await screen(try MemoryStore([item, soap]))
        try await screen.type("\(ask)036000291452<enter>")
        #expect(await screen.shows("Already in your list: Soap."))
        #expect(screen.text.contains("The catalog shelf"))
        try await screen.type("<esc>")
        try await screen.type("\(ask)\(Self.code)<enter>")
        #expect(await screen.shows("Already in your list: Old pencil."))
        #expect(screen.text.contains("New item"))
    }

    @Test func `an invalid or unknown barcode is reported and can be corrected`() async throws {
        let store = MemoryStore()
        let screen = try await screen(store)
        try await screen.type("\(ask)4006381333932<enter>")
        #expect(screen.text.contains("Check each digit.") && screen.text.contains("4006381333932"))
        let clear = String(repeating: "<backspace>", count: 13)
        try await screen.type("\(clear)036000291452<enter>")
        #expect(await screen.shows("The catalog shelf"))
        #expect(screen.text.contains("036000291452"))
        try await screen.type("\(clear)\(Self.code)<enter>")
        #expect(await screen.shows("New item"))
    }

    @Test func `a failing catalog is reported, and the barcode is kept`() async throws {
        let failure = LootError(.catalogFailed, "Can't ask shelf.", reason: "The network is down.")
        let screen = try await screen(MemoryStore(), plugin { () async throws(LootError) in throw failure })
        try await screen.type("\(ask)\(Self.code)<enter>")
        #expect(await screen.shows("The network is down"))
        #expect(screen.text.contains(Self.code) && screen.text.contains("[ Look up ]"))
        try await screen.type("<esc>")
        #expect(screen.window.presentations.isEmpty)
    }

    @Test func `the screen works during a lookup, which can be canceled`() async throws {
        let gate = Gate()
        let answers = Mutex(0)
        let memory = MemoryStore()
        let screen = try await screen(
            memory,
            plugin { () async throws(LootError) in
                await gate.wait()
                answers.withLock { $0 += 1 }
            })
        try await screen.type("\(ask)\(Self.code)<enter>")
        #expect(screen.text.contains("Looking up \(Self.code)…") && !screen.session.holdsInput)
        try await memory.add(Item(name: "Lamp"))
        #expect(await screen.shows("Lamp"))
        try await screen.type("<esc>")
        #expect(screen.window.presentations.isEmpty)
        await gate.open()
        while answers.withLock({ $0 }) == 0 { await Task.yield() }
        try await screen.type("<enter>")
        #expect(screen.text.contains("Lamp") && !screen.text.contains("New item"))
    }

    @Test func `a missing catalog or write permission is reported, and nothing is asked`()
        async throws
    {
        let bare = try await Screen(MemoryStore(), width: 80, height: 24)
        try await bare.type(ask)
        #expect(bare.text.contains("Can't add by barcode") && bare.text.contains("product catalog"))
        #expect(bare.text.contains("upcitemdb"))
        let readOnly = try await screen(ProblemStore(MemoryStore(), isReadOnly: true))
        try await readOnly.type(ask)
        #expect(readOnly.window.presentations.isEmpty && readOnly.text.contains("This store is read-only."))
        let detail = try await screen(try MemoryStore(things()))
        try await detail.type("<enter>:by barcode")
        #expect(detail.text.contains("No such command"))
    }

    private func dialogue(
        _ store: any ItemStore, file: TestConfiguration? = nil, _ lines: String...
    ) async throws -> String {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        let streams = TestLines(lines)
        let frontEnd = try frontEnd(
            store, configuration, file: file ?? self.file, lines: streams, catalog: plugin())
        #expect(try await frontEnd.run() == .success)
        return streams.output
    }

    @Test func `in plain mode, the questions contain the product's values`() async throws {
        let store = MemoryStore()
        let text = try await dialogue(
            store, "barcode \(Self.code)", "Red pencil", ".", "barcode \(Self.code)", "!", "quit")
        #expect(text.contains("Found the product in shelf. Nothing has been added yet.\nNotes: HB\n"))
        #expect(text.contains("Name (Pencil): Red pencil") && text.contains("Added Red pencil."))
        #expect(text.contains("Already in your list: Red pencil.") && text.contains("Nothing was added."))
        let items = try await store.items()
        #expect(items.count == 1 && items.first?.notes == "HB" && items.first?.value == "1.5")
        #expect(items.first?.custom["Brand"] == .text("Staedtler"))
        #expect(items.first?.custom["barcode"] == .text(Self.code))
    }

    @Test func `in plain mode, errors contain advice`() async throws {
        let store = MemoryStore()
        let text = try await dialogue(
            store, "barcode", "barcode 4006381333932", "barcode 036000291452", "quit")
        #expect(text.contains("The command needs a barcode. Type, for example, “barcode 4006381333931”."))
        #expect(text.contains("Its last digit must be 1 if the others are correct."))
        #expect(text.contains("The catalog shelf doesn't contain it. Add the item by its name."))
        let bare = try await dialogue(store, file: TestConfiguration(), "barcode \(Self.code)", "quit")
        #expect(bare.contains("The configuration doesn't list a product catalog. Add one, as in"))
        let readOnly = try await dialogue(
            ProblemStore(store, isReadOnly: true), "barcode \(Self.code)", "quit")
        #expect(readOnly.contains("Error: Can't add by barcode. This store is read-only."))
        #expect(try await store.items().isEmpty)
    }
}
