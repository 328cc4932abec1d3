import Synchronization

/// What the numbers in a column tell of a condition.
struct ColumnTest: Sendable {
    private enum Kind: Sendable {
        /// It may hold where there is a value.
        case presence
        /// It holds where there is a value.
        case isSet
        /// It may hold where a text has these letters.
        case letters(LetterSet)
        /// It goes by the order of the numbers.
        case order(NumberTest)
        /// It is the same for all items with the same number.
        case code(Verdicts)
    }

    private let column: FieldColumn
    private let kind: Kind

    /// Whether a field is set; nil where no column tells of it.
    init?(isSet key: FieldKey) {
        guard let column = FieldColumn.of(key) else { return nil }
        self.column = column
        // Which of a person's own fields are set, the item tells.
        kind = key.customName == nil ? .isSet : .presence
    }

    /// Whether a field's value fulfills a test; nil where no column tells of it.
    init?(_ key: FieldKey, _ test: ValueTest) {
        guard let column = FieldColumn.of(key) else { return nil }
        self.column = column
        kind =
            switch column.kind {
            case .number, .floor: .order(NumberTest(column, test))
            case .code: .code(Verdicts())
            case .letters: test.text.map { .letters($0.letters) } ?? .presence
            case .presence: .presence
            }
    }

    /// Whether any test holds of the fields of a person's own.
    static let own = ColumnTest(isSet: .custom("own"))

    /// Which of the items that are asked fulfill the condition, and of which the numbers don't tell. What holds for a
    /// value that many items have in common is looked up in the first of them.
    @inline(__always)
    func tell(
        _ columns: ItemBlock.Columns, _ asked: UInt64, _ holds: (Int) -> Bool
    ) -> (passed: UInt64, untold: UInt64) {
        switch kind {
        case .presence: return (0, asked & ~columns.items(with: FieldColumn.unset, in: column))
        case .isSet: return (asked & ~columns.items(with: FieldColumn.unset, in: column), 0)
        case .letters(let letters):
            guard let numbers = columns[column] else { return (0, 0) }
            return (0, asked & letters.among(numbers))
        case .order(let test):
            if let numbers = columns[column] { return test.tell(numbers, asked) }
            return (test.passes(column.empty) ? asked : 0, test.isUntold(column.empty) ? asked : 0)
        case .code(let verdicts):
            guard let numbers = columns[column] else { return (0, 0) }
            return verdicts.tell(numbers, asked, holds)
        }
    }
}

/// Which numbers tell that a condition holds on values in their order.
private struct NumberTest: Sendable {
    /// From the first to the last number that tells that it holds; none if the last comes before the first.
    private var first: Int32 = 0
    private var last: Int32 = -1
    /// The same of the numbers of which some values may fulfill it and others not.
    private var firstUntold: Int32 = 0
    private var lastUntold: Int32 = -1

    init(_ column: FieldColumn, _ test: ValueTest) {
        guard let (numbers, least, greatest) = column.order, test.order(least(numbers.lowerBound)) != nil,
            test.comparison.isOrder
        else { return }
        // Those less than the constant, those that may be the same, and those that are greater.
        let same = NumberTest.first(in: numbers) { test.order(greatest($0)) != .ascending }
        let greater = NumberTest.first(in: numbers) { test.order(least($0)) == .descending }
        let holds = test.comparison.holds
        let isExact = column.kind == .number
        let start = holds(.ascending) ? numbers.lowerBound : isExact && holds(.same) ? same : greater
        let end = holds(.descending) ? numbers.upperBound + 1 : isExact && holds(.same) ? greater : same
        (first, last) = (Int32(start), Int32(end - 1))
        if !isExact { (firstUntold, lastUntold) = (Int32(same), Int32(greater - 1)) }
    }

    /// The first number for which something holds that holds for all behind it; the one behind the last if for none.
    private static func first(in numbers: ClosedRange<Int>, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (numbers.lowerBound, numbers.upperBound + 1)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    @inline(__always)
    func passes(_ number: Int32) -> Bool { number >= first && number <= last }

    @inline(__always)
    func isUntold(_ number: Int32) -> Bool {
        number == FieldColumn.untold || number >= firstUntold && number <= lastUntold
    }

    @inline(__always)
    func tell(_ numbers: UnsafePointer<Int32>, _ asked: UInt64) -> (passed: UInt64, untold: UInt64) {
        var (passed, untold) = (UInt64(0), UInt64(0))
        for index in 0..<FieldColumns.width {
            passed |= (passes(numbers[index]) ? 1 : 0) << UInt64(index)
            untold |= (isUntold(numbers[index]) ? 1 : 0) << UInt64(index)
        }
        return (passed & asked, untold & asked)
    }
}

/// What is known of the values that many items have in common, by their numbers.
private final class Verdicts: Sendable {
    /// 0 where nothing is known yet, 1 where the condition does not hold, 2 where it does.
    private let known = Mutex<[UInt8]>([])

    func tell(
        _ numbers: UnsafePointer<Int32>, _ asked: UInt64, _ holds: (Int) -> Bool
    ) -> (passed: UInt64, untold: UInt64) {
        var (passed, untold) = (UInt64(0), UInt64(0))
        known.withLock { known in
            var left = asked
            while left != 0 {
                let index = left.trailingZeroBitCount
                left &= left - 1
                let number = numbers[index]
                if number < 0 { continue }
                if number == FieldColumn.untold {
                    untold |= 1 << UInt64(index)
                    continue
                }
                let code = Int(number)
                if code >= known.count {
                    known += repeatElement(0, count: max(64, code + 1 - known.count, known.count))
                }
                if known[code] == 0 { known[code] = holds(index) ? 2 : 1 }
                passed |= UInt64(known[code] >> 1) << UInt64(index)
            }
        }
        return (passed, untold)
    }
}
