package import TextSearch

/// The type of a field's values.
@nonexhaustive
public enum FieldType: String, Hashable, Sendable, CaseIterable {
    /// Unicode text without control characters.
    case text
    /// A 64-bit integer.
    case integer
    /// A finite floating-point number. Only custom fields have this type.
    case decimal
    /// An exact amount with up to four decimals. Custom fields can't have this type.
    case amount
    /// A Boolean value.
    case flag
    /// A moment with second precision.
    case moment
    /// A calendar day.
    case day
    /// Several short strings, such as tags.
    case list
}

/// The value of a field. A missing value is represented by `nil`.
@nonexhaustive
public enum FieldValue: Hashable, Sendable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite floating-point number.
    case decimal(Double)
    /// An exact amount.
    case amount(Amount)
    /// A Boolean value.
    case flag(Bool)
    /// A moment with second precision.
    case moment(Moment)
    /// A day.
    case day(Day)
    /// Several strings, in order.
    case list([String])

    /// The type of the value.
    package var type: FieldType {
        switch self {
        case .text: .text
        case .integer: .integer
        case .decimal: .decimal
        case .amount: .amount
        case .flag: .flag
        case .moment: .moment
        case .day: .day
        case .list: .list
        }
    }

    /// Returns whether both values are equal byte by byte. (`==` also treats canonically equivalent Unicode strings
    /// as equal.)
    package func isIdentical(to other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.isIdentical(to: right)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
        default: self == other
        }
    }

    /// Returns whether both values are equal byte by byte, or both are missing.
    package static func areIdentical(_ left: FieldValue?, _ right: FieldValue?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.isIdentical(to: right)
        default: false
        }
    }

    /// Compares two values for sorting and filters. Text is compared by ``Folding/order(_:_:)``, numbers by size
    /// regardless of their type, days by their start, and lists by their elements. Values of unrelated types are
    /// ordered by their types.
    package static func order(_ left: FieldValue, _ right: FieldValue) -> Order {
        switch (left, right) {
        case (.text(let left), .text(let right)): Folding.order(left, right)
        case (.integer(let left), .integer(let right)): Order(left, right)
        case (.amount(let left), .amount(let right)): Order(left, right)
        case (.flag(let left), .flag(let right)): Order(left ? 1 : 0, right ? 1 : 0)
        case (.list(let left), .list(let right)): order(left, right)
        default:
            if let order = orderOfNumbers(left, right) {
                order
            } else if let left = left.instant, let right = right.instant {
                Order(left, right)
            } else {
                Order(left.rank, right.rank)
            }
        }
    }

    private static func order(_ left: [String], _ right: [String]) -> Order {
        for (left, right) in zip(left, right) {
            let order = Folding.order(left, right)
            if order != .same { return order }
        }
        return Order(left.count, right.count)
    }

    /// Compares two numbers exactly, even if a `Double` can't represent the integer. Returns `nil` if a value isn't a
    /// number.
    private static func orderOfNumbers(_ left: FieldValue, _ right: FieldValue) -> Order? {
        switch (left, right) {
        case (.decimal(let left), .decimal(let right)): return Order(left, right)
        case (.decimal, .integer), (.decimal, .amount), (.amount, .integer):
            return orderOfNumbers(right, left)?.reversed
        case (.integer(let whole), .amount(let amount)): return Order(Amount(whole), amount)
        case (.amount(let amount), .decimal(let fraction)): return order(amount, fraction)
        case (.integer(let whole), .decimal(let fraction)):
            let order = Order(Double(whole), fraction)
            if order != .same { return order }
            return Int(exactly: fraction).map { Order(whole, $0) } ?? .ascending
        default: return nil
        }
    }

    /// Compares an amount with a floating-point number exactly. The latter is interpreted as its decimal
    /// representation if that fits into an amount.
    private static func order(_ amount: Amount, _ fraction: Double) -> Order {
        if let other = Amount(fraction) { return Order(amount, other) }
        return Order(amount.asDouble, fraction) == .same ? .ascending : Order(amount.asDouble, fraction)
    }

    private var instant: Moment? {
        switch self {
        case .moment(let value): value
        case .day(let value): Moment(startOf: value)
        default: nil
        }
    }

    /// The rank of the type for comparing values of unrelated types.
    private var rank: Int {
        switch self {
        case .flag: 0
        case .integer, .decimal, .amount: 1
        case .moment, .day: 2
        case .text: 3
        case .list: 4
        }
    }
}
