/// A value in a column or bound to a statement.
@nonexhaustive
public enum SQLValue: Hashable, Sendable {
    /// Null.
    case null
    /// An integer.
    case integer(Int64)
    /// A Boolean.
    case flag(Bool)
    /// Text without null characters.
    case text(String)
    /// Bytes.
    case bytes([UInt8])

    /// Creates a text value, or null.
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

    /// Creates an integer value, or null.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

    /// Whether both values have the same bytes. In contrast, `==` considers canonically equivalent strings
    /// equal.
    func isIdentical(to other: SQLValue) -> Bool {
        if case .text(let left) = self, case .text(let right) = other {
            return left.utf8.elementsEqual(right.utf8)
        }
        return self == other
    }
}
