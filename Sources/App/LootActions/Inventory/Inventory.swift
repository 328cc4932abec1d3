public import LootCore
import LootMerge
package import LootPlugins
import Synchronization

/// The operations of the program on a store. All front ends write through this class.
///
/// Each operation is one transaction with a title and can be undone in one step. It sets only what it changes, so
/// that it doesn't conflict with concurrent changes to other items or fields. Conditions make an operation throw
/// `conflict` if they don't hold.
public final class Inventory: Sendable {
    /// The users on whose behalf an inventory works.
    public enum User: Sendable {
        /// The owner of the list, who can change everything.
        case owner
        /// The person whom a server has identified for the current task. Without one, the list can only be read.
        case caller
    }

    /// The underlying store.
    package let store: any ItemStore

    /// The author in the history, or `nil` if unknown.
    package let author: String?

    /// The authenticated person on whose behalf the task runs. Takes precedence over all other authors.
    @TaskLocal package static var person: String?

    /// The role of the person on whose behalf the task runs.
    @TaskLocal package static var role = Role.none

    private let user: User

    /// Whether the store has a history.
    private let storeRemembers: Bool

    /// The history of this instance, for stores without one.
    private let ownHistory = Mutex(History())

    private let newest = Mutex<Revision?>(nil)

    /// Called with each commit before it is returned.
    private let noting: @Sendable (Commit) -> Void

    /// Whether pictures keep the location where they were taken.
    let keepsPosition: Bool

    /// The number of files stored by this instance, which triggers sweeps.
    let filesPut = Atomic(0)

    /// Creates an inventory for a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - user: The user on whose behalf the inventory works.
    ///   - author: The author in the history.
    ///   - keepsPosition: Whether added pictures keep the location where they were taken, which cameras record in
    ///     them.
    ///   - noting: Called with each commit of this instance before it is returned.
    public init(
        _ store: any ItemStore, for user: User = .caller, author: String? = nil, keepsPosition: Bool = false,
        noting: @escaping @Sendable (Commit) -> Void = { _ in }
    ) {
        self.store = store
        self.user = user
        storeRemembers = store.capabilities.contains(.history)
        self.author = author
        self.keepsPosition = keepsPosition
        self.noting = noting
    }

    /// The revision of the newest commit made by this instance, or `nil` if there is none.
    package var newestRevision: Revision? { newest.withLock(\.self) }

    // MARK: Writing

    /// Adds items that a person entered, in order, at a destination.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `invalid-value` if an item has a problem other than a missing name.
    @discardableResult
    public func add(_ items: [Item], at destination: Destination = .last) async throws(LootError) -> Commit {
        for item in items { try item.checkEntries() }
        let changes = items.indices.map { index in
            let isBehindOther = index > 0 && destination != .last
            return Change.insert(items[index], at: isBehindOther ? .after(items[index - 1].id) : destination)
        }
        return try await commit(changes, title: Inventory.title({ "Add \($0)" }, items))
    }

    /// Sets fields of items. If an item is a place, such as a box, and is renamed or moved, its contents move along.
    ///
    /// - Returns: `nil` if all items already had these values.
    @discardableResult
    public func edit(
        _ ids: [ItemID], _ patch: Patch, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try patch.checkEntries()
        return try await change(ids, { "Edit \($0)" }, if: conditions) { (item) throws(LootError) in
            try Inventory.update(item) { (edited) throws(LootError) in _ = try patch.apply(to: &edited) }
        }
    }

    /// Returns the change that `edit` makes to an item, or `nil` if it changes nothing.
    static func update(
        _ item: Item, _ edit: (inout Item) throws(LootError) -> Void
    ) throws(LootError) -> Change? {
        var edited = item
        try edit(&edited)
        let difference = Patch(from: item, to: edited)
        return difference.isEmpty ? nil : .update(item.id, difference)
    }

    /// Removes items.
    @discardableResult
    public func remove(
        _ ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change(ids, { "Remove \($0)" }, if: conditions) { .remove($0.id) }
    }

