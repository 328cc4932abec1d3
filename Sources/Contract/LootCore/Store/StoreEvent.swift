/// What a store tells those who watch it.
@nonexhaustive
public enum StoreEvent: Hashable, Sendable {
    /// These changes were made, here or by another process.
    case committed(Commit)
    /// The state is another one, and what changed is not known: read again.
    case reloaded(Revision)
    /// The store can no longer be read as it should.
    case failed(LootError)
}

/// What a store can do beyond reading and writing.
public struct StoreCapabilities: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The capabilities with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It takes changes.
    public static let writable = Self(rawValue: 1)
    /// What it acknowledged outlives the process.
    public static let durable = Self(rawValue: 2)
    /// It remembers commits, so that they can be undone; for as long as it remembers items.
    public static let history = Self(rawValue: 4)
    /// It notices what other processes write, and tells.
    public static let shared = Self(rawValue: 8)
    /// It keeps files beside the items, for as long as it keeps those: photos, receipts, manuals.
    public static let files = Self(rawValue: 16)
    /// It can hold a state to be read while others write, see ``ItemStore/snapshot()``.
    public static let snapshots = Self(rawValue: 32)
    /// It stores the settings of the list, see ``ItemReader/settings()``.
    public static let settings = Self(rawValue: 64)
}

extension StoreCapabilities {
    /// Every capability, and what machine-readable output calls it.
    package static let names: [(name: String, capability: StoreCapabilities)] = [
        ("writable", .writable), ("durable", .durable), ("history", .history), ("shared", .shared),
        ("files", .files), ("snapshots", .snapshots), ("settings", .settings),
    ]
}
