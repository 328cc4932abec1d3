extension Character {
    /// The columns this grapheme cluster takes on a terminal: 0, 1 or 2.
    ///
    /// The columns of its scalars are added and capped at two, which fits flags, emoji joined by ZWJ, skin
    /// tones, Hangul and the conjuncts of Indic scripts. Variation selector 16 makes an emoji two columns
    /// wide, variation selector 15 makes it one. A control character counts none: show it with
    /// ``Swift/String/visible(lineBreaks:)`` before measuring.
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

    /// Whether terminals in use disagree on this cluster's columns, so that a caller that draws at fixed places
    /// has to place the cursor anew after it.
    ///
    /// True for emoji, private use, anything of no columns, and every cluster of several scalars but a base
    /// with plain nonspacing marks. Never true for ASCII alone.
    package var isWidthDisputed: Bool {
        var rest = unicodeScalars.makeIterator()
        guard let base = rest.next() else { return false }
        if base.value < 0x80 {
            // A keycap is the one emoji that begins in ASCII.
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
    /// The columns this text takes on one line of a terminal, added up by grapheme cluster.
    ///
    /// ASCII costs one pass over the bytes. Control characters and line breaks count none.
    public var columnWidth: Int { self[...].columnWidth }
}

extension Substring {
    /// The columns this text takes on one line of a terminal, added up by grapheme cluster.
    ///
    /// ASCII costs one pass over the bytes. Control characters and line breaks count none.
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
        // Borrowed for this loop alone, in the shape the standard library lends contiguous text.
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
    /// The columns of a scalar that joins no other one of its kind, or nil when clusters have to be looked
    /// at.
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
