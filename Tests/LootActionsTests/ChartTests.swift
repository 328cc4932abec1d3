import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct ChartTests {
    private func chart(_ kind: Chart.Kind, _ items: [Item]) async throws -> Chart {
        let inventory = Inventory(try MemoryStore(items), for: .owner)
        return try await inventory.chart(kind, of: .kept, ItemPresentation(symbol: "EUR"))
    }

    private let items: [Item] = {
        var camera = Item(name: "Camera", value: 90)
        (camera.location, camera.tags, camera.quantity) = ("House / Attic", ["red", "old"], 2)
        (camera.purchaseDate, camera.purchasePrice) = (Day("2024-03-05"), "100.5")
        var drill = Item(name: "Drill", value: 45)
        (drill.location, drill.currency) = ("Garage", Currency("EUR"))
        (drill.purchaseDate, drill.purchasePrice) = (Day("2024-03-31"), 50)
        (drill.disposal, drill.disposedOn) = (.sold, Day("2026-01-01"))
        var ring = Item(name: "Ring", value: 30)
        (ring.location, ring.tags, ring.currency) = ("Garage", ["red"], Currency("USD"))
        var vase = Item(name: "Vase", value: 45)
        vase.location = "house/Cellar"
        return [camera, drill, ring, vase]
    }()

    private func bars(_ chart: Chart) -> [[String]] {
        chart.panels.map { panel in
            [panel.currency?.code ?? ""] + panel.bars.map { "\($0.label) \($0.series) \($0.sum)" }
        }
    }

    @Test func `places and tags have their values, highest first, with a panel for each currency`()
        async throws
    {
        let places = try await chart(.place, items)
        #expect(bars(places) == [["EUR", "House value 225"], ["USD", "Garage value 30"]])
        let tags = try await chart(.tag, items)
        #expect(tags.panels[0].bars.map(\.length) == [1, 1, 0.25])
        #expect(tags.panels[1].bars.map(\.label) == ["red"])
    }

    @Test func `months and years have the prices, also of disposed items`() async throws {
        #expect(bars(try await chart(.month, items)) == [["EUR", "2024-03 bought 251"]])
        #expect(
            bars(try await chart(.year, items)) == [["EUR", "2024 bought 251", "2026 disposed 50"]])
    }

    @Test func `there is no panel without amounts, and negative amounts have no length`() async throws {
        #expect(try await chart(.place, []).panels.isEmpty)
        let lengths = try await chart(.place, [Item(name: "Debt", value: -5)]).panels[0].bars.map(\.length)
        #expect(lengths == [0])
    }

    @Test func `an unknown kind is refused`() {
        #expect(throws: LootError.self) { try Chart.Kind(named: "pie") }
    }

    @Test func `bars have eighths of a column`() async throws {
        var bar = try await chart(.place, items).panels[0].bars[0]
        #expect(Chart.text(of: bar, columns: 3, isPlain: false) == "███")
        bar.length = 0.5
        #expect(Chart.text(of: bar, columns: 3, isPlain: false) == "█▌")
        #expect(Chart.text(of: bar, columns: 4, isPlain: true) == "##")
    }

    @Test func `the markup escapes labels`() async throws {
        var item = Item(name: "Lamp", value: 3)
        item.location = "<b>"
        let html = try await chart(.place, [item]).html(ItemPresentation())
        #expect(html.markup.contains("&lt;b&gt;") && !html.markup.contains("<b>"))
    }
}
