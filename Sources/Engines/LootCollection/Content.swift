import LootCore

/// The items of a collection by slot, and their order. Answers to queries are derived from it.
struct Content: Sendable {
    // A change to one item copies the others of its piece, so pieces are small.
    private(set) var items = ChunkedArray<Item>(shift: 6)
    /// What all items are worth together.
    private(set) var total = MoneyTotal()
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()

    /// No items.
    init() {}

    /// Items in their order.
    init(_ all: some Sequence<Item>) {
        for item in all {
            items.append(item)
            total.add(item)
        }
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

    /// Replaces an item.
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
