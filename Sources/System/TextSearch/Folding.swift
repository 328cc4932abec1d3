/// Folds text to ignore case, accents and other combining marks in searches, sorting and filters. All stores use this
/// definition, regardless of their database.
///
/// The folded form is the canonical decomposition with full case folding, without general combining marks, and with
/// plain letters instead of a few letters with strokes and ligatures (`ø`, `ł`, `æ`, `ß`). Texts are ordered by the
/// scalars of their folded forms.
public enum Folding {
    /// Returns the folded form of a text.
    public static func fold(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        appendFolded(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the folded form in UTF-8.
    package static func appendFolded(_ text: String, to bytes: inout [UInt8]) {
        let span = text.utf8.span
        for index in span.indices {
            if span[index] >= 0x80 {
                bytes.removeLast(index)  // All previous characters are ASCII, one byte each.
                appendFoldedScalars(of: text, to: &bytes)
                return
            }
            bytes.append(lowercased(span[index]))
        }
    }

    /// Compares two texts by their folded forms.
    package static func order(_ left: String, _ right: String) -> Order {
        let leftSpan = left.utf8.span
        let rightSpan = right.utf8.span
        var index = 0
        while index < leftSpan.count, index < rightSpan.count {
            let (leftByte, rightByte) = (leftSpan[index], rightSpan[index])
            if leftByte | rightByte >= 0x80 { return orderFolded(left, right) }
            let (leftLetter, rightLetter) = (lowercased(leftByte), lowercased(rightByte))
            if leftLetter != rightLetter {
                // Combining marks are removed by folding, so a following mark can't change the result.
                return leftLetter < rightLetter ? .ascending : .descending
            }
            index += 1
        }
        if index < leftSpan.count, !isASCII(leftSpan, from: index) { return orderFolded(left, right) }
        if index < rightSpan.count, !isASCII(rightSpan, from: index) { return orderFolded(left, right) }
        return Order(leftSpan.count, rightSpan.count)
    }

    /// Returns whether two texts have the same folded form.
    package static func same(_ left: String, _ right: String) -> Bool { order(left, right) == .same }

    private static func orderFolded(_ left: String, _ right: String) -> Order {
        var (leftBytes, rightBytes): ([UInt8], [UInt8]) = ([], [])
        appendFolded(left, to: &leftBytes)
        appendFolded(right, to: &rightBytes)
        return leftBytes.lexicographicallyPrecedes(rightBytes)
            ? .ascending : leftBytes == rightBytes ? .same : .descending
    }

    private static func isASCII(_ span: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<span.count where span[index] >= 0x80 { return false }
        return true
    }

    @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func appendFoldedScalars(of text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x80: bytes.append(lowercased(UInt8(truncatingIfNeeded: scalar.value)))
            case 0x345: bytes.append(contentsOf: "ι".utf8)  // The only mark that folds to a letter.
            case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: break
            case 0xAC00...0xD7A3: appendSyllable(scalar.value - 0xAC00, to: &bytes)
            default:
                if let folded = folded[scalar] {
                    bytes.append(contentsOf: folded)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
    }

    /// Appends the letters of a Hangul syllable as defined by the Unicode standard.
    private static func appendSyllable(_ index: UInt32, to bytes: inout [UInt8]) {
        let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        for letter in letters where letter != 0x11A7 {
            if let scalar = Unicode.Scalar(letter), let code = UTF8.encode(scalar) {
                bytes.append(contentsOf: code)
            }
        }
    }

    /// Returns the single scalar to which a scalar folds, or `nil` if it doesn't change or becomes several.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII {
            let lowercased = Unicode.Scalar(lowercased(UInt8(truncatingIfNeeded: scalar.value)))
            return lowercased == scalar ? nil : lowercased
        }
        guard let bytes = folded[scalar] else { return scalar.value == 0x345 ? "ι" : nil }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    private static let folded: [Unicode.Scalar: [UInt8]] = {
        var table: [Unicode.Scalar: [UInt8]] = [:]
        for group in FoldingTable.groups.unicodeScalars.split(separator: " ") {
            // The result may begin with the separator, so search from the second scalar.
            guard let separator = group.dropFirst().firstIndex(of: "=") else { continue }
            let result = Array(String(group[..<separator]).utf8)
            for scalar in group[separator...].dropFirst() { table[scalar] = result }
        }
        return table
    }()
}
