public import LootCore
public import LootPlugins

/// A store before another that is far away: what was read once is not asked for again while nothing has changed.
///
/// Everything that is kept is of one state, and goes as soon as the store behind tells of another. What was changed
/// through here shows at once; what others change shows when the store behind tells of it, which is why a cache does
/// not say of itself that it is `shared`. While the store behind says that it fails, nothing is kept: its error is what
/// a caller gets.
public enum CacheStore {
    /// A cache whose kept answers have at most `limit` items together.
    ///
    /// - Throws: ``/LootCore/LootError`` when the store can't be read.
    public static func open(_ store: any ItemStore, items limit: Int = 20_000) async throws(LootError)
        -> some ItemStore
    { try await CachingStore.open(store, items: limit) }
}

extension DecoratorPlugin {
    /// The decorator `cache`.
    public static let cache = DecoratorPlugin(
        "cache", summary: "Keeps what was read of a store that is far away.",
        options: [
            PluginOption(
                "items", .integer(1...10_000_000), default: 20_000, "How many items of answers are kept.")
        ]
    ) { store, settings, _ throws(LootError) in
        try await CacheStore.open(store, items: settings.integer("items") ?? 20_000)
    }
}
