import LootCore

/// Items where they lie, in pieces of 64, with numbers that tell of what they hold, and what all are worth.
struct ItemPieces: Sendable {
    /// A change of one item copies the others of its piece, with all that they refer to.
    static let shift = SlotSet.shift

    private(set) var items = ChunkedArray<Item>(shift: shift)
    /// What they are worth together.
    private(set) var total = MoneyTotal()
    /// The numbers of the pieces that are full.
    private var columns = ChunkedArray<FieldColumns>(shift: shift)
    private let codes = FieldCodes()

    var count: Int { items.count }

    subscript(index: Int) -> Item {
        @inline(__always) _read { yield items[index] }
    }

    /// Adds an item at the end.
    mutating func append(_ item: consuming Item) {
        total.add(item)
        items.append(item)
        noteFullPieces()
    }

    /// Adds items at the end and moves them out of where they are, which is not initialized any more then.
    mutating func append(moving new: UnsafeMutableBufferPointer<Item>) {
        total.add(UnsafeBufferPointer(new))
        items.append(moving: new)
        noteFullPieces()
    }

    private mutating func noteFullPieces() {
        while columns.count < items.count >> ItemPieces.shift {
            columns.append(
                items.withPiece(of: columns.count << ItemPieces.shift) { items, _ in
                    FieldColumns(of: items, codes)
                })
        }
    }

    /// Replaces an item.
    mutating func replace(_ index: Int, with item: Item) {
        total -= items[index].total
        total.add(item)
        items[index] = item
        let piece = index >> ItemPieces.shift
        if piece < columns.count { columns[piece].set(item, at: index & (FieldColumns.width - 1), codes) }
    }

    /// Gives `body` the block that an item is in, and where it stands there.
    @inline(__always)
    func withBlock<Result>(of index: Int, _ body: (ItemBlock, Int) -> Result) -> Result {
        items.withPiece(of: index) { items, place in
            lend(items, index >> ItemPieces.shift) { body($0, place) }
        }
    }

    /// Gives `body` all blocks, one after the other. All but the last are full.
    func forEachBlock(_ body: (ItemBlock) -> Void) {
        var piece = 0
        items.forEachPiece { items in
            lend(items, piece, body)
            piece += 1
        }
    }

    @inline(__always)
    private func lend<Result>(
        _ items: UnsafeBufferPointer<Item>, _ piece: Int, _ body: (ItemBlock) -> Result
    ) -> Result {
        piece < columns.count ? columns[piece].lend(items, body) : ItemBlock.lend(items, body)
    }
}
