import LootTesting
import Testing

@testable import shelf

@Test func `a store of one's own keeps the laws`() async {
    await StoreConformance("shelf", .writable) { _ in ShelfStore() }.check()
}
