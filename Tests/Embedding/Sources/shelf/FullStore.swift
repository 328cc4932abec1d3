import LootCore
import LootPlugins

/// A wrapper that rejects more items than fit on the shelf.
struct FullStore: StoreWrapper {
    let wrapped: any ItemStore
    let most: Int

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let added = transaction.changes.count { if case .insert = $0 { true } else { false } }
        let count = try await wrapped.summary().count
        guard added == 0 || count + added <= most else {
            throw LootError(
                .readOnly, "Can't add to the shelf.",
                reason: "It is full with \(most, one: "item", other: "items").", advice: "Remove an item.",
                remedy: .remove)
        }
        return try await wrapped.apply(transaction)
    }
}

extension DecoratorPlugin {
    static let full = DecoratorPlugin(
        "full", summary: "Limits the number of items.",
        options: [PluginOption("most", .integer(1...1000), default: 3, "The greatest number of items.")]
    ) { store, settings, _ in FullStore(wrapped: store, most: settings.integer("most") ?? 3) }
}
