/// Converts numbers of property lists to JSON digits. Integers have neither a decimal point nor an exponent. Other
/// numbers have one, unless they are integral and too large for 64 bits.
enum PropertyListNumber {
    /// Returns the digits of a decimal or hexadecimal integer that fits in 64 bits, signed or unsigned.
    static func integer(_ text: String) -> String? {
        let isNegative = text.hasPrefix("-")
        var digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal { digits = digits.dropFirst(2) }
        guard digits.first?.isHexDigit == true,
            let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        if !isNegative { return String(magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return magnitude == 0 ? "0" : "-\(magnitude)"
    }

    /// Returns the digits of a floating-point number, unchanged if they are valid in JSON.
    static func real(_ text: String) -> String? {
        guard let number = Double(text) else { return nil }
        if let kind = kind(of: text) { return kind == .whole ? text + ".0" : text }
        return number.isFinite ? String(number) : nil
    }

    /// Whether the digits contain a decimal point or an exponent.
    static func isFraction(_ digits: String) -> Bool {
        digits.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }

    /// The kind of property-list element that can represent a number.
    enum Kind {
        /// An integer that fits in 64 bits, signed or unsigned.
        case whole
        /// Any other number.
        case real
    }

    /// Returns the element for the digits, or `nil` if they aren't a valid JSON number.
    static func kind(of digits: String) -> Kind? {
        let bytes = Array(digits.utf8)
        var scanner = JSONScanner(allowsComments: false)
        guard let number = try? scanner.number(bytes.span), number.end == bytes.count else { return nil }
        let fits = Int64(digits) != nil || UInt64(digits) != nil
        return number.isInteger && fits && digits != "-0" ? .whole : .real
    }
}
