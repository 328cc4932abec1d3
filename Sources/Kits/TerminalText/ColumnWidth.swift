extension Character {
    /// The number of terminal columns that this grapheme cluster occupies: 0, 1 or 2.
    ///
    /// The widths of its scalars are added, and the sum is limited to two. This is correct for flags, emoji ZWJ
    /// sequences, skin tones, Hangul and Indic conjuncts. Variation selector 16 makes an emoji two columns wide, and
    /// variation selector 15 one. The width of control characters is 0; make them visible with
    /// ``Swift/String/visible(lineBreaks:)`` before you measure text.
    package var columnWidth: Int {
        var rest = unicodeScalars.makeIterator()
        guard var previous = rest.next() else { return 0 }
        var total = WidthTable.columns(of: previous.value)
        while let scalar = rest.next() {
            switch scalar.value {
            case 0xFE0F:
                if previous.properties.isEmoji { return 2 }
            case 0xFE0E:
                if previous.properties.isEmojiPresentation { total -= 1 }
            default:
                total += WidthTable.columns(of: scalar.value)
            }
            previous = scalar
        }
        return Swift.min(total, 2)
    }

    /// Whether terminals disagree about this cluster's width. A caller that draws at fixed positions must reposition
    /// the cursor after it.
    ///
    /// This is `true` for emoji, private-use characters, clusters of width 0, and all clusters of several scalars
    /// except a base with nonspacing marks. It is `false` for plain ASCII.
    package var isWidthDisputed: Bool {
        var rest = unicodeScalars.makeIterator()
        guard let base = rest.next() else { return false }
        if base.value < 0x80 {
            // Keycaps are the only emoji that begin with an ASCII character.
            return unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 || $0.value == 0x200D }
        }
        if base.properties.isEmoji && base.value > 0xFF || base.value >= 0x1F000 && base.value < 0x20000 {
            return true
        }
        switch base.properties.generalCategory {
        case .unassigned, .privateUse: return true
        default: break
        }
        if WidthTable.columns(of: base.value) == 0 { return true }
        while let mark = rest.next() {
            let isPlainMark =
                mark.properties.generalCategory == .nonspacingMark && !(0xFE00...0xFE0F).contains(mark.value)
            if !isPlainMark { return true }
        }
        return false
    }
}

extension String {
    /// The number of terminal columns that this text occupies on one line: the sum over its grapheme clusters.
    /// Control characters and line breaks have a width of 0.
    ///
    /// - Complexity: O(*n*)
    public var columnWidth: Int { self[...].columnWidth }
}

extension Substring {
    /// The number of terminal columns that this text occupies on one line: the sum over its grapheme clusters.
    /// Control characters and line breaks have a width of 0.
    ///
    /// - Complexity: O(*n*)
    package var columnWidth: Int {
        if let columns = utf8.withContiguousStorageIfAvailable(Self.columns(ofASCII:)) ?? nil {
            return columns
        }
        var total = 0
        for scalar in unicodeScalars {
            guard let columns = scalar.columnsOutsideClusters else {
                return reduce(0) { $0 + $1.columnWidth }
            }
            total += columns
        }
        return total
    }

    private static func columns(ofASCII bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        // The buffer is used only during this call. The standard library provides contiguous UTF-8 in this
        // form.
        var highest: UInt8 = 0
        var printable = 0
        for byte in bytes {
            highest |= byte
            printable += byte >= 0x20 && byte != 0x7F ? 1 : 0
        }
        return highest < 0x80 ? printable : nil
    }
}

extension Unicode.Scalar {
    /// The width of a scalar that never combines with similar ones, or `nil` if the width depends on its cluster.
    fileprivate var columnsOutsideClusters: Int? {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: 0
        case 0x20..<0x300, 0x370..<0x483, 0x48A..<0x530: 1
        case 0x2010..<0x2028, 0x2400..<0x2427, 0x2500..<0x25A0: 1
        case 0x3041..<0x3097, 0x30A0..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
        default: nil
        }
    }
}
