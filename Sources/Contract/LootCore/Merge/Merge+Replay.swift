extension Merge {
    /// Makes changes again on a list that they were not made for, or what takes a commit back on a later state
    /// (`Commit.inverses`).
    ///
    /// A field that still holds what it held before is set, one that holds what was set is left, texts of a list are put
    /// in and taken out one by one; any other is a conflict and stays as it is. To insert what is there or to remove what
    /// is gone is done already; an item that is no longer as it was is not removed, and what is gone is not changed.
    ///
    /// - Parameters:
    ///   - changes: What was done, in order.
    ///   - count: How many items the list holds now.
    ///   - settings: The settings that the list has now.
    ///   - item: The item with an id as the list has it now, nil if it is not there.
    /// - Returns: the changes to make, and what stands against the others. In the conflicts `base` is what a field held
    ///   before, `ours` what it holds now, and `theirs` what was set.
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
        /// The items that the changes concern, as they have become.
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
                let current = settings[key]
                if current.isIdentical(to: value) { return }
                guard current.isIdentical(to: before) else {
                    return conflicts.append(
                        MergeConflict(of: key, base: before, ours: current, theirs: value))
                }
                settings[key] = value
                changes.append(.set(key, value))
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
            // What an item may not hold the store refuses, and says so.
            _ = try? now.apply(to: &item)
            changes.append(.update(id, now))
            items[id] = item
        }

        /// A position that the list has. The one meant may lie beyond its end by now.
        private func within(_ destination: Destination, last: Int) -> Destination {
            guard case .position(let position) = destination else { return destination }
            return position > last ? .last : destination
        }
    }
}

extension Commit {
    /// What takes this commit back, in order, with what makes it again.
    package var inverses: [AppliedChange] {
        changes.reversed().map { AppliedChange($0.inverse, inverse: $0.change) }
    }
}
