/// The order of two values.
package enum Order: Int, Hashable, Sendable {
    /// The first value precedes the second.
    case ascending = -1
    /// Neither value precedes the other.
    case same = 0
    /// The second value precedes the first.
    case descending = 1

    /// Compares two values.
    @inlinable
    package init<Value: Comparable>(_ left: Value, _ right: Value) {
        self = left < right ? .ascending : right < left ? .descending : .same
    }

    /// The order of the second value to the first.
    package var reversed: Order { Order(rawValue: -rawValue) ?? .same }
}
