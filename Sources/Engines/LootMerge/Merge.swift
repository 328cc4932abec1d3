package import LootCore

/// A three-way merge of two lists with a common base: by item, by field, by element of text lists, and by the order
/// of neighbors.
///
/// Changes of one side are applied, and equal changes of both sides once. Different changes are conflicts: the result
/// contains our value, and the item records theirs (``Item/conflicts``) until the conflict is resolved. An item that
/// one side removed and the other changed is kept. Items that both sides inserted at the same place follow each
/// other, the earlier created ones first. If both sides gave an asset number to different items, the item that was
/// created later gets the next free number.
///
/// ```swift
/// let merge = Merge(base: before, ours: here, theirs: there)
/// for conflict in merge.conflicts { print(conflict.name, conflict.ours, conflict.theirs) }
/// ```
///
/// Without a base (`[]`), the result contains the items of both sides.
package struct Merge: Sendable {
    /// The merged items in order.
    package let items: [Item]
    /// The conflicts in the order of the result.
    package let conflicts: [MergeConflict]
    /// Items that the sides moved to different positions. They have our positions.
    package let displaced: [ItemID]

    /// The changes that turn our list into the result.
    package var changes: [Change] { Merge.changes(from: ours, to: items) }

    private let ours: [Item]

    /// Merges two lists. If a list contains several items with the same ID, the first one is used.
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
        // Items that are unchanged on one side are copied only once, at the end.
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
        Merge.renumber(&items)
        self.items = items
        self.conflicts = conflicts
        displaced = order.displaced.map { slots.ids[Int($0)] }
    }

    /// Assigns the next free asset numbers to items that share a number with an item created earlier, because
    /// both sides assigned the same numbers.
    private static func renumber(_ items: inout [Item]) {
        let numbered = items.indices.filter { items[$0].hasDetails && items[$0].number != nil }
        if numbered.isEmpty { return }
        let earliest = numbered.sorted {
            (items[$0].dateCreated, items[$0].id) < (items[$1].dateCreated, items[$1].id)
        }
        var used: Set<String> = []
        let again = earliest.filter { index in
            items[index].number.map { !used.insert($0.lowercased()).inserted } ?? false
        }
        for index in again {
            guard let number = items[index].number.flatMap({ AssetNumber($0) }) else { continue }
            var next = number
            while !used.insert("\(next)".lowercased()).inserted { next = next.with(next.count + 1) }
            items[index].number = "\(next)"
        }
    }

    /// One of the lists with the slots of its items.
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
