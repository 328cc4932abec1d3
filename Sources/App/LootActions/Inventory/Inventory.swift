public import LootCore
import Synchronization

/// What a person does with their things, over any store: every front end writes through this.
///
/// Each action is one transaction with a title, and so one step to undo. It says what it sets and nothing else, so that
/// it never meets what others do to other items or fields; an action that must not be made onto something else takes
/// conditions, and is refused with `conflict` where one does not hold.
public final class Inventory: Sendable {
    /// The store underneath.
    package let store: any ItemStore

    /// Who acts, as the history shows it; nil if that is not known.
    package let author: String?

    /// The person for whom a task acts, where that is known for certain; then no change is another's.
    @TaskLocal package static var person: String?

    /// Whether the store remembers what was done.
    private let storeRemembers: Bool

    /// What was done here, for stores that have no memory of their own.
    private let ownHistory = Mutex(History())

    private let newest = Mutex<Revision?>(nil)

    /// What is told of every commit that is made here, before it is returned.
    private let noting: @Sendable (Commit) -> Void

    /// Whether pictures keep the place where they were taken.
    let keepsPosition: Bool

    /// How many files were put in here, which decides when the next sweep is due.
    let filesPut = Atomic(0)

    /// Actions on a store.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - author: who acts, as the history shows it.
    ///   - keepsPosition: whether pictures that come in keep the place where they were taken, which cameras note in them.
    ///   - noting: is told of every commit that is made by them, before it is returned.
    public init(
        _ store: any ItemStore, author: String? = nil, keepsPosition: Bool = false,
        noting: @escaping @Sendable (Commit) -> Void = { _ in }
    ) {
        self.store = store
        storeRemembers = store.capabilities.contains(.history)
        self.author = author
        self.keepsPosition = keepsPosition
        self.noting = noting
    }

    /// The state that the newest commit led to that was made here; nil before the first.
    package var newestRevision: Revision? { newest.withLock(\.self) }

    // MARK: Writing

    /// Adds items that a person has entered, at the end unless a place is given, one behind the other.
    ///
    /// - Throws: ``/LootCore/LootError``; `invalid-value` for an item that has no name or another problem.
    @discardableResult
    public func add(_ items: [Item], at destination: Destination = .last) async throws(LootError) -> Commit {
        for item in items { try item.checkEntries() }
        let changes = items.indices.map { index in
            let isBehindOther = index > 0 && destination != .last
            return Change.insert(items[index], at: isBehindOther ? .after(items[index - 1].id) : destination)
        }
        return try await commit(changes, title: Inventory.title("Add", items))
    }

    /// Sets fields of items, whatever their other fields hold. An item that is a place to others, as a box is, takes them
    /// along when it is renamed or moved.
    ///
    /// - Returns: nil when every item had these values already; nothing is written then.
    @discardableResult
    public func edit(
        _ ids: [ItemID], _ patch: Patch, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try patch.checkEntries()
        return try await change(ids, "Edit", if: conditions) { (item) throws(LootError) in
            try Inventory.update(item) { (edited) throws(LootError) in _ = try patch.apply(to: &edited) }
        }
    }

    /// The change that makes of an item what `edit` makes of it; nil where that is nothing else.
    static func update(
        _ item: Item, _ edit: (inout Item) throws(LootError) -> Void
    ) throws(LootError) -> Change? {
        var edited = item
        try edit(&edited)
        let difference = Patch(from: item, to: edited)
        return difference.isEmpty ? nil : .update(item.id, difference)
    }

    /// Takes items away.
    @discardableResult
    public func remove(
        _ ids: [ItemID], if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change(ids, "Remove", if: conditions) { .remove($0.id) }
    }