    /// Moves an item in the user's order.
    ///
    /// - Returns: The new position, and the commit or `nil` if the item was already there.
    @discardableResult
    public func move(
        _ id: ItemID, to destination: Destination, if conditions: [Condition] = []
    ) async throws(LootError) -> (Int, Commit?) {
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        if let position = try await standing(id, destination) {
            try await check(conditions)
            return (position, nil)
        }
        let commit = try await commit(
            [.move(id, to: destination)], title: Inventory.title({ "Move \($0)" }, [item]), if: conditions)
        guard case .move(_, .position(let position)) = commit.changes.first?.change else {
            throw LootError(
                .damaged, "Can't find the position of “\(TextRules.visible(item.name))”.",
                reason: "The store didn't report where it moved the item.")
        }
        return (position, commit)
    }

    /// Moves items in the user's order in one commit: the first to a destination, each of the others after the
    /// previous one.
    ///
    /// - Returns: The position of the first item, and the commit or `nil` if a single item was already there.
    @discardableResult
    package func move(
        _ ids: [ItemID], to destination: Destination
    ) async throws(LootError) -> (Int, Commit?) {
        guard let first = ids.first else { return (0, nil) }
        if ids.count == 1 { return try await move(first, to: destination) }
        var changes = [Change.move(first, to: destination)]
        for (before, id) in zip(ids, ids.dropFirst()) { changes.append(.move(id, to: .after(before))) }
        // Moving the other items away from positions before the first one changes its position, too.
        let commit = try await commit(
            changes, title: String(localized: "Move \(ids.count, one: "item", other: "items")"))
        return (try await store.position(of: first, in: .all) ?? 0, commit)
    }

    /// Returns the position of an item if it already is at its destination. Returns `nil` if it isn't, or if the list
    /// changes at the same time.
    private func standing(_ id: ItemID, _ destination: Destination) async throws(LootError) -> Int? {
        let before = try await store.summary()
        guard let source = try await store.position(of: id, in: .all) else { throw LootError.missing(id) }
        var other: Int?
        switch destination {
        case .before(let neighbor), .after(let neighbor):
            other = try await store.position(of: neighbor, in: .all)
        default: break
        }
        // Ignore invalid destinations. The store rejects them based on its current state.
        let target = try? destination.position(of: id, from: source, count: before.count) { _ in other }
        let isCurrent = try await store.summary().revision == before.revision
        return target == source && isCurrent ? source : nil
    }

    // MARK: Undoing

    /// Undoes the newest commit.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `nothing-to-undo` if there is none.
    @discardableResult
    public func undo() async throws(LootError) -> Commit {
        try await step(failing: { "Can't undo \($0)." }) { (history) throws(LootError) in
            guard let last = history.undoable.last else { throw try await nothingToUndo() }
            if last.changes.isEmpty { throw LootError(unknown: last) }
            return (last.undo, last.inverses)
        }
    }

    /// Explains why there is nothing to undo: nothing was changed, the history is limited, or the store has none.
    private func nothingToUndo() async throws(LootError) -> LootError {
        let commits = try await titles(limit: .max).commits
        if !storeRemembers, commits.isEmpty {
            return LootError(
                .unsupported, "Can't undo changes.", reason: "This store doesn't keep a history.",
                advice: "Keep the list in a store with a history, such as JSON or SQLite.")
        }
        let revision = try await store.summary().revision
        if storeRemembers, (commits.first?.revision ?? revision.next) > Revision.initial.next {
            return LootError(
                .nothingToUndo, "There is nothing more to undo.",
                reason: "The history doesn't contain earlier changes.",
                advice: "Restore the list from a backup.")
        }
        return LootError(.nothingToUndo, "There is nothing to undo.")
    }

    /// Redoes the commit that was undone last.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `nothing-to-undo` if there is none.
    @discardableResult
    public func redo() async throws(LootError) -> Commit {
        try await step(failing: { "Can't redo \($0)." }) { (history) throws(LootError) in
            guard let last = history.redoable.last else {
                throw LootError(.nothingToUndo, "There is nothing to redo.")
            }
            return (last.redo, last.changes)
        }
    }

    /// Returns the newest `limit` commits, undoable commits and redoable commits.
    public func history(limit: Int) async throws(LootError) -> History {
        if storeRemembers { return try await store.history(limit: limit) }
        return ownHistory.withLock { $0.newest(limit) }
    }

    /// Returns the same as ``history(limit:)`` without the changes of the commits.
    package func titles(limit: Int) async throws(LootError) -> History {
        if storeRemembers { return try await store.titles(limit: limit) }
        return ownHistory.withLock { $0.newest(limit).titles }
    }

