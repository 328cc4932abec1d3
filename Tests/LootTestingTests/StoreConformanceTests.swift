import LootCore
import LootPlugins
import LootTesting
import Testing

private let listStore = StoreConformance("list", [.writable, .history]) { _ in ListStore() }

@Suite struct StoreConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `a minimal store passes the laws`(law: StoreConformance.Case) async {
        await listStore.check(law)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `a minimal store matches the definition at random`(seed: UInt64) async {
        await listStore.checkRandomly(seed: seed, steps: 150)
    }

    @Test func `a law for a missing capability is skipped with the reason`() async throws {
        let law = try #require(StoreConformance.cases.first { $0.needs.contains(.settings) })
        #expect(await listStore.result(of: law) == .skipped(reason: "The store doesn't declare “settings”."))
    }

    @Test func `a summary counts passed, skipped and failed laws separately`() async {
        let summary = await ExporterConformance("lines") { LineExporter() }.check()
        #expect(summary.passed == 2 && summary.failed == 0)
        #expect(summary.skipped == ["Exported files can't be read back.": 1])
        let lines = "  1 law skipped: Exported files can't be read back.\n2 laws passed, 1 skipped, 0 failed."
        #expect(summary.description == lines)
    }

    @Test func `laws have unique names`() {
        #expect(Set(StoreConformance.cases.map(\.name)).count == StoreConformance.cases.count)
    }
}

/// Writes names, one per line.
private struct LineExporter: ItemExporter {
    func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        try await rows.forEachPage { (page) throws(LootError) in
            try await sink(page.items.flatMap { Array($0.name.utf8) + [0x0A] })
        }
        return []
    }
}
