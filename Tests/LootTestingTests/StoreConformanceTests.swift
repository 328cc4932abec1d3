import LootCore
import LootTesting
import Testing

private let listStore = StoreConformance("list", [.writable, .history]) { _ in ListStore() }

@Suite struct StoreConformanceTests {
    @Test(arguments: StoreConformance.cases)
    func `a store of few lines keeps the law`(law: StoreConformance.Case) async {
        await listStore.check(law)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `a store of few lines does what the definition says at random`(seed: UInt64) async {
        await listStore.checkRandomly(seed: seed, steps: 150)
    }

    @Test func `a law that is about nothing the store can do is left out`() {
        let reader = StoreConformance("reader", []) { _ in ListStore() }
        #expect(reader.cases.count < listStore.cases.count)
        #expect(reader.cases.allSatisfy { $0.needs.isEmpty })
        #expect(listStore.cases.count < StoreConformance.cases.count)
    }

    @Test func `laws have names of their own`() {
        #expect(Set(StoreConformance.cases.map(\.name)).count == StoreConformance.cases.count)
    }
}
