import LootTesting
import Testing

@testable import embedding

@Test func `a store of one's own keeps the laws`() async {
    await StoreConformance("shelf", .writable) { _ in ShelfStore() }.check()
}
