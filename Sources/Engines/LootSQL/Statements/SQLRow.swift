/// One row of an answer, columns counted from 0; it can be read until the next row comes. A value of another type
/// than is asked for counts as nothing.
public struct SQLRow {
    /// What a database's library has in a column. Texts and bytes are pointers into its own memory, since a span can't
    /// be handed out by a function that C gives an address.
    public enum Cell {
        /// Nothing.
        case null
        /// A whole number; 0 and 1 for no and yes.
        case integer(Int64)
        /// Text, or another value as text: digits, `t` and `f`, bytes in hexadecimal digits behind `\x`.
        case text(UnsafeBufferPointer<UInt8>)
        /// Bytes.
        case bytes(UnsafeBufferPointer<UInt8>)
    }

    /// What there is in each column.
    let cells: [Cell]

    /// A row with these columns. The bytes of texts are the library's own, and stay until the next row comes.
    public init(_ cells: [Cell]) { self.cells = cells }

    subscript(column: Int) -> Cell { cells[column] }

    /// Whether the column holds nothing.
    func isNull(_ column: Int) -> Bool { self[column].isNull }
    /// The whole number in a column.
    package func integer(_ column: Int) -> Int64? { self[column].integer }
    /// The flag in a column.
    func flag(_ column: Int) -> Bool? { self[column].flag }
    /// The text in a column.
    package func text(_ column: Int) -> String? { self[column].text }
    /// The bytes in a column.
    func bytes(_ column: Int) -> [UInt8]? { self[column].bytes }
}

extension SQLRow.Cell {
    /// Whether there is nothing.
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
            var number: Int64 = 0  // fewer digits than fit
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

    /// The bytes themselves, or what their hexadecimal digits spell.
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

    /// What `read` makes of a text, without a copy of it.
    func spelled<Value>(_ read: (Span<UInt8>) -> Value?) -> Value? {
        guard case .text(let text) = self else { return nil }
        return read(text.span)
    }
}
