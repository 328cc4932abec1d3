import Localization

/// Rules for text in items, and for quoting external text in messages.
package enum TextRules {
    /// Returns the first scalar in `text` that isn't valid in items, or `nil`: a control character (C0, DEL, C1), or
    /// one of two noncharacters that XML can't represent. `allowingLines` permits line feeds and tabs.
    package static func firstRefused(in text: String, allowingLines: Bool) -> Unicode.Scalar? {
        if !isSuspicious(text.utf8.span) { return nil }
        return text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x09, 0x0A: !allowingLines
            case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: true
            default: false
            }
        }
    }

    /// Returns whether a string contains a byte below 0x20, or 0x7F, 0xC2 or 0xEF. The UTF-8 form of each
    /// invalid scalar contains one of these; most strings contain none.
    private static func isSuspicious(_ text: Span<UInt8>) -> Bool {
        let bytes = text.bytes
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var index = 0
        while index + 8 <= text.count {
            // The bounds are checked. “Unsafe” refers only to the type, and all bit patterns are valid for UInt64.
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            let delete = word ^ (ones &* 0x7F)
            // Check eight bytes of printable ASCII at once, and others one by one.
            if (word | (word &- ones &* 0x20) | (delete &- ones)) & highs != 0 { break }
            index += 8
        }
        while index < text.count {
            let byte = text[index]
            if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xEF { return true }
            index += 1
        }
        return false
    }

    /// Returns the name of a scalar for messages: `U+0007`.
    package static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns text for a single line, with visible signs in place of line breaks and tabs.
    package static func onOneLine(_ text: String) -> String {
        String(text.map { $0 == "\n" ? "⏎" : $0 == "\t" ? "⇥" : $0 })
    }

    /// Returns external text for messages in the quotation marks of the person's language.
    package static func quoted(_ text: String) -> String { Language.current.quoted(visible(text)) }

    /// Returns external text for messages, with the names of control characters and at most 60 characters.
    package static func visible(_ text: String) -> String {
        var result = ""
        for character in text.prefix(61) {
            if result.count >= 60 { return result + "…" }
            if let scalar = firstRefused(in: String(character), allowingLines: false) {
                result += "<\(name(of: scalar))>"
            } else {
                result.append(character)
            }
        }
        return result
    }

    package static func isInteger(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        return !digits.isEmpty
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
