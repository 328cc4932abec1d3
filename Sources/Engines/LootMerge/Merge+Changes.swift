package import LootCore

extension Merge {
    /// Returns the shortest sequence of changes that turns the list `old` into the list `new`. Items whose unknown
    /// fields differ are removed and inserted again, because patches can't contain those fields.
    package static func changes(from old: [Item], to new: [Item]) -> [Change] {
        var slots = Slots<ItemID>(capacity: max(old.count, new.count))
        let sources = slots.add(old.lazy.map(\.id))
        let targets = slots.add(new.lazy.map(\.id))
        let places = sources.places(of: slots.count)
        let isThere = targets.places(of: slots.count)

        var changes: [Change] = []
        var updates: [Int32: Patch] = [:]
        var isReplaced: Set<Int32> = []
        for (place, slot) in sources.enumerated() where Int(places[Int(slot)]) == place {
            let source = old[place]
            guard isThere[Int(slot)] >= 0 else {
                changes.append(.remove(source.id))
                continue
            }
            let target = new[Int(isThere[Int(slot)])]
            if source.isIdentical(to: target) { continue }
            let patch = Patch(from: source, to: target)
            if source.foreign.isIdentical(to: target.foreign), !patch.isEmpty {
                updates[slot] = patch
            } else {
                isReplaced.insert(slot)
                changes.append(.remove(source.id))
            }
        }

        let kept = targets.indices.filter { place in
            let slot = targets[place]
            return Int(isThere[Int(slot)]) == place && places[Int(slot)] >= 0 && !isReplaced.contains(slot)
        }
        let run = kept.map { places[Int(targets[$0])] }.longestIncreasingRun
        var isUnmoved = [Bool](repeating: false, count: slots.count)
        for (place, isKept) in zip(kept, run) where isKept { isUnmoved[Int(targets[place])] = true }
        let lastUnmoved = targets.lastIndex { isUnmoved[Int($0)] } ?? -1
        for (place, slot) in targets.enumerated() where Int(isThere[Int(slot)]) == place {
            let item = new[place]
            if !isUnmoved[Int(slot)] {
                // After all unmoved items, append at the end, regardless of items that are still to be moved.
                let destination: Destination =
                    place > lastUnmoved ? .last : place == 0 ? .first : .after(new[place - 1].id)
                let isNew = places[Int(slot)] < 0 || isReplaced.contains(slot)
                changes.append(isNew ? .insert(item, at: destination) : .move(item.id, to: destination))
            }
            if let patch = updates[slot] { changes.append(.update(item.id, patch)) }
        }
        return changes
    }
}
