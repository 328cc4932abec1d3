import LootCore

/// The items of a collection by slot, and the user's order. Query results are derived from it.
struct Content: Sendable {
    // Changing an item copies its chunk, so chunks are small.
    private(set) var items = ChunkedArray<Item>(shift: 6)
    /// The total value of all items.
    private(set) var total = MoneyTotal()
    /// The number of disposed items.
    private(set) var disposedCount = 0
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()

    init() {}

    /// Creates content with the given items in the user's order.
    init(_ all: [Item]) {
        items = ChunkedArray(count: all.count, shift: items.shift) { all[$0] }
        for item in all { count(item) }
        order = SlotTree(0..<Slot(items.count))
    }

    /// The content of slots that aren't in use.
    private static let vacant = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first)

    subscript(slot: Slot) -> Item { items[Int(slot)] }

    /// Stores the given item without adding it to the order. Returns its slot.
    mutating func keep(_ item: Item) -> Slot {
        if let slot = free.popLast() {
            replace(slot, with: item)
            return slot
        }
        count(item)
        items.append(item)
        return Slot(truncatingIfNeeded: items.count - 1)
    }

    mutating func replace(_ slot: Slot, with item: Item) {
        let old = self[slot]
        total -= old.total
        if old.disposal != nil { disposedCount -= 1 }
        count(item)
        items[Int(slot)] = item
    }

    private mutating func count(_ item: Item) {
        total.add(item)
        if item.disposal != nil { disposedCount += 1 }
    }

    /// Frees the slot of an item that was removed from the order.
    mutating func discard(_ slot: Slot) {
        replace(slot, with: Content.vacant)
        free.append(slot)
    }
}
