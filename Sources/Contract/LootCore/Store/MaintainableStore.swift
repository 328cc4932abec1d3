/// A store that keeps its items where they can be damaged, and can be looked after: `loot check`, `loot recover`,
/// `loot compact`.
public protocol MaintainableStore: ItemStore {
    /// Reads everything again from the medium and verifies it. Nothing is changed.
    func check() async throws(LootError) -> CheckReport

    /// Saves what can be saved of a damaged store. What is replaced is kept aside.
    ///
    /// - Parameter isTrial: whether only to tell what would be done.
    /// - Returns: what is kept and what is lost.
    /// - Throws: ``LootError`` when the medium fails; the damaged files are then as they were.
    func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport

    /// Writes what is there in the least room.
    ///
    /// - Returns: how many bytes the store took before and takes now.
    @discardableResult
    func compact() async throws(LootError) -> (before: Int, after: Int)
}

/// What checking a store showed.
public struct CheckReport: Hashable, Sendable {
    /// What was verified, a sentence each.
    public var verified: [String] = []
    /// What is wrong.
    public var problems: [LootError] = []

    /// A report on nothing yet.
    public init() {}
}

/// What recovering a store does, or would do.
public struct RecoveryReport: Hashable, Sendable {
    /// How many items are kept.
    public var kept = 0
    /// Items that the damaged state lacks, as they were in an earlier one. They are among those that are kept.
    public var restored: [Item] = []
    /// What is lost, and why.
    public var lost: [LootError] = []
    /// Whether the history is damaged, or a part of it: what stands there can't be undone any more.
    public var lostHistory = false
    /// The files in which the damaged state is kept aside; none when nothing was wrong, or in a trial.
    public var setAside: [String] = []

    /// A report on nothing yet.
    public init() {}
}
