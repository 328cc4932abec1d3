/// Numbers of property lists as digits that JSON could write: a whole number has neither point nor exponent, a real
/// has one, unless it is whole and too large for 64 bits.
enum PropertyListNumber {
    /// The digits of a whole number, decimal or hexadecimal, that fits 64 bits with or without a sign.
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

    /// The digits of a real, as they were written if JSON could have written them so.
    static func real(_ text: String) -> String? {
        guard let number = Double(text) else { return nil }
        if let kind = kind(of: text) { return kind == .whole ? text + ".0" : text }
        return number.isFinite ? String(number) : nil
    }

    /// Whether digits have a point or an exponent.
    static func isFraction(_ digits: String) -> Bool {
        digits.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }

    /// What an element has to hold a number with these digits.
    enum Kind {
        /// An integer of 64 bits, with or without a sign.
        case whole
        /// Anything else.
        case real
    }

    /// How digits are to be written; nil if they are not a number as JSON writes it.
    static func kind(of digits: String) -> Kind? {
        let bytes = Array(digits.utf8)
        var scanner = JSONScanner(allowsComments: false)
        guard let number = try? scanner.number(bytes.span), number.end == bytes.count else { return nil }
        let fits = Int64(digits) != nil || UInt64(digits) != nil
        return number.isInteger && fits && digits != "-0" ? .whole : .real
    }
}
