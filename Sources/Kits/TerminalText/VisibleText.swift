/// The handling of line breaks when text is made visible.
public enum LineBreaks: Sendable, Hashable {
    /// Shows line breaks like other control characters, so that the text is one line.
    case shown
    /// Keeps a line feed, and replaces a carriage return and line feed with a line feed.
    case kept
}

extension String {
    /// Returns this text with all characters that a terminal would interpret or hide made visible. All text from data
    /// must be filtered this way before it is written to a terminal.
    ///
    /// Control characters are replaced with their pictures, such as `␛` for escape. C1 controls, bidirectional
    /// controls, line and paragraph separators, and invisible format characters are replaced with their code points,
    /// such as `<U+202E>`. Joiners are kept within emoji and between characters of scripts that need them, as are
    /// variation selectors and flag tags. A combining mark at the beginning is placed on a dotted circle, so that it
    /// doesn't combine with preceding output. All other characters are kept. The function is idempotent.
    public func visible(lineBreaks: LineBreaks = .shown) -> String {
        let needsNothing = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        return needsNothing ? self : VisibleText.filter(self, lineBreaks: lineBreaks)
    }
}

/// The implementation of ``Swift/String/visible(lineBreaks:)`` for text other than plain ASCII.
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

    /// Returns whether a joiner next to this scalar can have an effect. This is the case in emoji and in scripts from
    /// Hebrew on, but not in Latin, Greek or Cyrillic.
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
