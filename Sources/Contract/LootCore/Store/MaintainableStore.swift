/// A store whose storage can be damaged and that supports maintenance: `loot check`, `loot recover`, `loot compact`.
public protocol MaintainableStore: ItemStore {
    /// Reads and verifies the whole storage without changing anything.
    func check() async throws(LootError) -> CheckReport

    /// Recovers the readable parts of a damaged store. Replaced files are kept as backups.
    ///
    /// - Parameter isTrial: Whether to only report what would be done.
    /// - Returns: The recovered and the lost parts.
    /// - Throws: ``LootError`` if the storage fails. In this case, the damaged files are unchanged.
    func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport

    /// Rewrites the store in the most compact form.
    ///
    /// - Returns: The size of the store before and after, in bytes.
    @discardableResult
    func compact() async throws(LootError) -> (before: Int, after: Int)
}

/// The result of checking a store.
public struct CheckReport: Hashable, Sendable {
    /// The verified facts, as sentences.
    public var verified: [Message] = []
    /// The problems.
    public var problems: [LootError] = []

    /// Creates an empty report.
    public init() {}
}

/// The result of recovering a store, or its preview.
public struct RecoveryReport: Hashable, Sendable {
    /// The number of recovered items.
    public var kept = 0
    /// Items missing from the damaged state that were restored from an earlier one. They are included in `kept`.
    public var restored: [Item] = []
    /// The lost parts with the reasons.
    public var lost: [LootError] = []
    /// Whether the history, or a part of it, is damaged and can't be undone.
    public var lostHistory = false
    /// The backups of the damaged files. Empty if nothing was wrong or for a preview.
    public var setAside: [String] = []

    /// Creates an empty report.
    public init() {}
}
