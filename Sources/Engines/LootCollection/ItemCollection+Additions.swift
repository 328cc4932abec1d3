import LootCore
import Platform

extension ItemCollection {
    /// This many insertions in a row, or more, are made together.
    static let manyAdditions = 256

    /// How many of some changes, from one on, put items in behind all others, one behind the other.
    func additions(in changes: ArraySlice<Change>) -> Int {
        var position = count
        var last: ItemID?
        for change in changes {
            guard case .insert(let item, let destination) = change else { break }
            let isAtEnd =
                switch destination {
                case .last: true
                case .position(let place): place == position
                case .after(let other): other == last
                case .first, .before: false
                }
            if !isAtEnd { break }
            last = item.id
            position += 1
        }
        return position - count
    }

    /// Puts items in behind all others, all at once: insertions that ``additions(in:)`` has counted.
    ///
    /// - Returns: false if one of them can't be made; nothing is changed then.
    mutating func add(_ changes: ArraySlice<Change>, _ applied: inout [AppliedChange]) -> Bool {
        let before = (content, ids, labels)
        let start = count
        let outcome = Concurrent(if: changes.count > 10_000) {
            ItemCollection.applied(changes, at: start)
        }
        var new: [Slot] = []
        new.reserveCapacity(changes.count)
        for case .insert(let item, _) in changes {
            if (try? item.validate()) == nil { break }
            new.append(content.keep(item))
        }
        if new.count < changes.count || ids.insert(new, beside: content.order, in: content.items) != nil {
            (content, ids, labels) = before
            return false
        }
        content.order.append(new)
        labels.append(new, in: content.order)
        for (index, slot) in new.enumerated() where everything != nil || !warm.isEmpty {
            everything?.insert(content[slot].id, at: start + index)
            enter(slot)
        }
        if applied.isEmpty { applied = outcome.value } else { applied += outcome.value }
        return true
    }

    /// What insertions come to that put items in one behind the other, from a position on.
    private static func applied(_ changes: ArraySlice<Change>, at start: Int) -> [AppliedChange] {
        var applied: [AppliedChange] = []
        applied.reserveRoom(for: changes.count)
        for case .insert(let item, _) in changes {
            applied.append(AppliedChange(inserting: item, at: start + applied.count))
        }
        return applied
    }
}
