import LootCore

/// The items themselves: where each is kept, and the user's order. What is derived from them stands elsewhere.
struct Content: Sendable {
    /// A change of one item copies the others of its piece, with all that they refer to.
    static let chunkShift = SlotSet.shift

    private(set) var items = ChunkedArray<Item>(shift: chunkShift)
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()
    /// What all items are worth together.
    private(set) var total = MoneyTotal()

    /// No items.
    init() {}

    /// Items in their order.
    init(_ batch: ItemBatch) {
        (items, total) = (batch.items, batch.total)
        order = SlotTree(0..<Slot(items.count))
    }

    /// What stands in a slot that is not in use.
    private static let vacant = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first)

    subscript(slot: Slot) -> Item {
        @inline(__always) _read { yield items[Int(slot)] }
    }

    /// Whether an item passes a test. It is lent to the test where it stands.
    @inline(__always)
    func passes(_ slot: Slot, _ test: ItemTest) -> Bool {
        items.withPiece(of: Int(slot)) { items, index in test.passing(items, 1 << UInt64(index)) != 0 }
    }

    /// The slots whose items pass a test, found in the order in which the items lie in memory.
    func slots(passing test: ItemTest) -> SlotSet {
        var words: [UInt64] = []
        items.forEachPiece { words.append(test.passing($0)) }
        return SlotSet(words)
    }

    /// The same, and what these items are worth; a slot that is not in use is worth nothing.
    func worth(passing test: ItemTest) -> (slots: SlotSet, total: MoneyTotal) {
        var words: [UInt64] = []
        var total = MoneyTotal()
        items.forEachPiece { items in
            let passing = test.passing(items)
            words.append(passing)
            if passing != 0 { total.add(items, where: passing) }
        }
        return (SlotSet(words), total)
    }

    /// Keeps an item, in no order yet.
    mutating func keep(_ item: Item) -> Slot {
        total.add(item)
        if let slot = free.popLast() {
            items[Int(slot)] = item
            return slot
        }
        items.append(item)
        return Slot(truncatingIfNeeded: items.count - 1)
    }

    /// Replaces an item.
    mutating func replace(_ slot: Slot, with item: Item) {
        total.add(item)
        total -= items[Int(slot)].total
        items[Int(slot)] = item
    }

    /// Lets an item go that is in no order any more.
    mutating func discard(_ slot: Slot) {
        total -= items[Int(slot)].total
        items[Int(slot)] = Content.vacant
        free.append(slot)
    }
}
