package import LootCore
package import LootFormats
package import LootMerge

/// The changes that merging another copy of the list into a store would make.
package struct MergePlan: Sendable {
    /// The items to be added.
    package let added: [Item]
    /// The items to be changed, before and after the merge.
    package let changed: [(old: Item, new: Item)]
    /// The items to be removed.
    package let removed: [Item]
    /// The items to be moved.
    package let moved: [ItemID]
    /// The conflicting values. The store's values stay, and the items record those of the copy.
    package let conflicts: [MergeConflict]
    /// Items that both the store and the copy moved to different positions. They keep the store's positions.
    package let displaced: [ItemID]

    /// The revision of the store for which the plan was made.
    let revision: Revision
    let changes: [Change]

    /// Creates the plan that turns the store's items into the result of a merge.
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

    /// Whether the merge changes nothing.
    package var isEmpty: Bool { changes.isEmpty }
}

extension Inventory {
    /// Plans the merge of another copy of the list.
    ///
    /// With an empty document as the base, nothing is removed: the result contains the items of both copies, and
    /// different values are conflicts. If the copy is in another currency, the list keeps its own, and amounts of the
    /// copy without a currency get `currency`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `other-currency` if `currency` is required.
    package func plan(
        merging theirs: ItemDocument, base: ItemDocument, currency: Currency? = nil
    ) async throws(LootError) -> MergePlan {
        let page = try await store.page(of: .all, rows: 0..<Int.max)
        let ours = try await store.settings()
        var (items, theirSettings) = (theirs.items, theirs.shape.settings)
        if let other = OtherCurrency(theirSettings, ours) {
            theirSettings["currency"] = ours["currency"]
            for index in items.indices where items[index].lacksCurrency {
                guard let currency else { throw other.question("Can't merge the lists.") }
                if currency != other.ours { items[index].currency = currency }
            }
        }
        let settings = ListSettings.merge(base: base.shape.settings, ours: ours, theirs: theirSettings)
        return MergePlan(
            Merge(base: base.items, ours: page.items, theirs: items),
            (ours.changes(to: settings.settings), settings.conflicts), from: page.items, at: page.revision)
    }

    /// Commits a plan in one transaction, which can be undone in one step.
    ///
    /// - Returns: `nil` if there was nothing to do.
    /// - Throws: ``/LootCore/LootError``. In this case, nothing is changed. The code is `conflict` if the store has changed
    ///   since the plan was made.
    @discardableResult
    package func commit(_ plan: MergePlan, title: String = String(localized: "Merge")) async throws(LootError)
        -> Commit?
    {
        if plan.isEmpty { return nil }
        return try await commit(ItemTransaction(plan.changes, title: title, expecting: plan.revision))
    }
}
