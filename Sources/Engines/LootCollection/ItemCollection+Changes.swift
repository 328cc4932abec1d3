import Basics
package import LootCore

extension ItemCollection {
    /// The maximum work for matching patterns when cached results are updated after a change. Results that exceed it
    /// are dropped, so that a query can't slow down later changes.
    private static let maximumIndexUpdates = 2_000_000

    /// Applies all changes in order, or none.
    ///
    /// - Returns: The applied changes with their inverses.
    /// - Throws: `LootError` for the first invalid change, like `ItemList`. In this case, nothing is changed.
    package mutating func apply(_ changes: [Change]) throws(LootError) -> [AppliedChange] {
        let upkeep = WorkBudget(steps: ItemCollection.maximumIndexUpdates)
        let result = WorkBudget.$current.withValue(upkeep) {
            Result { () throws(LootError) in try applyEach(changes) }
        }
        return try result.get()
    }

    private mutating func applyEach(_ changes: [Change]) throws(LootError) -> [AppliedChange] {
        // After many changes, recomputing the results is cheaper than updating them step by step.
        if changes.count > max(1000, count / 8) { forgetAnswers() }
        // A single invalid change has no effect, so no copy is needed. A copy would make the first write copy shared
        // chunks.
        let before = changes.count > 1 ? self : nil
        var applied: [AppliedChange] = []
        do {
            applied.reserveCapacity(changes.count)
            for change in changes { applied.append(try apply(change)) }
        } catch {
            if let before { self = before }
            throw error.inChange(applied.count)
        }
        return applied
    }

    private mutating func apply(_ change: Change) throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination):
            try item.validate()
            if slot(of: item.id) != nil { throw LootError.duplicate(item.id) }
            let position = try destination.position(of: item.id, count: count, position: position)
            insert(item, at: position)
            return AppliedChange(.insert(item, at: .position(position)), inverse: .remove(item.id))
        case .remove(let id):
            let slot = try existingSlot(of: id)
            let (item, position) = (content[slot], position(of: slot))
            remove(slot, at: position)
            return AppliedChange(change, inverse: .insert(item, at: .position(position)))
        case .update(let id, let patch):
            let slot = try existingSlot(of: id)
            let old = content[slot]
            var new = old
            let inverse = try patch.apply(to: &new)
            replace(slot, with: new)
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination):
            let slot = try existingSlot(of: id)
            let source = position(of: slot)
            let target = try destination.position(of: id, from: source, count: count, position: position)
            move(slot, from: source, to: target)
            return AppliedChange(.move(id, to: .position(target)), inverse: .move(id, to: .position(source)))
        case .set(let key, let value): return try settings.set(key, to: value)
        }
    }

    private func slot(of id: ItemID) -> Slot? { ids.slot(of: id, in: content.items) }

    private func position(of id: ItemID) -> Int? { slot(of: id).map { position(of: $0) } }

    private func existingSlot(of id: ItemID) throws(LootError) -> Slot {
        guard let slot = slot(of: id) else { throw LootError.missing(id) }
        return slot
    }

    private mutating func insert(_ item: Item, at position: Int) {
        let slot = content.keep(item)
        ids.insert(slot, id: item.id, in: content.items)
        labels.place(slot, at: position, in: content.order)
        content.order.insert(slot, at: position)
        everything?.insert(item.id, at: position)
        enter(slot)
    }

    private mutating func remove(_ slot: Slot, at position: Int) {
        leave(slot)
        content.order.remove(at: position)
        everything?.remove(content[slot].id, at: position)
        ids.remove(content[slot].id, in: content.items)
        content.discard(slot)
    }

    private mutating func move(_ slot: Slot, from position: Int, to target: Int) {
        if position == target { return }
        leave(slot)
        content.order.remove(at: position)
        labels.place(slot, at: target, in: content.order)
        content.order.insert(slot, at: target)
        everything?.remove(content[slot].id, at: position)
        everything?.insert(content[slot].id, at: target)
        enter(slot)
    }

    private mutating func replace(_ slot: Slot, with new: Item) {
        let old = content[slot]
        if everything != nil {
            let position = position(of: slot)
            everything?.change(old.id, at: position)
        }
        // Evaluate this once per result, so that a removed item is always inserted again, even if a sectioning is
        // inconsistent.
        var isEntering: [Bool] = []
        update { index, content, labels in
            let (wasSelected, isSelected) = (index.selects(old), index.selects(new))
            if index.isTooCostly { return false }
            if wasSelected, isSelected, index.keepsPosition(old, as: new) {
                index.revalue(slot, as: new, in: content, labels)
                isEntering.append(false)
                return true
            }
            if wasSelected, !index.remove(slot, in: content, labels) { return false }
            isEntering.append(isSelected)
            return true
        }
        content.replace(slot, with: new)
        for index in warm.indices where isEntering[index] { warm[index].insert(slot, in: content, labels) }
    }

    /// Adds the item in the given slot to the cached results of all queries that it matches.
    private mutating func enter(_ slot: Slot) {
        update { index, content, labels in
            let isSelected = index.selects(content[slot])
            if index.isTooCostly { return false }
            if isSelected { index.insert(slot, in: content, labels) }
            return true
        }
    }

    /// Removes the item in the given slot from all cached results that contain it.
    private mutating func leave(_ slot: Slot) {
        update { index, content, labels in
            let isSelected = index.selects(content[slot])
            return !index.isTooCostly && (!isSelected || index.remove(slot, in: content, labels))
        }
    }

    /// Updates each cached result with `body`. If `body` returns `false`, the result is dropped. It is computed again
    /// on demand.
    private mutating func update(_ body: (inout QueryIndex, Content, OrderLabels) -> Bool) {
        var index = 0
        while index < warm.count {
            if body(&warm[index], content, labels) { index += 1 } else { warm.remove(at: index) }
        }
    }
}
