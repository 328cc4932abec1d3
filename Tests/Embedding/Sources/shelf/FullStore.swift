import LootCore
import LootPlugins

/// A wrapper of one's own: no further item goes on a shelf that is full.
struct FullStore: StoreWrapper {
    let wrapped: any ItemStore
    let most: Int

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let added = transaction.changes.count { if case .insert = $0 { true } else { false } }
        let count = try await wrapped.summary().count
        guard added == 0 || count + added <= most else {
            throw LootError(
                .readOnly, "can't add to the shelf", because: "it is full with \(most) things",
                next: "Take one away", remedy: .remove)
        }
        return try await wrapped.apply(transaction)
    }
}

extension DecoratorPlugin {
    static let full = DecoratorPlugin(
        "full", summary: "Lets no more things in than there is room for.",
        options: [PluginOption("most", .integer(1...1000), default: 3, "How many things there is room for.")]
    ) { store, settings, _ in FullStore(wrapped: store, most: settings.integer("most") ?? 3) }
}
