/// What becomes of line breaks when text is made visible.
public enum LineBreaks: Sendable, Hashable {
    /// They are shown like every other control character, so that the text is one line.
    case shown
    /// A line feed, or a carriage return with its line feed, stays as one line feed.
    case kept
}

extension String {
    /// This text with everything shown that a terminal would obey or hide: the filter that all text from
    /// data passes on its way to a terminal.
    ///
    /// Control characters become their pictures (`␛` for escape), all else its code point: C1 controls,
    /// bidirectional controls, line and paragraph separators, invisible format characters, as in `<U+202E>`.
    /// Joiners stay between characters of scripts that need them and inside emoji, as do variation selectors
    /// and the tags of flags. A mark that begins the text, and would sit on whatever stands before, gets a
    /// dotted circle to sit on. What is visible stays as it is, and filtering twice changes nothing.
    public func visible(lineBreaks: LineBreaks = .shown) -> String {
        let needsNothing = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        return needsNothing ? self : VisibleText.filter(self, lineBreaks: lineBreaks)
    }
}

/// The work behind ``Swift/String/visible(lineBreaks:)``, for text that is not plain ASCII.
private enum VisibleText {
    static func filter(_ text: String, lineBreaks: LineBreaks) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        let scalars = text.unicodeScalars
        var previous: Unicode.Scalar?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            let next = index < scalars.endIndex ? scalars[index] : nil
            if lineBreaks == .kept && scalar == "\r" && next == "\n" { continue }
            if lineBreaks == .kept && scalar == "\n" {
                result.unicodeScalars.append("\n")
                previous = nil
            } else if isShown(scalar, after: previous, before: next) {
                result += picture(of: scalar)
                previous = ">"
            } else {
                if previous == nil && WidthTable.columns(of: scalar.value) == 0 {
                    result.unicodeScalars.append("\u{25CC}")
                }
                result.unicodeScalars.append(scalar)
                previous = scalar
            }
        }
        return result
    }

    private static func isShown(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x61C: false
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028..<0x202F: true
        case 0x2060..<0x2070, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0..<0xFFFC: true
        case 0x1BCA0..<0x1BCA4, 0x1D173..<0x1D17B: true
        case 0x200C, 0x200D: !(joins(previous) && joins(next))
        case 0xE0020..<0xE0080: !carriesTags(previous)
        case 0xE0000..<0xE0100, 0xE01F0..<0xE1000: true
        default: false
        }
    }

    /// Whether a joiner beside this scalar can have a meaning: it has in emoji and from Hebrew on, but not in
    /// Latin, Greek or Cyrillic, where it would only hide.
    private static func joins(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.value >= 0x590 && !isShown(scalar, after: nil, before: nil)
    }

    private static func carriesTags(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.value == 0x1F3F4 || (0xE0020..<0xE007F).contains(scalar.value)
    }

    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20:
            if let picture = Unicode.Scalar(0x2400 + scalar.value) { return String(Character(picture)) }
        case 0x7F:
            return "\u{2421}"
        default:
            break
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits + ">"
    }
}
