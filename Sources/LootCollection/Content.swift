import LootCore

/// The items themselves: where each is kept, and the user's order. What is derived from them stands elsewhere.
struct Content: Sendable {
    /// A change of one item copies the others of its piece, with all that they refer to.
    static let chunkShift = 6

    private(set) var items = ChunkedArray<Item>(shift: chunkShift)
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()
    /// What all items are worth together.
    private(set) var totalValue: Int128 = 0

    /// No items.
    init() {}

    /// Items in their order.
    init(_ batch: ItemBatch) {
        (items, totalValue) = (batch.items, batch.totalValue)
        order = SlotTree(0..<Slot(items.count))
    }

    /// What stands in a slot that is not in use.
    private static let vacant = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first)

    subscript(slot: Slot) -> Item {
        @inline(__always) _read { yield items[Int(slot)] }
    }

    /// Keeps an item, in no order yet.
    mutating func keep(_ item: Item) -> Slot {
        totalValue &+= item.totalValue
        if let slot = free.popLast() {
            items[Int(slot)] = item
            return slot
        }
        items.append(item)
        return Slot(truncatingIfNeeded: items.count - 1)
    }

    /// Replaces an item.
    mutating func replace(_ slot: Slot, with item: Item) {
        totalValue &+= item.totalValue &- items[Int(slot)].totalValue
        items[Int(slot)] = item
    }

    /// Lets an item go that is in no order any more.
    mutating func discard(_ slot: Slot) {
        totalValue &-= items[Int(slot)].totalValue
        items[Int(slot)] = Content.vacant
        free.append(slot)
    }
}
