package import LootCore
package import LootMerge

/// The resolution of a merge conflict.
package enum Settlement: Hashable, Sendable {
    /// Takes the value of one side.
    case taking(MergeConflict.Side)
    /// Sets a new value; `nil` removes the field's value.
    case value(FieldValue?)
}

extension Inventory {
    /// Returns the items with unresolved merge conflicts, in the user's order.
    package func unsettled() async throws(LootError) -> [Item] {
        var items: [Item] = []
        try await forEachItem(of: .all) { item in
            if item.hasDetails, !item.conflicts.isEmpty { items.append(item) }
        }
        return items
    }

    /// Resolves conflicts of an item in one transaction. If the chosen side removed the item, it is removed.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `invalid-value` if the value isn't valid for the item, and
    ///   `conflict` if the list changes at the same time.
    @discardableResult
    package func settle(
        _ conflicts: [MergeConflict], of id: ItemID, _ settlement: Settlement
    ) async throws(LootError) -> Commit {
        guard let row = try await store.position(of: id, in: .all) else { throw LootError.missing(id) }
        let page = try await store.page(of: .all, rows: row..<row + 1)
        guard var item = page.items.first, item.id == id else {
            throw LootError(
                .conflict, "Can't resolve the conflict.", reason: "The list was changed at the same time.",
                advice: "Try again.", item: id)
        }
        var isRemoved = false
        for conflict in conflicts {
            switch (settlement, conflict.kind) {
            case (.taking(.ours), .removedInOurs), (.taking(.theirs), .removedInTheirs): isRemoved = true
            case (.taking(let side), _): try item.settle(conflict, taking: side)
            case (.value(let value), _): try item.settle(conflict, with: value)
            }
        }
        // A patch can't remove the recorded conflict. Replace the item at its position.
        let changes: [Change] =
            isRemoved ? [.remove(id)] : [.remove(id), .insert(item, at: .position(row))]
        return try await commit(
            ItemTransaction(
                changes, title: String(localized: "Resolve the conflicts of “\(item.name)”"),
                expecting: page.revision))
    }
}
