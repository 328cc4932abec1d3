/// A condition on items: `value >= 50 and location = "Attic"`.
///
/// Text compares without regard to case and accents. A comparison with a field that is not set does not hold, so
/// `not (location = "Attic")` selects items without a location too.
@nonexhaustive
public indirect enum Filter: Hashable, Sendable {
    /// A field's value compared with a constant.
    case compare(FieldKey, Comparison, FieldValue)
    /// Two numbers compared that are worked out of fields. Where one of them has no value, it does not hold.
    case calculate(Calculation, Comparison, Calculation)
    /// Whether a field is set. A flag always is.
    case isSet(FieldKey)
    /// All of them hold.
    case all([Filter])
    /// At least one of them holds.
    case any([Filter])
    /// It does not hold.
    case not(Filter)

    /// How a value is compared.
    @nonexhaustive
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// `=`: the same. A list: one of its entries is. A moment: it lies in the day.
        case equal = "="
        /// `<`. A moment: it lies before the day.
        case less = "<"
        /// `<=`. A moment: it lies in the day or before.
        case lessOrEqual = "<="
        /// `>`. A moment: it lies behind the day.
        case greater = ">"
        /// `>=`. A moment: it lies in the day or behind.
        case greaterOrEqual = ">="
        /// `~`: text, or an entry of a list, that holds the text.
        case contains = "~"
        /// `^`: text, or an entry of a list, that begins with the text.
        case begins = "^"
        /// `in`: text, or an entry of a list, that is the place or lies in it, see ``PlacePath``.
        case inside = "in"
        /// `~ /…/`: text, or an entry of a list, in which the `Pattern` is found.
        case matches = "matches"

        /// Those that go by the order of values.
        package static let orders: [Comparison] = [.equal, .less, .lessOrEqual, .greater, .greaterOrEqual]

        /// Whether it goes by the order of values, rather than by what a text holds.
        package var isOrder: Bool {
            switch self {
            case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
            case .contains, .begins, .inside, .matches: false
            }
        }

        /// Whether values that stand so to each other fulfill it.
        package func holds(_ order: Order) -> Bool {
            switch self {
            case .contains, .begins, .inside, .matches: false
            case .equal: order == .same
            case .less: order == .ascending
            case .lessOrEqual: order != .descending
            case .greater: order == .descending
            case .greaterOrEqual: order != .ascending
            }
        }

        /// The same with the sides exchanged.
        var reversed: Comparison {
            switch self {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            case .equal, .contains, .begins, .inside, .matches: self
            }
        }
    }

    /// Whether an item fulfills it.
    public func matches(_ item: Item) -> Bool { test(item) }

    /// The fields that it looks at.
    package var fields: Set<FieldKey> {
        switch self {
        case .compare(let key, _, _), .isSet(let key): [key]
        case .calculate(let left, _, let right): Set(left.fields + right.fields)
        case .all(let filters), .any(let filters): filters.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let filter): filter.fields
        }
    }
}
