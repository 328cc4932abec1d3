/// A statement, or a part of one. What stands in an interpolation is a value that is bound, never text of the
/// statement; other parts and names are put in by their labels.
///
/// ```swift
/// let condition: SQL = "\(name: "value") >= \(.integer(50))"
/// let statement: SQL = "SELECT id FROM items WHERE \(condition) ORDER BY place"
/// ```
public struct SQL: Hashable, Sendable {
    /// The text, with `$1`, `$2` and so on in the places of the values.
    public private(set) var text = ""
    /// The values to bind, in the order of their places.
    public private(set) var values: [SQLValue] = []
    /// Where in the text, in bytes, each value's number follows its dollar sign.
    private var places: [Int] = []

    /// Nothing.
    init() {}

    /// Text of a statement, which must not come from outside.
    package init(text: String) { self.text = text }

    /// A whole statement with its values; the text has their numbers already.
    init(text: String, values: [SQLValue]) {
        self.text = text
        self.values = values
    }

    /// A name in quotes.
    package init(name: String) { text = "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Appends text that must not come from outside.
    mutating func append(text: String) { self.text += text }

    /// Appends a value to bind.
    mutating func append(_ value: SQLValue) {
        values.append(value)
        text += "$"
        places.append(text.utf8.count)
        text += String(values.count)
    }

    /// Appends another part; its values come after those that are here.
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
    /// Takes the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var sql = SQL()

        /// A literal of about this size.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Text of the statement.
        public mutating func appendLiteral(_ literal: String) { sql.append(text: literal) }

        /// A value to bind.
        public mutating func appendInterpolation(_ value: SQLValue) { sql.append(value) }

        /// Another part.
        public mutating func appendInterpolation(_ other: SQL) { sql.append(other) }

        /// A name in quotes.
        public mutating func appendInterpolation(name: String) { sql.append(SQL(name: name)) }

        /// A number that belongs to the statement.
        public mutating func appendInterpolation(number: some BinaryInteger) { sql.append(text: "\(number)") }
    }

    /// A statement of parts.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    /// Text of a statement.
    public init(stringLiteral value: String) { self.init(text: value) }
}

extension Sequence<SQL> {
    /// All parts, with a separator between them.
    package func joined(separator: String) -> SQL {
        var result = SQL()
        for (index, part) in enumerated() {
            if index > 0 { result.append(text: separator) }
            result.append(part)
        }
        return result
    }
}
