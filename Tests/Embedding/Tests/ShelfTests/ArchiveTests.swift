import LootPlugins
import LootTesting
import Testing

@testable import shelf

@Test func `archive passes the conformance tests`() async {
    let stores = StoreConformance("shelf", .writable) { _ in ShelfStore() }
    await ActionConformance(.archive, on: stores).check()
}