    /// Moves an item in the user's order.
    ///
    /// - Returns: its new position, and nil for the commit when it stood there already.
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
            [.move(id, to: destination)], title: Inventory.title("Move", [item]), if: conditions)
        guard case .move(_, .position(let position)) = commit.changes.first?.change else {
            throw LootError(
                .damaged, "can't tell where “\(TextRules.visible(item.name))” is",
                because: "the store did not say to which position it was moved")
        }
        return (position, commit)
    }

    /// Moves items in the user's order, in one step: the first to a place, each of the others just behind the one before.
    ///
    /// - Returns: the position of the first, and nil for the commit when a single one stood there already.
    @discardableResult
    package func move(
        _ ids: [ItemID], to destination: Destination
    ) async throws(LootError) -> (Int, Commit?) {
        guard let first = ids.first else { return (0, nil) }
        if ids.count == 1 { return try await move(first, to: destination) }
        var changes = [Change.move(first, to: destination)]
        for (before, id) in zip(ids, ids.dropFirst()) { changes.append(.move(id, to: .after(before))) }
        // Taking those behind it out of what lies before moves the first one, too.
        let commit = try await commit(changes, title: "Move \(ids.count) items")
        return (try await store.position(of: first, in: .all) ?? 0, commit)
    }

    /// The position of an item that stands already where it is to go; nil where it does not, and where the list changes
    /// so that it can't be told.
    private func standing(_ id: ItemID, _ destination: Destination) async throws(LootError) -> Int? {
        let before = try await store.summary()
        guard let source = try await store.position(of: id, in: .all) else { throw LootError.missing(id) }
        var other: Int?
        switch destination {
        case .before(let neighbor), .after(let neighbor):
            other = try await store.position(of: neighbor, in: .all)
        default: break
        }
        // What can't be found or lies beyond the end the store refuses, by the state that it is in then.
        let target = try? destination.position(of: id, from: source, count: before.count) { _ in other }
        let isCurrent = try await store.summary().revision == before.revision
        return target == source && isCurrent ? source : nil
    }

    // MARK: Undoing

    /// Takes the newest commit back.
    ///
    /// - Throws: ``/LootCore/LootError``: `nothing-to-undo`, or what keeps the changes from being taken back.
    @discardableResult
    public func undo() async throws(LootError) -> Commit {
        try await step("undo") { (history) throws(LootError) in
            guard let last = history.undoable.last else { throw try await nothingToUndo() }
            if last.changes.isEmpty { throw LootError(unknown: last) }
            return (last.undo, last.inverses)
        }
    }

    /// Explains why there is nothing to undo: nothing was changed, the history is limited, or the store has none.
    private func nothingToUndo() async throws(LootError) -> LootError {
        var error = LootError(.nothingToUndo, "can't undo", because: "there is nothing to undo")
        let undone = try await history(limit: .max).redoable.count
        if !storeRemembers {
            if undone > 0 { return error }
            return LootError(
                .unsupported, "can't undo", because: "this store keeps no history of changes",
                next: "Keep the list in a store with a history, such as JSON or SQLite")
        }
        let revision = try await store.summary().revision
        // Where nothing was undone, there is something to undo as long as it is remembered.
        if undone == 0 ? revision > .initial : undone >= 1000 {
            error.why = "there is nothing more to undo: the history does not reach further back"
            error.next =
                "It keeps 1,000 changes, and of large ones as many as take no more room than the list; "
                + "a backup of the file may have what you look for"
        }
        return error
    }

    /// Makes the commit again that was taken back last.
    ///
    /// - Throws: ``/LootCore/LootError``: `nothing-to-undo`, or what keeps the changes from being made again.
    @discardableResult
    public func redo() async throws(LootError) -> Commit {
        try await step("redo") { (history) throws(LootError) in
            guard let last = history.redoable.last else {
                throw LootError(.nothingToUndo, "can't redo", because: "nothing was undone")
            }
            return (last.redo, last.changes)
        }
    }

    /// The newest commits that can be undone, and redone.
    public func history(limit: Int) async throws(LootError) -> History {
        if storeRemembers { return try await store.history(limit: limit) }
        return ownHistory.withLock { $0.newest(limit) }
    }

    /// How an item came to be what it is: the newest `limit` of those commits that changed it and can be undone, oldest
    /// first; each with what it did to that item and nothing else.
    package func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        if storeRemembers { return try await store.history(of: item, limit: limit) }
        return ownHistory.withLock { $0.newest(limit, of: item) }
    }

    // MARK: Committing

    /// Makes one transaction, in the author's name unless it has another or the task acts for a person, and takes note of
    /// it where the store does not.
    @discardableResult
    public func commit(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        var transaction = transaction
        transaction.author = Inventory.person ?? transaction.author ?? author
        let commit = try await store.apply(transaction)
        if !storeRemembers { ownHistory.withLock { $0.record(commit) } }
        newest.withLock { $0 = max($0 ?? commit.revision, commit.revision) }
        noting(commit)
        return commit
    }

    private func commit(
        _ changes: [Change], title: String, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit {
        try await commit(ItemTransaction(changes, title: title, conditions: conditions))
    }

    /// One change per item; `make` leaves out those for which there is nothing to do. Items that the caller has read are
    /// not read again.
    func change(
        _ ids: [ItemID], _ verb: String, ending: String = "", if conditions: [Condition] = [],
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
        let title = Inventory.title(verb, changed) + ending
        return try await save(ItemTransaction(changes, title: title, conditions: conditions), knowing: items)
    }

    /// Fails unless the conditions hold now, where nothing is written that the store would check them for.
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

    private static func title(_ verb: String, _ items: [Item]) -> String {
        items.count == 1 ? "\(verb) “\(items[0].shownName)”" : "\(verb) \(items.count) items"
    }
}
