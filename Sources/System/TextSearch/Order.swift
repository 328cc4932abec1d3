/// The order of two values.
package enum Order: Int, Hashable, Sendable {
    /// The first comes first.
    case ascending = -1
    /// Neither comes first.
    case same = 0
    /// The second comes first.
    case descending = 1

    /// Compares two values.
    @inlinable
    package init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .ascending : right < left ? .descending : .same
    }

    /// The order of the second value to the first.
    package var reversed: Order { Order(rawValue: -rawValue) ?? .same }
}
