package import LootCore

/// The commit that a transaction would make and the items after it. Creating a preview changes nothing.
package struct CommitPreview: Sendable {
    /// The commit that the transaction would make.
    package private(set) var commit: Commit
    /// The items after the transaction, without removed ones.
    package private(set) var items: [ItemID: Item] = [:]
    /// The settings of the list after the transaction.
    package private(set) var settings: ListSettings
    private let store: any ItemStore
    private var count: Int
    private var positions: [ItemID: Int] = [:]

    /// Applies a transaction, as amended by hooks, to copies of its items. `known` contains items whose current state
    /// the caller knows better than the store, with `nil` for removed ones; likewise for `settings`.
    ///
    /// - Throws: The errors that the store would throw.
    package init(
        of transaction: ItemTransaction, on store: any ItemStore, knowing known: [ItemID: Item?] = [:],
        settings: ListSettings? = nil
    ) async throws(LootError) {
        if let problem = store.problem { throw problem }
        let transaction = try await store.amended(transaction)
        let summary = try await store.summary()
        self.store = store
        count = summary.count
        commit = Commit(transaction, revision: summary.revision.next, changes: [])
        let current = if let settings { settings } else { try await store.settings() }
        self.settings = current
        for id in transaction.changes.compactMap(\.item) + transaction.conditions.compactMap(\.item) {
            if let item = known[id] { items[id] = item } else { items[id] = try await store.item(id) }
        }
        let before = items
        try transaction.checkConditions(at: summary.revision, settings: { current }) { before[$0] }
        var applied: [AppliedChange] = []
        for (index, change) in transaction.changes.enumerated() {
            do { applied.append(try await apply(change)) } catch { throw error.inChange(index) }
        }
        commit = Commit(transaction, revision: summary.revision.next, changes: applied)
    }

    private mutating func apply(_ change: Change) async throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination):
            try item.validate()
            if items[item.id] != nil { throw LootError.duplicate(item.id) }
            let position = try await self.position(item.id, to: destination, from: nil)
            items[item.id] = item
            positions[item.id] = position
            count += 1
            return AppliedChange(.insert(item, at: .position(position)), inverse: .remove(item.id))
        case .remove(let id):
            guard let item = items[id] else { throw LootError.missing(id) }
            let position = try await place(of: id) ?? 0
            items[id] = nil
            count -= 1
            return AppliedChange(change, inverse: .insert(item, at: .position(position)))
        case .update(let id, let patch):
            guard var item = items[id] else { throw LootError.missing(id) }
            let inverse = try patch.apply(to: &item)
            items[id] = item
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination):
            guard items[id] != nil, let source = try await place(of: id) else { throw LootError.missing(id) }
            let target = try await position(id, to: destination, from: source)
            positions[id] = target
            return AppliedChange(
                .move(id, to: .position(target)), inverse: .move(id, to: .position(source)))
        case .set(let key, let value): return try settings.set(key, to: value)
        }
    }

    private func place(of id: ItemID) async throws(LootError) -> Int? {
        if let position = positions[id] { return position }
        return try await store.position(of: id, in: .all)
    }

    private func position(
        _ id: ItemID, to destination: Destination, from source: Int?
    ) async throws(LootError) -> Int {
        var other: Int?
        switch destination {
        case .before(let neighbor), .after(let neighbor): other = try await place(of: neighbor)
        default: break
        }
        return try destination.position(of: id, from: source, count: count) { _ in other }
    }
}
