/// Reads and writes hexadecimal digits of fixed length for IDs and digests.
enum Hexadecimal {
    /// Parses ASCII digits in upper or lower case. Returns `nil` if a byte isn't a digit.
    static func number(_ digits: Span<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for index in digits.indices {
            guard let digit = value(of: digits[index]) else { return nil }
            number = number << 4 | digit
        }
        return number
    }

    /// Appends the lowest digits of a number, in lower case.
    static func append(_ number: UInt64, digits count: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        var digits = bytes.mutableSpan
        var rest = number
        for index in (start..<start + count).reversed() {
            let digit = UInt8(truncatingIfNeeded: rest & 0xF)
            digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest >>= 4
        }
    }

    private static func value(of byte: UInt8) -> UInt64? {
        guard byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 else { return nil }
        // In ASCII, the low four bits of A and a are 1.
        return UInt64(byte & 0xF) + (byte > UInt8(ascii: "9") ? 9 : 0)
    }
}
