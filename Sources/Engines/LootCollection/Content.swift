import LootCore

/// The items themselves: where each is kept, and the user's order. What is derived from them stands elsewhere.
struct Content: Sendable {
    private var pieces = ItemPieces()
    private var free: [Slot] = []
    /// All slots in use, in the user's order.
    var order = SlotTree()
    /// The items, by their slots.
    var items: ChunkedArray<Item> {
        @inline(__always) _read { yield pieces.items }
    }
    /// What all items are worth together.
    var total: MoneyTotal { pieces.total }

    /// No items.
    init() {}

    /// Items in their order.
    init(_ batch: ItemBatch) {
        pieces = batch.pieces
        order = SlotTree(0..<Slot(pieces.count))
    }

    /// What stands in a slot that is not in use.
    private static let vacant = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first)

    subscript(slot: Slot) -> Item {
        @inline(__always) _read { yield pieces[Int(slot)] }
    }

    /// Whether an item passes a test. It is lent to the test where it stands.
    @inline(__always)
    func passes(_ slot: Slot, _ test: ItemTest) -> Bool {
        pieces.withBlock(of: Int(slot)) { block, index in test.passing(block, 1 << UInt64(index)) != 0 }
    }

    /// The slots whose items pass a test, found in the order in which the items lie in memory.
    func slots(passing test: ItemTest) -> SlotSet {
        var words: [UInt64] = []
        pieces.forEachBlock { words.append(test.passing($0)) }
        return SlotSet(words)
    }

    /// The same, and what these items are worth; a slot that is not in use is worth nothing.
    func worth(passing test: ItemTest) -> (slots: SlotSet, total: MoneyTotal) {
        var words: [UInt64] = []
        var total = MoneyTotal()
        pieces.forEachBlock { block in
            let passing = test.passing(block)
            words.append(passing)
            if passing != 0 { total.add(block, where: passing) }
        }
        return (SlotSet(words), total)
    }

    /// Keeps an item, in no order yet.
    mutating func keep(_ item: Item) -> Slot {
        if let slot = free.popLast() {
            pieces.replace(Int(slot), with: item)
            return slot
        }
        pieces.append(item)
        return Slot(truncatingIfNeeded: pieces.count - 1)
    }

    /// Replaces an item.
    mutating func replace(_ slot: Slot, with item: Item) { pieces.replace(Int(slot), with: item) }

    /// Lets an item go that is in no order any more.
    mutating func discard(_ slot: Slot) {
        pieces.replace(Int(slot), with: Content.vacant)
        free.append(slot)
    }
}
