import LootCore
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

    @Test func `laws for missing capabilities are skipped`() {
        let reader = StoreConformance("reader", []) { _ in ListStore() }
        #expect(reader.cases.count < listStore.cases.count)
        #expect(reader.cases.allSatisfy { $0.needs.isEmpty })
        #expect(listStore.cases.count < StoreConformance.cases.count)
    }

    @Test func `laws have unique names`() {
        #expect(Set(StoreConformance.cases.map(\.name)).count == StoreConformance.cases.count)
    }
}
