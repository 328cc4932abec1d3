import LootCore

/// The items of a collection by slot, and the user's order. Query results are derived from it.
struct Content: Sendable {
    // Changing an item copies its chunk, so chunks are small.
    private(set) var items = ChunkedArray<Item>(shift: 6)
    /// The total value of all items.
    private(set) var total = MoneyTotal()
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()

    init() {}

    /// Creates content with items in the user's order.
    init(_ all: [Item]) {
        items = ChunkedArray(count: all.count, shift: items.shift) { all[$0] }
        for item in all { total.add(item) }
        order = SlotTree(0..<Slot(items.count))
    }

    /// The content of slots that aren't in use.
    private static let vacant = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first)

    subscript(slot: Slot) -> Item { items[Int(slot)] }

    /// Stores an item without adding it to the order.
    mutating func keep(_ item: Item) -> Slot {
        if let slot = free.popLast() {
            replace(slot, with: item)
            return slot
        }
        total.add(item)
        items.append(item)
        return Slot(truncatingIfNeeded: items.count - 1)
    }

    mutating func replace(_ slot: Slot, with item: Item) {
        total -= self[slot].total
        total.add(item)
        items[Int(slot)] = item
    }

    /// Frees the slot of an item that was removed from the order.
    mutating func discard(_ slot: Slot) {
        replace(slot, with: Content.vacant)
        free.append(slot)
    }
}
