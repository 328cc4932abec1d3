package import LootCore

/// How a conflict of a merge is settled.
package enum Settlement: Hashable, Sendable {
    /// As one side has it.
    case taking(MergeConflict.Side)
    /// With a value that neither side needs to have; nil takes the field's value out.
    case value(FieldValue?)
}

extension Inventory {
    /// The items in which conflicts of merges wait to be settled, in the user's order.
    package func unsettled() async throws(LootError) -> [Item] {
        var items: [Item] = []
        try await forEachItem(of: .all) { item in
            if item.hasDetails, !item.conflicts.isEmpty { items.append(item) }
        }
        return items
    }

    /// Settles conflicts of one item, in one transaction. An item that the side taken has removed goes.
    ///
    /// - Throws: ``/LootCore/LootError``: `invalid-value` for what the item may not hold, `conflict` when the list
    ///   changed meanwhile.
    @discardableResult
    package func settle(
        _ conflicts: [MergeConflict], of id: ItemID, _ settlement: Settlement
    ) async throws(LootError) -> Commit {
        guard let row = try await store.position(of: id, in: .all) else { throw LootError.missing(id) }
        let page = try await store.page(of: .all, rows: row..<row + 1)
        guard var item = page.items.first, item.id == id else {
            throw LootError(
                .conflict, "can't settle the conflict", because: "the list was changed meanwhile",
                next: "Try again", item: id)
        }
        var isRemoved = false
        for conflict in conflicts {
            switch (settlement, conflict.kind) {
            case (.taking(.ours), .removedInOurs), (.taking(.theirs), .removedInTheirs): isRemoved = true
            case (.taking(let side), _): try item.settle(conflict, taking: side)
            case (.value(let value), _): try item.settle(conflict, with: value)
            }
        }
        // No patch sets the note, so the item takes its own place again.
        let changes: [Change] =
            isRemoved ? [.remove(id)] : [.remove(id), .insert(item, at: .position(row))]
        return try await commit(
            ItemTransaction(changes, title: "Settle “\(item.name)”", expecting: page.revision))
    }
}
