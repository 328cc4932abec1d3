package import TextSearch

/// A condition on items: `value >= 50 and location = "Attic"`.
///
/// Text comparisons ignore case and accents. Comparisons with empty fields are false, so `not (location = "Attic")`
/// also matches items without a location.
@nonexhaustive
public indirect enum Filter: Hashable, Sendable {
    /// Compares the value of a field with a constant.
    case compare(FieldKey, Comparison, FieldValue)
    /// Compares two calculations. The comparison is false if one of them has no value.
    case calculate(Calculation, Comparison, Calculation)
    /// Whether a field has a value. Flags always have one.
    case isSet(FieldKey)
    /// All conditions are true.
    case all([Filter])
    /// At least one condition is true.
    case any([Filter])
    /// The condition is false.
    case not(Filter)

    /// A comparison operator.
    @nonexhaustive
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// `=`: equal. For lists, an entry is equal; for moments, the moment is on the day.
        case equal = "="
        /// `<`. Moments are before the day.
        case less = "<"
        /// `<=`. Moments are on or before the day.
        case lessOrEqual = "<="
        /// `>`. Moments are after the day.
        case greater = ">"
        /// `>=`. Moments are on or after the day.
        case greaterOrEqual = ">="
        /// `~`: the text or a list entry contains the text.
        case contains = "~"
        /// `^`: the text or a list entry begins with the text.
        case begins = "^"
        /// `in`: the text or a list entry is the place or inside it (``PlacePath``).
        case inside = "in"
        /// `~ /…/`: the text or a list entry matches the `Pattern`.
        case matches = "matches"

        /// The operators based on the order of values.
        package static let orders: [Comparison] = [.equal, .less, .lessOrEqual, .greater, .greaterOrEqual]

        /// Whether the operator is based on the order of values instead of the content of text.
        package var isOrder: Bool {
            switch self {
            case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
            case .contains, .begins, .inside, .matches: false
            }
        }

        /// Returns whether the comparison is true for values with the given order.
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
    }

    /// Returns whether an item matches the filter.
    public func matches(_ item: Item) -> Bool { test(item) }

    /// The fields in the filter.
    package var fields: Set<FieldKey> {
        switch self {
        case .compare(let key, _, _), .isSet(let key): [key]
        case .calculate(let left, _, let right): Set(left.fields + right.fields)
        case .all(let filters), .any(let filters): filters.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let filter): filter.fields
        }
    }
}
