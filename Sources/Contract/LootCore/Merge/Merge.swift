/// Two lists that were made of one, brought together: by item, by field, by element of a list of texts, and the order
/// by neighbors.
///
/// What only one side changed is in the outcome, and so is, once, what both changed alike. What the sides changed
/// differently is a conflict: the outcome holds our value, and the item notes theirs (``Item/conflicts``) until that
/// is settled. An item that one side removed and the other changed stays. Items that both sides put at the same place
/// stand there one behind the other, the earlier created ones first.
///
/// ```swift
/// let merge = Merge(base: before, ours: here, theirs: there)
/// for conflict in merge.conflicts { print(conflict.name, conflict.ours, conflict.theirs) }
/// ```
///
/// Without a base, `[]`, everything that either side holds is in the outcome.
package struct Merge: Sendable {
    /// The outcome, in order.
    package let items: [Item]
    /// What the sides changed differently, in the order of the outcome.
    package let conflicts: [MergeConflict]
    /// Items that both sides put in different places. They stand where we put them.
    package let displaced: [ItemID]

    /// What makes the outcome of our list.
    package var changes: [Change] { Merge.changes(from: ours, to: items) }

    private let ours: [Item]

    /// Merges what became of `base` here and there. Of several items with one id in one list the first counts.
    package init(base: [Item], ours: [Item], theirs: [Item]) {
        self.ours = ours
        var slots = Slots<ItemID>(capacity: max(base.count, ours.count, theirs.count))
        let before = Side(base, &slots)
        let here = Side(ours, &slots)
        let there = Side(theirs, &slots)
        let count = slots.count
        let places = (
            before: before.slots.places(of: count), here: here.slots.places(of: count),
            there: there.slots.places(of: count)
        )

        var isKept = [Bool](repeating: false, count: count)
        // What stays as one side has it is copied but once, at the end.
        var merged: [Int32: ItemMerge] = [:]
        for slot in 0..<count {
            let (old, our, their) = (places.before[slot], places.here[slot], places.there[slot])
            if old < 0, our < 0 || their < 0 {
                isKept[slot] = true
                continue
            }
            let outcome = ItemMerge(base: before[old], ours: here[our], theirs: there[their])
            isKept[slot] = outcome.item != nil
            if isKept[slot], !outcome.isOurs { merged[Int32(slot)] = outcome }
        }

        let order = OrderMerge(base: before.slots, ours: here.slots, theirs: there.slots, kept: isKept) {
            guard let left = here[places.here[Int($0)]], let right = there[places.there[Int($1)]] else {
                return true
            }
            return (left.dateCreated, left.id) < (right.dateCreated, right.id)
        }
        var items: [Item] = []
        items.reserveCapacity(order.slots.count)
        var conflicts: [MergeConflict] = []
        for slot in order.slots {
            if let outcome = merged[slot], let item = outcome.item {
                items.append(item)
                conflicts += outcome.conflicts
            } else if let item = here[places.here[Int(slot)]] ?? there[places.there[Int(slot)]] {
                items.append(item)
            }
        }
        self.items = items
        self.conflicts = conflicts
        displaced = order.displaced.map { slots.ids[Int($0)] }
    }

    /// One of the lists, and the slots of its items.
    private struct Side {
        let items: [Item]
        let slots: [Int32]

        init(_ items: [Item], _ slots: inout Slots<ItemID>) {
            self.items = items
            self.slots = slots.add(items.lazy.map(\.id))
        }

        subscript(place: Int32) -> Item? { place < 0 ? nil : items[Int(place)] }
    }
}
