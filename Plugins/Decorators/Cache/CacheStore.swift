public import LootCore
public import LootPlugins

/// A cache for a remote store. Items are read again only after a change.
///
/// All cached results are from the same revision, and are discarded when the wrapped store reports another
/// one. Changes made through the cache are visible immediately. Changes by other writers are visible when the
/// wrapped store reports them, so the cache isn't `shared`. While the wrapped store reports a failure,
/// nothing is cached, and callers receive its errors.
public enum CacheStore {
    /// Wraps a store in a cache with up to `limit` items.
    ///
    /// - Throws: ``/LootCore/LootError`` if the store can't be read.
    public static func open(_ store: any ItemStore, items limit: Int = 20_000) async throws(LootError)
        -> some ItemStore
    { try await CachingStore.open(store, items: limit) }
}

extension DecoratorPlugin {
    /// The decorator `cache`.
    public static let cache = DecoratorPlugin(
        "cache", summary: "Caches data from a remote store.",
        options: [
            PluginOption(
                "items", .integer(1...10_000_000), default: 20_000, "The maximum number of cached items.")
        ]
    ) { store, settings, _ throws(LootError) in
        try await CacheStore.open(store, items: settings.integer("items") ?? 20_000)
    }
}
