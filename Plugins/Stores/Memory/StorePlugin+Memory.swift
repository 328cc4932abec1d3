import LootCore
public import LootPlugins

extension StorePlugin {
    /// The plugin for stores in memory: `"store": { "use": "memory", "sample": 20 }` or `memory:20`.
    public static let memory = StorePlugin(
        "memory", summary: "Items in memory, which are lost when the program ends.",
        options: [
            PluginOption(
                "sample", .integer(0...10_000_000), default: 0, "The number of random items to start with."),
            PluginOption(
                "seed", .integer(0...Int.max),
                "The seed of the random items. By default, they differ each time."),
        ],
        shortForm: ["sample"]
    ) { settings throws(LootError) in
        let count = max(0, settings.integer("sample") ?? 0)
        guard let seed = settings.integer("seed") else {
            return try MemoryStore((0..<count).map { _ in Item.random() })
        }
        return try MemoryStore(Item.sample(count, seed: UInt64(truncatingIfNeeded: seed)))
    }
}

extension Item {
    /// Returns random items. The same seed always results in the same items, including their IDs.
    static func sample(_ count: Int, seed: UInt64) -> [Item] {
        var generator = SeededGenerator(seed: seed)
        let start = Moment(secondsSinceEpoch: 1_767_225_600) ?? .first  // January 1, 2026
        return (0..<count).map { _ in Item.random(using: &generator, dateCreated: start) }
    }
}
