/// A condition made ready for many items, which it is asked of up to 64 at a time.
///
/// Items that are asked together wait together for the memory that they refer to, and what one part of a condition has
/// excluded is no concern of the next. They are looked at where they stand: a copy would count references up and down.
package struct ItemTest: Sendable {
    /// Items in a row, of which the bits say which are asked; the answer has the bits of those that pass.
    private let narrow: @Sendable (UnsafePointer<LentItem>, UInt64) -> UInt64

    /// What holds for each item by itself.
    package init(_ holds: @escaping @Sendable (borrowing Item) -> Bool) { self.init(reading: nil, holds) }

    /// What holds for each item by itself, read from what it refers to.
    init(reading memory: FieldMemory?, _ holds: @escaping @Sendable (borrowing Item) -> Bool) {
        narrow = { items, asked in
            memory?.fetch(items, asked)
            var (left, passed) = (asked, UInt64(0))
            while left != 0 {
                if items[left.trailingZeroBitCount].lend(holds) { passed |= left & (~left + 1) }
                left &= left - 1
            }
            return passed
        }
    }

    private init(narrow: @escaping @Sendable (UnsafePointer<LentItem>, UInt64) -> UInt64) {
        self.narrow = narrow
    }

    /// What holds where all of them do; the first is asked first.
    package static func all(_ tests: [ItemTest]) -> ItemTest {
        ItemTest(narrow: { items, asked in
            var passed = asked
            for test in tests where passed != 0 { passed = test.narrow(items, passed) }
            return passed
        })
    }

    /// What holds where one of them does; the first is asked first.
    package static func any(_ tests: [ItemTest]) -> ItemTest {
        ItemTest(narrow: { items, asked in
            var left = asked
            for test in tests where left != 0 { left &= ~test.narrow(items, left) }
            return asked & ~left
        })
    }

    /// What holds where the other does not.
    package static func not(_ test: ItemTest) -> ItemTest {
        ItemTest(narrow: { items, asked in asked & ~test.narrow(items, asked) })
    }

    /// Which of the items pass that the bits name; the first item has the lowest bit.
    package func passing(_ items: UnsafeBufferPointer<Item>, _ asked: UInt64 = .max) -> UInt64 {
        let asked = items.count < 64 ? asked & (1 << UInt64(items.count) - 1) : asked
        return asked == 0 ? 0 : LentItem.lend(items) { narrow($0, asked) }
    }

    /// Whether an item passes.
    package func callAsFunction(_ item: Item) -> Bool {
        withUnsafePointer(to: item) { passing(UnsafeBufferPointer(start: $0, count: 1)) != 0 }
    }
}

/// An item that can't be copied by the way.
struct LentItem: ~Copyable {
    private let item: Item

    @inline(__always)
    borrowing func lend<Result>(_ body: (borrowing Item) -> Result) -> Result { body(item) }

    /// Lends items in a row, of which there is one at least.
    static func lend<Result>(
        _ items: UnsafeBufferPointer<Item>, _ body: (UnsafePointer<LentItem>) -> Result
    ) -> Result {
        // A structure with one stored property lies in memory as that property does.
        assert(MemoryLayout<LentItem>.stride == MemoryLayout<Item>.stride)
        guard let start = items.baseAddress else { preconditionFailure("There is no item to lend.") }
        return start.withMemoryRebound(to: LentItem.self, capacity: items.count, body)
    }
}
