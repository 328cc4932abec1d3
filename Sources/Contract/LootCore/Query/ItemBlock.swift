/// Up to 64 items in a row, lent where they stand, and the numbers that tell of what they hold, if such are kept.
package struct ItemBlock {
    /// The columns of a block.
    struct Columns {
        fileprivate let present: UInt32
        fileprivate let numbers: UnsafeBufferPointer<Int32>

        init(present: UInt32, numbers: UnsafeBufferPointer<Int32>) {
            (self.present, self.numbers) = (present, numbers)
        }

        /// The items whose number in a column is one.
        func items(with number: Int32, in column: FieldColumn) -> UInt64 {
            guard let numbers = self[column] else { return column.empty == number ? .max : 0 }
            var items: UInt64 = 0
            for index in 0..<FieldColumns.width {
                items |= (numbers[index] == number ? 1 : 0) << UInt64(index)
            }
            return items
        }

        /// The numbers in a column; nil where no item has any but the empty one.
        @inline(__always)
        subscript(column: FieldColumn) -> UnsafePointer<Int32>? {
            let bit = FieldColumns.bit(of: column)
            guard present & bit != 0 else { return nil }
            return numbers.baseAddress.map { $0 + FieldColumns.start(of: bit, present) }
        }

        /// The items in whose totals more counts than their value and a quantity that is told.
        var untoldTotals: UInt64 {
            ~items(with: FieldColumn.unset, in: FieldColumn.currency)
                | items(with: FieldColumn.untold, in: FieldColumn.quantity)
        }
    }

    let items: UnsafePointer<LentItem>
    let count: Int
    let columns: Columns?

    /// Lends items, of which there is one at least.
    @inline(__always)
    package static func lend<Result>(
        _ items: UnsafeBufferPointer<Item>, _ body: (ItemBlock) -> Result
    ) -> Result { lend(items, nil, body) }

    @inline(__always)
    static func lend<Result>(
        _ items: UnsafeBufferPointer<Item>, _ columns: Columns?, _ body: (ItemBlock) -> Result
    ) -> Result {
        // A structure with one stored property lies in memory as that property does.
        assert(MemoryLayout<LentItem>.stride == MemoryLayout<Item>.stride)
        guard let start = items.baseAddress else { preconditionFailure("There is no item to lend.") }
        return start.withMemoryRebound(to: LentItem.self, capacity: items.count) {
            body(ItemBlock(items: $0, count: items.count, columns: columns))
        }
    }

    /// Lends items one by one, each with its place.
    @inline(__always)
    static func forEach(of items: UnsafeBufferPointer<Item>, _ body: (Int, borrowing Item) -> Void) {
        if items.isEmpty { return }
        lend(items) { block in
            for index in 0..<block.count { block.items[index].lend { body(index, $0) } }
        }
    }

    /// Lends an item alone.
    static func lend<Result>(_ item: Item, _ body: (ItemBlock) -> Result) -> Result {
        withUnsafePointer(to: item) { lend(UnsafeBufferPointer(start: $0, count: 1), body) }
    }
}

/// An item that can't be copied by the way.
struct LentItem: ~Copyable {
    private let item: Item

    @inline(__always)
    borrowing func lend<Result>(_ body: (borrowing Item) -> Result) -> Result { body(item) }
}
