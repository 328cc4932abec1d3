public import LootCore

extension StorePlugin {
    /// `"store": { "use": "memory", "sample": 20 }`, or `memory:20`.
    public static let memory = StorePlugin(
        "memory", summary: "Items in memory, gone when the program ends.",
        options: [
            PluginOption(
                "sample", .integer(0...10_000_000), default: 0, "How many items at random it starts with."),
            PluginOption(
                "seed", .integer(0...Int.max), "Makes the same sample every time; without it, another."),
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
    /// The same items for the same seed, to the last digit of their ids.
    static func sample(_ count: Int, seed: UInt64) -> [Item] {
        var generator = SplitMix(state: seed)
        let start = Moment(secondsSinceEpoch: 1_767_225_600) ?? .first  // the first of January 2026
        return (0..<count).map { _ in Item.random(using: &generator, dateCreated: start) }
    }
}

/// A random number generator that repeats itself for the same seed (Steele, Lea and Flood's SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
