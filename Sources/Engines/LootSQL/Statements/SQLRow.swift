/// A row of a result. Columns are counted from 0. It is valid until the next row is read. Reading a column as another
/// type results in `nil`.
public struct SQLRow {
    /// A column's value as the database library returns it. Strings and bytes point to the library's memory,
    /// because a span can't be returned from a C pointer.
    public enum Cell {
        /// Null.
        case null
        /// An integer. Booleans are 0 or 1.
        case integer(Int64)
        /// Text, or the text form of another value: digits, `t` and `f`, or `\x` followed by hexadecimal digits.
        case text(UnsafeBufferPointer<UInt8>)
        /// Bytes.
        case bytes(UnsafeBufferPointer<UInt8>)
    }

    /// The values of all columns.
    let cells: [Cell]

    /// Creates a row. The pointers must be valid until the next row is read.
    public init(_ cells: [Cell]) { self.cells = cells }

    subscript(column: Int) -> Cell { cells[column] }

    func isNull(_ column: Int) -> Bool { self[column].isNull }
    /// Returns the integer in a column.
    package func integer(_ column: Int) -> Int64? { self[column].integer }
    func flag(_ column: Int) -> Bool? { self[column].flag }
    /// Returns the text in a column.
    package func text(_ column: Int) -> String? { self[column].text }
    func bytes(_ column: Int) -> [UInt8]? { self[column].bytes }
}

extension SQLRow.Cell {
    /// Whether the value is null.
    @inlinable
    package var isNull: Bool { if case .null = self { true } else { false } }

    var integer: Int64? {
        switch self {
        case .integer(let number): return number
        case .text(let digits):
            guard digits.count < 19 else { return text.flatMap { Int64($0) } }
            let isNegative = digits.first == UInt8(ascii: "-")
            var index = isNegative ? 1 : 0
            guard digits.count > index else { return nil }
            var number: Int64 = 0  // So few digits can't overflow.
            while index < digits.count {
                let digit = digits[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                number = number &* 10 &+ Int64(digit)
                index += 1
            }
            return isNegative ? -number : number
        case .null, .bytes: return nil
        }
    }

    var flag: Bool? {
        switch self {
        case .integer(let number): number != 0
        case .text(let text): text.first == UInt8(ascii: "t")
        case .null, .bytes: nil
        }
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes, decoded from hexadecimal digits if necessary.
    var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): return Array(bytes)
        case .text(let text):
            guard text.starts(with: "\\x".utf8), text.count % 2 == 0 else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 2)
            for index in stride(from: 2, to: text.count, by: 2) {
                guard let high = Self.hexDigit(text[index]), let low = Self.hexDigit(text[index + 1]) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            }
            return bytes
        case .null, .integer: return nil
        }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Passes the bytes of a string to `read` without copying them.
    func spelled<Value>(_ read: (Span<UInt8>) -> Value?) -> Value? {
        guard case .text(let text) = self else { return nil }
        return read(text.span)
    }
}
