/// The type of a field's values.
@nonexhaustive
public enum FieldType: String, Hashable, Sendable, CaseIterable {
    /// Unicode text without control characters.
    case text
    /// A whole number of 64 bits.
    case integer
    /// A finite binary fraction. Only custom fields have this type.
    case decimal
    /// An exact amount with up to four digits behind the point. Custom fields don't have this type.
    case amount
    /// Yes or no.
    case flag
    /// A moment to the second.
    case moment
    /// A day of the calendar.
    case day
    /// Several short texts: tags.
    case list
}

/// What a field holds. That a field is not set is the absence of a value.
@nonexhaustive
public enum FieldValue: Hashable, Sendable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite binary fraction.
    case decimal(Double)
    /// An exact amount.
    case amount(Amount)
    /// Yes or no.
    case flag(Bool)
    /// A moment to the second.
    case moment(Moment)
    /// A day.
    case day(Day)
    /// Several texts, in order.
    case list([String])

    /// The value's type.
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

    /// Whether both hold the same to the byte. (`==` holds texts equal that Unicode calls canonically equivalent.)
    package func isIdentical(to other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.isIdentical(to: right)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
        default: self == other
        }
    }

    /// Whether both hold the same to the byte, or neither holds anything.
    static func areIdentical(_ left: FieldValue?, _ right: FieldValue?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): left.isIdentical(to: right)
        default: false
        }
    }

    /// The order of values, which sorts and comparisons in filters go by: texts by ``Folding/order(_:_:)``, numbers
    /// by size whatever their type, days by the moment they start, lists element by element; values that have
    /// nothing in common by the order of their types.
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

    /// Exact, also where a fraction of 64 bits can't hold the whole number.
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

    /// Exact: the fraction is taken for the decimal number that its digits spell, where it has no more than an amount.
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

    /// The place of the type where values of unlike types meet.
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

/// How two values stand to each other.
package enum Order: Int, Hashable, Sendable {
    /// The first comes first.
    case ascending = -1
    /// Neither comes first.
    case same = 0
    /// The second comes first.
    case descending = 1

    /// How two comparable values stand to each other.
    @inlinable
    package init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .ascending : right < left ? .descending : .same
    }

    /// The other way round.
    package var reversed: Order { Order(rawValue: -rawValue) ?? .same }
}
