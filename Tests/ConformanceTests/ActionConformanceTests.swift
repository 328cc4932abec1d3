import Foundation
import LootActions
import LootCore
import LootFiles
import LootFormats
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct `A built-in action` {
    private static let stores = [
        StoreConformance("memory", .writable) { _ in MemoryStore() },
        StoreConformance("JSON", .writable) { medium in
            try await FormatCodec(.json).openStore(
                at: "\(NSTemporaryDirectory())/loot-actions-\(medium).json", options: FileStoreOptions())
        },
    ]

    /// StocktakeTests cover the actions on the list.
    private static let ids = Action.builtIn.onItems.map(\.id)

    @Test(arguments: ids, stores)
    func `a built-in action passes the laws`(id: String, stores: StoreConformance) async throws {
        let action = try #require(Action.builtIn.named(id))
        await ActionConformance(action, on: stores).check()
    }
}
