/// A statement or part of one. Interpolated values are bound and never become part of the text. Other parts can be
/// interpolated, too. Names and trusted numbers are interpolated with labels.
///
/// ```swift
/// let condition: SQL = "\(name: "value") >= \(.integer(50))"
/// let statement: SQL = "SELECT id FROM items WHERE \(condition) ORDER BY place"
/// ```
public struct SQL: Hashable, Sendable {
    /// The text, with placeholders `$1`, `$2` and so on for the values.
    public private(set) var text = ""
    /// The values to bind, in the order of their placeholders.
    public private(set) var values: [SQLValue] = []
    /// The byte offset of each placeholder's number in the text.
    private var places: [Int] = []

    /// Creates an empty statement.
    init() {}

    /// Creates a statement from trusted text.
    package init(text: String) { self.text = text }

    /// Creates a complete statement from text with placeholders and their values.
    init(text: String, values: [SQLValue]) {
        self.text = text
        self.values = values
    }

    /// Creates a quoted name.
    package init(name: String) { text = "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Appends trusted text.
    mutating func append(text: String) { self.text += text }

    /// Appends a placeholder and its value.
    mutating func append(_ value: SQLValue) {
        values.append(value)
        text += "$"
        places.append(text.utf8.count)
        text += String(values.count)
    }

    /// Appends another part, and renumbers its placeholders.
    mutating func append(_ other: SQL) {
        if other.values.isEmpty { return append(text: other.text) }
        let bytes = Array(other.text.utf8)
        var start = 0
        for (index, place) in other.places.enumerated() {
            text += String(decoding: bytes[start..<place - 1], as: UTF8.self)
            append(other.values[index])
            start = place + String(index + 1).utf8.count
        }
        text += String(decoding: bytes[start...], as: UTF8.self)
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// The interpolation of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var sql = SQL()

        /// Creates an interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends text.
        public mutating func appendLiteral(_ literal: String) { sql.append(text: literal) }

        /// Appends a value to bind.
        public mutating func appendInterpolation(_ value: SQLValue) { sql.append(value) }

        /// Appends another part.
        public mutating func appendInterpolation(_ other: SQL) { sql.append(other) }

        /// Appends a quoted name.
        public mutating func appendInterpolation(name: String) { sql.append(SQL(name: name)) }

        /// Appends a number as text.
        public mutating func appendInterpolation(number: some BinaryInteger) { sql.append(text: "\(number)") }
    }

    /// Creates a statement from an interpolated literal.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    /// Creates a statement from a literal.
    public init(stringLiteral value: String) { self.init(text: value) }
}

extension Sequence<SQL> {
    /// Joins all parts with a separator.
    package func joined(separator: String) -> SQL {
        var result = SQL()
        for (index, part) in enumerated() {
            if index > 0 { result.append(text: separator) }
            result.append(part)
        }
        return result
    }
}
