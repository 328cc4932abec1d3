import TerminalText

/// A cell as sixteen plain bytes: to compare, move and copy a screen touches no reference counts.
struct PackedCell: Hashable {
    /// The cluster in UTF-8, its first byte lowest, zeros behind. Zero for the second column of a wide cluster. A cluster
    /// of more than eight bytes leaves its beginning behind the byte 0xFF here; the buffer keeps it aside.
    let text: UInt64
    private var bits: UInt64

    private static let wide: UInt64 = 1 << 63

    static let blank = PackedCell(text: 0x20, look: Look(.plain))

    private init(text: UInt64, bits: UInt64) {
        self.text = text
        self.bits = bits
    }

    /// A cluster of one column, or with `isWide` of two.
    init(text: UInt64, isWide: Bool = false, look: Look) {
        self.init(text: text, bits: look.bits | (isWide ? Self.wide : 0))
    }

    /// The second column of a wide cluster.
    static func second(_ look: Look) -> PackedCell { PackedCell(text: 0, bits: look.bits) }

    /// How it looks.
    var look: Look {
        get { Look(bits: bits & ~Self.wide) }
        set { bits = bits & Self.wide | newValue.bits }
    }

    /// The columns it takes; 0 for the second column of a wide cluster.
    var width: Int { text == 0 ? 0 : isWide ? 2 : 1 }

    /// Whether it is the first of two columns.
    var isWide: Bool { bits & Self.wide != 0 }

    /// Whether the buffer keeps the cluster aside.
    var isLong: Bool { text & 0xFF == 0xFF }

    /// Whether it is a single letter of ASCII.
    var isASCII: Bool { text < 0x80 }

    /// A cluster as a cell keeps it.
    static func text(_ character: Character) -> UInt64 {
        var text: UInt64 = 0
        var shift: UInt64 = 0
        for byte in character.utf8 {
            if shift == 64 { return text << 8 | 0xFF }
            text |= UInt64(byte) << shift
            shift += 8
        }
        return text == 0 ? 0x20 : text
    }

    /// Adds the cluster of a cell that is not long to UTF-8; a blank for a second column.
    func append(to output: inout [UInt8]) {
        var rest = text == 0 ? 0x20 : text
        while rest != 0 {
            output.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The cluster of a cell that is not long; a blank for a second column.
    var character: Character {
        if isASCII { return Character(Unicode.Scalar(text == 0 ? 0x20 : UInt8(text))) }
        var bytes: [UInt8] = []
        append(to: &bytes)
        return Character(String(decoding: bytes, as: UTF8.self))
    }
}

/// A style in one word: twenty-six bits for each color, eight for what is on.
struct Look: Hashable {
    fileprivate let bits: UInt64

    private static let color: UInt64 = 1 << 26 - 1
    private static let attributes: UInt64 = 0xFF << 52

    fileprivate init(bits: UInt64) { self.bits = bits }

    init(_ style: Style) {
        bits =
            Self.word(style.foreground) | Self.word(style.background) << 26
            | UInt64(style.attributes.rawValue) << 52
    }

    /// The same in the terms of a caller.
    var style: Style {
        Style(
            Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)),
            foreground: Self.color(bits & Self.color), background: Self.color(bits >> 26 & Self.color))
    }

    /// This one laid over another: its colors where it has any, what is on in both.
    func over(_ below: Look) -> Look { Look(bits: onColors(of: below).bits | below.bits & Self.attributes) }

    /// This one, in the colors of another where it has none itself.
    func onColors(of below: Look) -> Look {
        let foreground = bits & Self.color == 0 ? below.bits & Self.color : 0
        let background = bits & Self.color << 26 == 0 ? below.bits & Self.color << 26 : 0
        return Look(bits: bits | foreground | background)
    }

    /// This one, with what is on in another as far as `attributes` go.
    func adding(_ attributes: Style.Attributes, of other: Look) -> Look {
        Look(bits: bits | other.bits & UInt64(attributes.rawValue) << 52)
    }

    private static func word(_ color: Color) -> UInt64 {
        switch color {
        case .standard: 0
        case .ansi(let color): 1 << 24 | UInt64(color.rawValue)
        case .palette(let index): 2 << 24 | UInt64(index)
        case .rgb(let red, let green, let blue):
            3 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
        }
    }

    private static func color(_ word: UInt64) -> Color {
        let low = UInt8(truncatingIfNeeded: word)
        return switch word >> 24 {
        case 1: ANSIColor(rawValue: low).map(Color.ansi) ?? .standard
        case 2: .palette(low)
        case 3: .rgb(UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8), low)
        default: .standard
        }
    }
}