    /// Returns the commit with a revision, or `nil` if the history doesn't contain it.
    package func commit(at revision: Revision) async throws(LootError) -> Commit? {
        if storeRemembers { return try await store.commit(revision) }
        return ownHistory.withLock { $0.commit(revision) }
    }

    /// Returns the newest commits that changed an item, oldest first. Each contains only the changes to that
    /// item.
    package func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        if storeRemembers { return try await store.history(of: item, limit: limit) }
        return ownHistory.withLock { $0.newest(limit, of: item) }
    }

    // MARK: Committing

    /// Commits a transaction. The author is the task's person, the transaction's author or the inventory's author, in
    /// this order. New items get asset numbers if the list has a numbering. Records the commit if the store has no
    /// history.
    @discardableResult
    public func commit(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        var attempt = 1
        while true {
            let numbered = try await withNumbers(transaction)
            do throws(LootError) { return try await commitAsIs(numbered) } catch {
                // The caller's own condition on the list can't be met by another attempt.
                let isConditional = transaction.conditions.contains {
                    if case .list = $0 { true } else { false }
                }
                let isRepeatable = error.code == .conflict && !isConditional && numbered != transaction
                guard isRepeatable, attempt < Inventory.attempts else { throw error }
                attempt += 1
            }
        }
    }

    /// The maximum number of times new items are numbered if other writers interfere.
    private static let attempts = 100

    /// Commits a transaction without assigning asset numbers, for exact copies and prepared actions.
    func commitAsIs(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try require(.lend)
        for case .set(let key, _) in transaction.changes {
            try KnownSetting.requireRole(userRole, toChange: key)
        }
        var transaction = transaction
        transaction.author = Inventory.person ?? transaction.author ?? author
        let commit = try await store.apply(transaction)
        if !storeRemembers { ownHistory.withLock { $0.record(commit) } }
        newest.withLock { $0 = max($0 ?? commit.revision, commit.revision) }
        noting(commit)
        return commit
    }

    /// The role of the user.
    private var userRole: Role { user == .owner ? .manage : Inventory.role }

    /// Throws `read-only` if the user has a lower role.
    func require(_ required: Role) throws(LootError) {
        if userRole >= required { return }
        throw LootError(
            .readOnly, "Can't change the list.", reason: "It requires the role “\(required.rawValue)”.",
            advice: "Ask a person with this role to change it.")
    }

    private func commit(
        _ changes: [Change], title: String, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit {
        try await commit(ItemTransaction(changes, title: title, conditions: conditions))
    }

    /// Commits one change per item. `make` returns `nil` for items that need no change. Items in `items` aren't read
    /// again.
    func change(
        _ ids: [ItemID], _ heading: (Message) -> Message, if conditions: [Condition] = [],
        knowing items: [ItemID: Item] = [:], _ make: @Sendable (Item) throws(LootError) -> Change?
    ) async throws(LootError) -> Commit? {
        var changes: [Change] = []
        var changed: [Item] = []
        var seen: Set<ItemID> = []
        for id in ids where seen.insert(id).inserted {
            guard let item = try await self.item(id, knowing: items) else { throw LootError.missing(id) }
            guard let change = try make(item) else { continue }
            changes.append(change)
            changed.append(item)
        }
        if changes.isEmpty {
            try await check(conditions)
            return nil
        }
        let title = Inventory.title(heading, changed)
        return try await save(ItemTransaction(changes, title: title, conditions: conditions), knowing: items)
    }

    /// Throws if a condition doesn't hold. Used if there is nothing to write and the store can't check the
    /// conditions.
    func check(_ conditions: [Condition]) async throws(LootError) {
        if conditions.isEmpty { return }
        let revision = try await store.summary().revision
        for condition in conditions {
            var item: Item?
            if let id = condition.item { item = try await store.item(id) }
            let settings = try await store.settings()
            try condition.check(at: revision, settings: { settings }) { _ in item }
        }
    }

    /// Returns the title of a change to items: `Edit “Lamp”`, `Edit 3 items`.
    private static func title(_ heading: (Message) -> Message, _ items: [Item]) -> String {
        let what: Message =
            items.count == 1
            ? "“\(items[0].shownName)”" : "\(items.count, one: "item", other: "items")"
        return heading(what).text
    }
}
