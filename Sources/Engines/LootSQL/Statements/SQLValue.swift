/// What a column holds, or a statement binds.
@nonexhaustive
public enum SQLValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// Yes or no.
    case flag(Bool)
    /// Text without the null character.
    case text(String)
    /// Bytes.
    case bytes([UInt8])

    /// Text, or nothing.
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

    /// A whole number, or nothing.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

    /// Whether both are the same to the byte. (`==` holds texts equal that Unicode calls canonically equivalent.)
    func isIdentical(to other: SQLValue) -> Bool {
        if case .text(let left) = self, case .text(let right) = other {
            return left.utf8.elementsEqual(right.utf8)
        }
        return self == other
    }
}
