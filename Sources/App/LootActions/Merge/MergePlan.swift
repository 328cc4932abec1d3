package import LootCore
package import LootFormats

/// What merging another copy of the list into a store would do: nothing is done yet.
package struct MergePlan: Sendable {
    /// The items that the store would get.
    package let added: [Item]
    /// The items that would be other ones, as they are and as they would be.
    package let changed: [(old: Item, new: Item)]
    /// The items that would go.
    package let removed: [Item]
    /// The items that would stand in another place.
    package let moved: [ItemID]
    /// What the store and the copy say differently. The store's value stays, and the item notes the copy's.
    package let conflicts: [MergeConflict]
    /// Items that the store and the copy put in different places. They stay where the store has them.
    package let displaced: [ItemID]

    /// The state of the store that all this holds for.
    let revision: Revision
    let changes: [Change]

    /// What makes the outcome of a merge of what the store holds.
    init(
        _ merge: Merge, _ settings: (changes: [Change], conflicts: [MergeConflict]), from items: [Item],
        at revision: Revision
    ) {
        self.revision = revision
        changes = settings.changes + merge.changes
        conflicts = settings.conflicts + merge.conflicts
        displaced = merge.displaced
        let outcome = Dictionary(merge.items.map { ($0.id, $0) }) { first, _ in first }
        let known = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        let touched = Set(changes.compactMap(\.item))
        added = merge.items.filter { known[$0.id] == nil }
        removed = items.filter { outcome[$0.id] == nil }
        changed = items.compactMap { old in
            guard touched.contains(old.id), let new = outcome[old.id] else { return nil }
            return Patch(from: old, to: new).isEmpty && old.foreign == new.foreign ? nil : (old, new)
        }
        moved = changes.compactMap { if case .move(let id, _) = $0 { id } else { nil } }
    }

    /// Whether there is nothing to do.
    package var isEmpty: Bool { changes.isEmpty }
}

extension Inventory {
    /// Returns what merging another copy of the list would do.
    ///
    /// Without a base, an empty document, nothing is removed: the outcome holds everything that either side holds, and
    /// different values are conflicts.
    package func plan(merging theirs: ItemDocument, base: ItemDocument) async throws(LootError) -> MergePlan {
        let page = try await store.page(of: .all, rows: 0..<Int.max)
        let ours = try await store.settings()
        let settings = ListSettings.merge(
            base: base.shape.settings, ours: ours, theirs: theirs.shape.settings)
        return MergePlan(
            Merge(base: base.items, ours: page.items, theirs: theirs.items),
            (ours.changes(to: settings.settings), settings.conflicts), from: page.items, at: page.revision)
    }

    /// Does what a plan holds, in one transaction and so in one step to undo.
    ///
    /// - Returns: nil when there was nothing to do.
    /// - Throws: ``/LootCore/LootError``; nothing is changed then. The code is `conflict` when the store has changed
    ///   since the plan was made.
    @discardableResult
    package func commit(_ plan: MergePlan, title: String = "Merge") async throws(LootError) -> Commit? {
        if plan.isEmpty { return nil }
        return try await commit(ItemTransaction(plan.changes, title: title, expecting: plan.revision))
    }
}
