public import LootCore
import Synchronization

/// What a person does with their things, over any store: every front end writes through this.
///
/// Each action is one transaction with a title, and so one step to undo. Actions that read before they write are
/// tried again when somebody else wrote in between.
public final class Inventory: Sendable {
    /// The store underneath.
    public let store: any ItemStore

    /// What was done here, for stores that have no memory of their own.
    private let ownHistory = Mutex(History())

    /// How many photos were put in here, which decides when the next sweep is due.
    let photosPut = Atomic(0)

    /// Looks at an item before it is changed, and throws to leave it as it is.
    public typealias Precondition = @Sendable (Item) throws(LootError) -> Void

    /// Actions on a store.
    public init(_ store: any ItemStore) { self.store = store }

    // MARK: Finding

    /// The item that a person means.
    ///
    /// - Throws: ``/LootCore/LootError``: `no-such-item`, `ambiguous-item`.
    public func item(_ reference: ItemReference) async throws(LootError) -> Item {
        switch reference {
        case .id(let id):
            guard let item = try await store.item(id) else { throw LootError.missing(id) }
            return item
        case .prefix(let prefix): return try await store.item(withPrefix: prefix)
        case .position(let position):
            let isPossible = position >= 0 && position < Int.max
            let page = isPossible ? try await store.page(of: .all, rows: position..<position + 1) : nil
            guard let item = page?.items.first else {
                let count = try await store.summary().count
                throw LootError(
                    .noSuchItem, "can't find the item #\(position &+ 1)",
                    because: count == 0 ? "there are no items" : "the last one is #\(count)",
                    next: count == 0 ? "Add one with: loot add NAME" : "See positions with: loot list")
            }
            return item
        }
    }

    // MARK: Writing

    /// Adds items, at the end unless a position is given, one behind the other.
    @discardableResult
    public func add(_ items: [Item], at position: Int? = nil) async throws(LootError) -> Commit {
        let changes = items.enumerated().map { offset, item in
            // Beyond the greatest number there is no position either: the store refuses the one that this makes.
            Change.insert(item, at: position.map { $0 &+ offset })
        }
        return try await commit(changes, title: Inventory.title("Add", items))
    }

    /// Sets fields of items, each of which meets the precondition in the moment it is changed.
    ///
    /// - Returns: nil when every item had these values already; nothing is written then.
    @discardableResult
    public func edit(
        _ ids: [ItemID], _ patch: Patch, if precondition: @escaping Precondition = { _ in }
    ) async throws(LootError) -> Commit? {
        try await change(ids, "Edit") { (item) throws(LootError) in
            try precondition(item)
            var edited = item
            try patch.apply(to: &edited)
            try edited.validate()
            let difference = Patch(from: item, to: edited)
            return difference.isEmpty ? nil : .update(item.id, difference)
        }
    }

    /// Marks items as favourites, or no longer.
    ///
    /// - Returns: nil when nothing had to be changed.
    @discardableResult
    public func setFavorite(_ ids: [ItemID], _ isFavorite: Bool) async throws(LootError) -> Commit? {
        try await change(ids, isFavorite ? "Favorite" : "Unfavorite") { item in
            item.isFavorite == isFavorite ? nil : .update(item.id, ["isFavorite": .flag(isFavorite)])
        }
    }

    /// Takes items away, each of which meets the precondition in that moment.
    @discardableResult
    public func remove(
        _ ids: [ItemID], if precondition: @escaping Precondition = { _ in }
    ) async throws(LootError) -> Commit? {
        try await change(ids, "Remove") { (item) throws(LootError) in
            try precondition(item)
            return .remove(item.id)
        }
    }

