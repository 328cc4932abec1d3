/// A condition on items: `value >= 50 and location = "Attic"`.
///
/// Text compares without regard to case and accents. A comparison with a field that is not set does not hold, so
/// `not (location = "Attic")` selects items without a location too.
public indirect enum Filter: Hashable, Sendable {
    /// A field's value compared with a constant.
    case compare(FieldKey, Comparison, FieldValue)
    /// Whether a field is set. A flag always is.
    case isSet(FieldKey)
    /// All of them hold.
    case all([Filter])
    /// At least one of them holds.
    case any([Filter])
    /// It does not hold.
    case not(Filter)

    /// How a value is compared.
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// `=`: the same. A list: one of its entries is.
        case equal = "="
        /// `<`.
        case less = "<"
        /// `<=`.
        case lessOrEqual = "<="
        /// `>`.
        case greater = ">"
        /// `>=`.
        case greaterOrEqual = ">="
        /// `~`: text, or an entry of a list, that holds the text.
        case contains = "~"
        /// `^`: text, or an entry of a list, that begins with the text.
        case begins = "^"
    }

    /// Whether an item fulfills it.
    public func matches(_ item: Item) -> Bool { test(item) }

    /// ``matches(_:)`` for many items: what is the same for all of them is looked up once.
    public var test: @Sendable (Item) -> Bool {
        switch self {
        case .compare(let field, let comparison, let constant):
            return Filter.test(field, comparison, constant)
        case .isSet(let field): return { $0.value(for: field) != nil }
        case .all(let filters):
            let tests = filters.map(\.test)
            return { item in tests.allSatisfy { $0(item) } }
        case .any(let filters):
            let tests = filters.map(\.test)
            return { item in tests.contains { $0(item) } }
        case .not(let filter):
            let test = filter.test
            return { !test($0) }
        }
    }

    private static func test(
        _ field: FieldKey, _ comparison: Comparison, _ constant: FieldValue
    ) -> @Sendable (Item) -> Bool {
        switch (Field.with(key: field)?.access, comparison, constant) {
        case (.text(let get, _), .contains, .text(let part)):
            let word = SearchWord(part)
            return { get($0).map { word.isFound(in: $0) } ?? false }
        case (.integer(let get, _), let comparison, .integer(let number)) where !comparison.isTextual:
            return { get($0).map { comparison.holds(Order($0, number)) } ?? false }
        default:
            return { item in item.value(for: field).map { comparison.holds($0, constant) } ?? false }
        }
    }
}

extension Filter.Comparison {
    /// Whether `value` stands so to `constant`. A list holds when one of its entries does; values that can't be
    /// compared never do.
    public func holds(_ value: FieldValue, _ constant: FieldValue) -> Bool {
        if case .list(let entries) = value { return entries.contains { holds(.text($0), constant) } }
        switch self {
        case .contains, .begins:
            guard case .text(let part) = constant, case .text(let text) = value else { return false }
            let word = SearchWord(part)
            return self == .contains ? word.isFound(in: text) : word.isPrefix(of: text)
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return value.isComparable(with: constant) && holds(FieldValue.order(value, constant))
        }
    }

    /// Whether it looks into texts rather than at an order.
    fileprivate var isTextual: Bool { self == .contains || self == .begins }

    /// Whether values that stand so to each other fulfill it.
    fileprivate func holds(_ order: Order) -> Bool {
        switch self {
        case .contains, .begins: false
        case .equal: order == .same
        case .less: order == .ascending
        case .lessOrEqual: order != .descending
        case .greater: order == .descending
        case .greaterOrEqual: order != .ascending
        }
    }
}

extension FieldValue {
    /// Whether an order between the two says anything: same type, or both numbers, or both points in time.
    func isComparable(with other: FieldValue) -> Bool {
        switch (self, other) {
        case (.integer, .decimal), (.decimal, .integer), (.moment, .day), (.day, .moment): true
        default: type == other.type
        }
    }
}
