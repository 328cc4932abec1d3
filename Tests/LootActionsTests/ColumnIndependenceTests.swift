import LootActions
import LootCore
import LootFormats
import Testing

@Suite struct `A column of an import` {
    private func items(_ text: String, _ options: ImportOptions = ImportOptions()) async throws -> [Item] {
        let plan = try await planned(text, options)
        #expect(plan.refusals.isEmpty, "\(plan.errors.map(\.description))")
        return plan.entries.map(\.item)
    }

    @Test func `a column's own cells take precedence over other columns`() async throws {
        let amounts = try await items("Item;Cost;Value\nLamp;12,50;12.50\nMug;1.299;1,299\n")
        #expect(amounts.map(\.purchasePrice) == [Amount("12.5"), 1299])
        #expect(amounts.map(\.value) == [Amount("12.5"), 1299])
        let days = try await items(
            "Item,Bought,Warranty until\nLamp,25/12/2024,12/25/2026\nMug,05/04/2025,05/04/2027\n")
        #expect(days.map { $0.purchaseDate?.description } == ["2024-12-25", "2025-04-05"])
        #expect(days.map { $0.warrantyUntil?.description } == ["2026-12-25", "2027-05-04"])
    }

    @Test func `a column without evidence is read like the others, unless they contradict each other`()
        async throws
    {
        let items = try await items("Item;Cost;Value\nLamp;12,50;1.299\nMug;3,25;2.500\n")
        #expect(items.map(\.value) == [1299, 2500])
        let refused = try await planned("Item;Cost;Value;Sold for\nLamp;12,50;1.299;12.50\n").refusals
        #expect(refused.count == 1)
    }

    @Test func `a column without a currency gets the chosen one, also for a price without a value`()
        async throws
    {
        var options = ImportOptions()
        options.currency = Currency("EUR")
        let items = try await items(
            "Item;Cost;Value;Currency\nLamp;5;;\nMug;;7;\nBear;;;\nVase;5;;CHF\n", options)
        let codes = items.map { $0.currency?.code }
        #expect(codes == ["EUR", "EUR", nil, "CHF"])
    }
}