    /// Moves an item in the user's order, if it meets the precondition in that moment.
    ///
    /// - Returns: its new position, and nil for the commit when it stood there already.
    @discardableResult
    public func move(
        _ id: ItemID, to destination: Destination, if precondition: @escaping Precondition = { _ in }
    ) async throws(LootError) -> (Int, Commit?) {
        try await retryingConflicts { () throws(LootError) in
            let revision = try await self.store.summary().revision
            guard let item = try await self.store.item(id),
                let source = try await self.store.position(of: id, in: .all)
            else { throw LootError.missing(id) }
            try precondition(item)
            let target =
                switch destination {
                case .position(let position): position
                case .before(let other): try await self.place(beside: other, movingFrom: source, offset: 0)
                case .after(let other): try await self.place(beside: other, movingFrom: source, offset: 1)
                }
            if target == source { return (target, nil) }
            let title = Inventory.title("Move", [item])
            return (target, try await self.commit([.move(id, to: target)], title: title, expecting: revision))
        }
    }

    private func place(beside other: ItemID, movingFrom source: Int, offset: Int) async throws(LootError)
        -> Int
    {
        guard let position = try await store.position(of: other, in: .all) else {
            throw LootError.missing(other)
        }
        if position == source { return source }
        return position + offset - (source < position ? 1 : 0)
    }

    // MARK: Undoing

    /// Takes the newest commit back.
    ///
    /// - Throws: ``/LootCore/LootError``: `nothing-to-undo`, or what keeps the changes from being taken back.
    @discardableResult
    public func undo() async throws(LootError) -> Commit {
        guard let last = try await history(limit: 1).undoable.last else {
            throw LootError(.nothingToUndo, "can't undo", because: "there is nothing to undo")
        }
        do { return try await commit(last.undo) } catch {
            throw error.whileTrying("can't undo “\(last.title)”")
        }
    }

    /// Makes the commit again that was taken back last.
    ///
    /// - Throws: ``/LootCore/LootError``: `nothing-to-undo`, or what keeps the changes from being made again.
    @discardableResult
    public func redo() async throws(LootError) -> Commit {
        guard let last = try await history(limit: 1).redoable.last else {
            throw LootError(.nothingToUndo, "can't redo", because: "nothing was undone")
        }
        do { return try await commit(last.redo) } catch {
            throw error.whileTrying("can't redo “\(last.title)”")
        }
    }

    /// The newest commits that can be undone, and redone.
    public func history(limit: Int) async throws(LootError) -> History {
        if store.capabilities.contains(.history) { return try await store.history(limit: limit) }
        return ownHistory.withLock { $0.newest(limit) }
    }

    // MARK: Committing

    /// Makes one transaction and takes note of it where the store does not.
    @discardableResult
    public func commit(_ transaction: Transaction) async throws(LootError) -> Commit {
        let commit = try await store.apply(transaction)
        if !store.capabilities.contains(.history) { ownHistory.withLock { $0.record(commit) } }
        return commit
    }

    private func commit(
        _ changes: [Change], title: String, expecting: Revision? = nil
    ) async throws(LootError) -> Commit {
        try await commit(Transaction(changes, title: title, expecting: expecting))
    }

    /// One change per item, made from the item as it is now.
    func change(
        _ ids: [ItemID], _ verb: String, _ make: @Sendable (Item) throws(LootError) -> Change?
    ) async throws(LootError) -> Commit? {
        try await retryingConflicts { () throws(LootError) in
            let revision = try await self.store.summary().revision
            var changes: [Change] = []
            var changed: [Item] = []
            var seen: Set<ItemID> = []
            for id in ids where seen.insert(id).inserted {
                guard let item = try await self.store.item(id) else { throw LootError.missing(id) }
                guard let change = try make(item) else { continue }
                changes.append(change)
                changed.append(item)
            }
            if changes.isEmpty { return nil }
            return try await self.commit(changes, title: Inventory.title(verb, changed), expecting: revision)
        }
    }

    /// Somebody else's write in between is no reason to bother a person: the action is made again from what is there.
    private func retryingConflicts<Outcome>(
        _ action: () async throws(LootError) -> Outcome
    ) async throws(LootError) -> Outcome {
        for _ in 0..<20 {
            do { return try await action() } catch  where error.code == .conflict { continue }
        }
        return try await action()
    }

    private static func title(_ verb: String, _ items: [Item]) -> String {
        items.count == 1 ? "\(verb) “\(items[0].name)”" : "\(verb) \(items.count) items"
    }
}
