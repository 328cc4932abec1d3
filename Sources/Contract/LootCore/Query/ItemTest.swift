/// A condition made ready for many items, which it is asked of up to 64 at a time.
///
/// What the numbers beside the items tell needs no look at them. Items that are looked at wait together for the memory
/// that they refer to, and what one part of a condition has excluded is no concern of the next. They are looked at where
/// they stand: a copy would count references up and down.
package struct ItemTest: Sendable {
    /// Items in a row, of which the bits say which are asked; the answer has the bits of those that pass.
    private let narrow: @Sendable (ItemBlock, UInt64) -> UInt64

    /// What holds for each item by itself.
    package init(_ holds: @escaping @Sendable (borrowing Item) -> Bool) {
        self.init(nil, reading: nil, holds)
    }

    /// What holds for each item by itself: as a column tells, or as is read from what the item refers to.
    init(
        _ column: ColumnTest?, reading memory: FieldMemory? = nil,
        _ holds: @escaping @Sendable (borrowing Item) -> Bool
    ) {
        narrow = { block, asked in
            var (passed, left) = (UInt64(0), asked)
            if let column, let columns = block.columns {
                (passed, left) = column.tell(columns, asked) { block.items[$0].lend(holds) }
                if left == 0 { return passed }
            }
            memory?.fetch(block.items, left)
            while left != 0 {
                if block.items[left.trailingZeroBitCount].lend(holds) { passed |= left & (~left + 1) }
                left &= left - 1
            }
            return passed
        }
    }

    private init(narrow: @escaping @Sendable (ItemBlock, UInt64) -> UInt64) { self.narrow = narrow }

    /// What holds where all of them do; the first is asked first.
    package static func all(_ tests: [ItemTest]) -> ItemTest {
        if tests.count == 1 { return tests[0] }
        return ItemTest(narrow: { block, asked in
            var passed = asked
            for test in tests where passed != 0 { passed = test.narrow(block, passed) }
            return passed
        })
    }

    /// What holds where one of them does; the first is asked first.
    package static func any(_ tests: [ItemTest]) -> ItemTest {
        ItemTest(narrow: { block, asked in
            var left = asked
            for test in tests where left != 0 { left &= ~test.narrow(block, left) }
            return asked & ~left
        })
    }

    /// What holds where the other does not.
    package static func not(_ test: ItemTest) -> ItemTest {
        ItemTest(narrow: { block, asked in asked & ~test.narrow(block, asked) })
    }

    /// Which of the items pass that the bits name; the first item has the lowest bit. All blocks that one test is asked
    /// of have their numbers by the same ``FieldCodes``.
    package func passing(_ block: ItemBlock, _ asked: UInt64 = .max) -> UInt64 {
        let asked = block.count < 64 ? asked & (1 << UInt64(block.count) - 1) : asked
        return asked == 0 ? 0 : narrow(block, asked)
    }

    /// Whether an item passes.
    package func callAsFunction(_ item: Item) -> Bool { ItemBlock.lend(item) { passing($0) != 0 } }
}
