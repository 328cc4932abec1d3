/// What up to 64 items in a row hold, as numbers that lie side by side, see ``FieldColumn``.
///
/// What items refer to lies anywhere in memory, and each look at it waits. The numbers tell of most items whether a
/// condition holds. A column in which none of these items holds anything takes no room.
package struct FieldColumns: Sendable {
    /// The columns that are there: each has its bit.
    private var present: UInt32 = 0
    /// The numbers of the columns that are there, one column behind the other.
    private var numbers: [Int32] = []

    /// How many items they tell of.
    package static let width = 64

    /// The columns of items.
    package init(of items: UnsafeBufferPointer<Item>, _ codes: FieldCodes) {
        let hasDetails = items.indices.contains { items[$0].hasDetails }
        let columns = hasDetails ? FieldColumn.all : FieldColumn.common
        let width = FieldColumns.width
        var present: UInt32 = 0
        var numbers: [Int32] = []
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: columns.count * width) { room in
            for (place, column) in columns.enumerated() {
                room.extracting(place * width..<(place + 1) * width).initialize(repeating: column.empty)
            }
            codes.withTables { codes in
                for (place, column) in columns.enumerated() {
                    let number = column.number
                    ItemBlock.forEach(of: items) { room[place * width + $0] = number($1, &codes) }
                }
            }
            // What is kept has just the room that it needs.
            let found = columns.indices.filter { place in
                room[place * width..<(place + 1) * width].contains { $0 != columns[place].empty }
            }
            numbers.reserveCapacity(found.count * width)
            for place in found {
                present |= FieldColumns.bit(of: columns[place])
                numbers.append(contentsOf: room[place * width..<(place + 1) * width])
            }
        }
        (self.present, self.numbers) = (present, numbers)
    }

    /// Takes note that another item stands at a place.
    package mutating func set(_ item: Item, at index: Int, _ codes: FieldCodes) {
        codes.withTables { codes in
            for column in FieldColumn.all { set(column.number(item, &codes), in: column, at: index) }
        }
    }

    private mutating func set(_ number: Int32, in column: FieldColumn, at index: Int) {
        let bit = FieldColumns.bit(of: column)
        let start = FieldColumns.start(of: bit, present)
        if present & bit == 0 {
            if number == column.empty { return }
            numbers.reserveCapacity(numbers.count + FieldColumns.width)
            numbers.insert(contentsOf: repeatElement(column.empty, count: FieldColumns.width), at: start)
            present |= bit
        }
        numbers[start + index] = number
    }

    static func bit(of column: FieldColumn) -> UInt32 { 1 << UInt32(column.index) }

    /// Where a column begins among those that are there.
    static func start(of bit: UInt32, _ present: UInt32) -> Int {
        (present & (bit - 1)).nonzeroBitCount * FieldColumns.width
    }

    /// Lends items in a row with their columns, which must be these.
    @inline(__always)
    package func lend<Result>(_ items: UnsafeBufferPointer<Item>, _ body: (ItemBlock) -> Result) -> Result {
        numbers.withUnsafeBufferPointer { numbers in
            ItemBlock.lend(items, ItemBlock.Columns(present: present, numbers: numbers), body)
        }
    }
}
