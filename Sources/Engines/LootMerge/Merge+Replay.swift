package import LootCore

extension Merge {
    /// Adapts changes to a list other than the one they were made for, for example to undo a commit
    /// (`Commit.inverses`) after later ones.
    ///
    /// A field is set if it still has the previous value and skipped if it already has the new one; strings
    /// in lists are added and removed one by one. Otherwise, there is a conflict, and the field stays
    /// unchanged. Insertions of existing items and removals of missing items are skipped. Changed items
    /// aren't removed, and missing items can't be updated.
    ///
    /// - Parameters:
    ///   - changes: The original changes in order.
    ///   - count: The current number of items in the list.
    ///   - settings: The current settings of the list.
    ///   - item: Returns the current item with an ID, or `nil` if it doesn't exist.
    /// - Returns: The adapted changes and the conflicts. In the conflicts, `base` is the previous value of a field,
    ///   `ours` the current one, and `theirs` the new one.
    package static func replay(
        _ changes: [AppliedChange], count: Int, settings: ListSettings, item: (ItemID) -> Item?
    ) -> (changes: [Change], conflicts: [MergeConflict]) {
        var replay = Replay(count: count, settings: settings)
        for change in changes {
            if let id = change.change.item, replay.known.insert(id).inserted { replay.items[id] = item(id) }
            replay.make(change)
        }
        return (replay.changes, replay.conflicts)
    }

    private struct Replay {
        /// The affected items after the changes so far.
        var items: [ItemID: Item] = [:]
        var known: Set<ItemID> = []
        var count: Int
        var settings: ListSettings
        var changes: [Change] = []
        var conflicts: [MergeConflict] = []

        mutating func make(_ applied: AppliedChange) {
            switch applied.change {
            case .insert(let item, let destination):
                guard items[item.id] == nil else { return }
                changes.append(.insert(item, at: within(destination, last: count)))
                items[item.id] = item
                count += 1
            case .remove(let id):
                guard let item = items[id] else { return }
                if case .insert(let removed, _) = applied.inverse, !removed.isIdentical(to: item) {
                    return conflicts.append(MergeConflict(of: item, removedIn: .theirs))
                }
                changes.append(.remove(id))
                items[id] = nil
                count -= 1
            case .move(let id, let destination):
                guard items[id] != nil else { return }
                changes.append(.move(id, to: within(destination, last: count - 1)))
            case .update(let id, let patch):
                guard case .update(_, let before) = applied.inverse else { return }
                update(id, patch, before)
            case .set(let key, let value):
                guard case .set(_, let before) = applied.inverse else { return }
                func only(_ value: ForeignValue?) -> ListSettings {
                    ListSettings(value.map { [ForeignField(key.rawValue, $0)] } ?? [])
                }
                let current = only(settings[key])
                let merge = ListSettings.merge(base: only(before), ours: current, theirs: only(value))
                guard merge.conflicts.isEmpty else { return conflicts += merge.conflicts }
                settings[key] = merge.settings[key]
                changes += current.changes(to: merge.settings)
            }
        }

        private mutating func update(_ id: ItemID, _ patch: Patch, _ before: Patch) {
            guard var item = items[id] else {
                var lost = Item(id: id)
                _ = try? patch.apply(to: &lost)
                return conflicts.append(MergeConflict(of: lost, removedIn: .ours))
            }
            var now = Patch()
            for edit in patch.edits {
                let unset = Field.with(key: edit.field)?.unsetValue
                let base = before[edit.field].flatMap(\.self) ?? unset
                let ours = item.value(for: edit.field)
                let theirs = edit.value ?? unset
                if let value = Merge.value(base: base, ours: ours, theirs: theirs) {
                    if !FieldValue.areIdentical(value, ours) { now[edit.field] = .some(value) }
                } else {
                    conflicts.append(
                        MergeConflict(of: item, edit.field, base: base, ours: ours, theirs: theirs))
                }
            }
            if now.isEmpty { return }
            // Ignore invalid values. The store rejects them with an error.
            _ = try? now.apply(to: &item)
            changes.append(.update(id, now))
            items[id] = item
        }

        /// Returns a valid destination. The original position may now be beyond the end.
        private func within(_ destination: Destination, last: Int) -> Destination {
            guard case .position(let position) = destination else { return destination }
            return position > last ? .last : destination
        }
    }
}

extension Commit {
    /// The changes that undo this commit, in order, with the changes that redo it.
    package var inverses: [AppliedChange] {
        changes.reversed().map { AppliedChange($0.inverse, inverse: $0.change) }
    }
}
