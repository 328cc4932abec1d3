/// An event of a store.
@nonexhaustive
public enum StoreEvent: Hashable, Sendable {
    /// A transaction was committed by this or another process.
    case committed(Commit)
    /// The state changed in an unknown way. Observers should reload.
    case reloaded(Revision)
    /// The store can no longer be read correctly.
    case failed(LootError)
}

/// The capabilities of a store.
public struct StoreCapabilities: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int
    /// Creates a set with the given bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The store accepts changes.
    public static let writable = Self(rawValue: 1)
    /// Committed changes survive the end of the process.
    public static let durable = Self(rawValue: 2)
    /// The store has a history of commits that can be undone, with the same lifetime as its items.
    public static let history = Self(rawValue: 4)
    /// The store detects changes by other processes and sends events for them.
    public static let shared = Self(rawValue: 8)
    /// The store keeps files such as photos and receipts, with the same lifetime as its items.
    public static let files = Self(rawValue: 16)
    /// The store supports snapshots (``ItemStore/snapshot()``).
    public static let snapshots = Self(rawValue: 32)
    /// The store keeps the settings of the list (``ItemReader/settings()``).
    public static let settings = Self(rawValue: 64)
}

extension StoreCapabilities {
    /// All capabilities with their names in machine-readable output.
    package static let names: [(name: String, capability: StoreCapabilities)] = [
        ("writable", .writable), ("durable", .durable), ("history", .history), ("shared", .shared),
        ("files", .files), ("snapshots", .snapshots), ("settings", .settings),
    ]
}
