import Basics
import LootCore
import LootPlugins
import LootQueryText
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct BookValueTests {
    private let today = Day("2026-11-20") ?? .first

    /// Items bought in 2024 and 2025, one of them sold in 2026; and two without a day of purchase.
    private static let items: [Item] = {
        func item(_ name: String, _ price: Amount?, _ bought: String?, created: String = "2026-11-01") -> Item
        {
            var item = Item(name: name, value: 40)
            item.dateCreated = Day(created).map(Moment.init(startOf:)) ?? .first
            (item.purchasePrice, item.purchaseDate) = (price, bought.flatMap { Day($0) })
            return item
        }
        var camera = item("Camera", 1000, "2024-01-01")
        (camera.quantity, camera.replacementValue) = (2, 1290)
        var drill = item("Drill", 365, "2025-01-01")
        (drill.disposal, drill.disposedOn) = (.sold, Day("2026-01-01"))
        drill.depreciation = Depreciation("straight-line 1 year")
        var lost = item("Ring", 500, "2020-01-01")
        lost.disposal = .lost
        return [
            camera, drill, lost, item("Vase", nil, nil, created: "2024-06-01"),
            item("Lamp", 20, nil, created: "2026-06-01"),
        ]
    }()

    private let inventory: Inventory

    init() throws { inventory = Inventory(try MemoryStore(Self.items), for: .owner) }

    private func names(at day: String, _ condition: String? = nil) async throws -> [String] {
        let text = QueryText(conditions: condition.map { [$0] } ?? [], at: day)
        let query = try await inventory.query(of: text, today: today, currency: nil)
        return try await inventory.store.items(of: query).map(\.name)
    }

    private func presentation(on day: String, _ rule: String? = "declining 20%") -> ItemPresentation {
        var presentation = ItemPresentation()
        (presentation.day, presentation.depreciation) = (Day(day), rule.flatMap { Depreciation($0) })
        return presentation
    }

    @Test(
        arguments: [
            ("2019-12-31", []), ("2023-12-31", []), ("2024-01-01", ["Camera"]),
            ("2024-06-01", ["Camera", "Vase"]), ("2025-12-31", ["Camera", "Drill", "Vase"]),
            ("2026-01-01", ["Camera", "Vase"]), ("today", ["Camera", "Vase", "Lamp"]),
            ("today-1y", ["Camera", "Drill", "Vase"]),
        ])
    func `a day selects what was bought on or before it and not disposed of by then`(
        day: String, names: [String]
    ) async throws {
        #expect(try await self.names(at: day) == names)
    }

    @Test func `other conditions apply in addition`() async throws {
        #expect(try await names(at: "2025-12-31", "price < 500") == ["Drill"])
    }

    @Test(arguments: ["soon", "2025-02-30", "2025"])
    func `text that isn't a day is refused`(day: String) async throws {
        let error = await #expect(throws: LootError.self) { try await names(at: day) }
        #expect(error?.code == .malformed && error?.reason.text(in: .english).isEmpty == false)
    }

    @Test func `an address keeps the day, and a view doesn't`() throws {
        let text = QueryText(conditions: ["favorite"], at: "2025-12-31")
        #expect(try QueryText(text.parameters()) == text)
        #expect(try QueryText([("at", "")]).at == nil)
        #expect(SavedView("a", text).text.at == nil)
    }

    @Test func `the rule of the item precedes that of a template, and that of the list`() throws {
        var item = Self.items[0]
        var presentation = presentation(on: "2025-01-01")
        #expect(presentation.bookValue(of: item) == 800)
        let computers = ItemTemplate(
            "computer",
            values: Patch([
                .init("tags", .list(["computer"])), .init("depreciation", .text("declining 30%")),
            ]))
        presentation.ownFields = try OwnFields([], templates: [computers])
        #expect(presentation.bookValue(of: item) == 800)
        item.tags = ["Computer", "office"]
        #expect(presentation.bookValue(of: item) == 700)
        item.depreciation = Depreciation("none")
        #expect(presentation.bookValue(of: item) == 1000)
        // The rule of a template isn't written into new items.
        let template = try presentation.ownFields.template(named: "computer")
        #expect(template.values["depreciation"] == nil && template.tags == ["computer"])
    }

    @Test func `a template with a depreciation needs tags`() {
        let template = ItemTemplate(
            "computer", values: Patch([.init("depreciation", .text("declining 30%"))]))
        #expect(throws: LootError.self) { try OwnFields([], templates: [template]) }
    }

    @Test func `there is a book value only while the item was owned and with price, day and rule`() {
        let items = Self.items
        #expect(presentation(on: "2023-12-31").bookValue(of: items[0]) == nil)
        #expect(presentation(on: "2025-12-31").bookValue(of: items[1]) == 1)
        #expect(presentation(on: "2026-01-01").bookValue(of: items[1]) == nil)
        #expect(presentation(on: "2026-01-01").bookValue(of: items[2]) == nil)
        #expect(presentation(on: "2026-11-20").bookValue(of: items[3]) == nil)
        #expect(presentation(on: "2026-11-20").bookValue(of: items[4]) == nil)
        #expect(presentation(on: "2025-01-01", nil).bookValue(of: items[0]) == nil)
    }

    @Test func `the smallest unit is that of the item's currency, or of the list's`() {
        var item = Self.items[0]
        (item.purchasePrice, item.currency) = (1001, Currency("JPY"))
        var presentation = presentation(on: "2025-01-01", "declining 50%")
        #expect(presentation.bookValue(of: item) == 501)
        item.currency = nil
        #expect(presentation.bookValue(of: item) == "500.5")
        presentation.money = Money(symbol: "JPY")
        #expect(presentation.bookValue(of: item) == 501)
    }

    @Test func `totals multiply by the quantity and count unknown values`() async throws {
        let all = Query(hidesDisposed: true)
        let statistics = try await inventory.statistics(of: all, presentation(on: "2025-01-01"))
        #expect(statistics.totalBookValue?.description == "1600, 2 unknown")
        #expect(statistics.totalReplacement?.description == "2580, 2 unknown")
        let none = try await inventory.statistics(of: all, presentation(on: "2025-01-01", nil))
        #expect(none.totalBookValue == nil)
    }

    @Test func `book values can be shown, but not set, compared or sorted by`() throws {
        #expect(try Field.shown(named: "bookvalue") == Field.bookValueKey)
        #expect(throws: LootError.self) { try Field.named("bookValue") }
        #expect(throws: LootError.self) { try Filter(parsing: "bookValue > 3") }
        #expect(throws: LootError.self) { try SortKey(parsing: "bookValue:desc") }
        #expect(throws: LootError.self) { try OwnField("BookValue") }
        var item = Self.items[0]
        #expect(throws: LootError.self) { try item.set(.amount(3), for: Field.bookValueKey) }
    }

    @Test func `a report of a day has book values unless prices are hidden`() async throws {
        let query = try await inventory.query(of: QueryText(at: "2025-01-01"), today: today, currency: nil)
        func html(_ presentation: ItemPresentation, hiding hidden: Set<FieldKey> = []) async throws -> String
        {
            let report = try await InventoryReport(
                inventory, query, presentation: presentation, hiding: hidden)
            var bytes: [UInt8] = []
            try await report.writeHTML(photos: .none) {
                bytes += $0; return true
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let shown = try await html(presentation(on: "2025-01-01"))
        #expect(shown.contains("$800") && shown.contains("$1,965") && shown.contains("2025-01-01"))
        #expect(shown.contains("$2,580"))
        let hidden = try await html(presentation(on: "2025-01-01"), hiding: ["purchasePrice"])
        #expect(!hidden.contains("$800") && !hidden.contains("$1,965"))
    }
}
