import TerminalText

/// A cell in sixteen bytes without references, so that comparing, moving and copying cells needs no reference
/// counting.
struct PackedCell: Hashable {
    /// The cluster in UTF-8, starting at the lowest byte, followed by zeros. Zero for the second column of a wide
    /// cluster. For a cluster of more than eight bytes, the lowest byte is 0xFF and the buffer stores the whole
    /// cluster.
    let text: UInt64
    private var bits: UInt64

    private static let wide: UInt64 = 1 << 63

    static let blank = PackedCell(text: 0x20, look: Look(.plain))

    private init(text: UInt64, bits: UInt64) {
        self.text = text
        self.bits = bits
    }

    /// Creates a cell for a cluster that is one column wide, or two with `isWide`.
    init(text: UInt64, isWide: Bool = false, look: Look) {
        self.init(text: text, bits: look.bits | (isWide ? Self.wide : 0))
    }

    /// The second column of a wide cluster.
    static func second(_ look: Look) -> PackedCell { PackedCell(text: 0, bits: look.bits) }

    var look: Look {
        get { Look(bits: bits & ~Self.wide) }
        set { bits = bits & Self.wide | newValue.bits }
    }

    /// The width in columns, or 0 for the second column of a wide cluster.
    var width: Int { text == 0 ? 0 : isWide ? 2 : 1 }

    /// Whether it is the first column of a wide cluster.
    var isWide: Bool { bits & Self.wide != 0 }

    /// Whether the buffer stores the cluster.
    var isLong: Bool { text & 0xFF == 0xFF }

    /// Whether the cluster is an ASCII character.
    var isASCII: Bool { text < 0x80 }

    /// Returns the packed form of a cluster.
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

    /// Appends the cluster in UTF-8, or a space for the second column of a wide one. The cluster must not be long.
    func append(to output: inout [UInt8]) {
        var rest = text == 0 ? 0x20 : text
        while rest != 0 {
            output.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The cluster, or a space for the second column of a wide one. The cluster must not be long.
    var character: Character {
        if isASCII { return Character(Unicode.Scalar(text == 0 ? 0x20 : UInt8(text))) }
        var bytes: [UInt8] = []
        append(to: &bytes)
        return Character(String(decoding: bytes, as: UTF8.self))
    }
}

/// A style in 64 bits: 26 for each color, and eight for attributes.
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

    /// The unpacked style.
    var style: Style {
        Style(
            Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)),
            foreground: Self.color(bits & Self.color), background: Self.color(bits >> 26 & Self.color))
    }

    /// Returns this style applied over another one: the colors of this one where set, and the attributes of both.
    func over(_ below: Look) -> Look { Look(bits: onColors(of: below).bits | below.bits & Self.attributes) }

    /// Returns this style with the colors of another one where this one sets none.
    func onColors(of below: Look) -> Look {
        let foreground = bits & Self.color == 0 ? below.bits & Self.color : 0
        let background = bits & Self.color << 26 == 0 ? below.bits & Self.color << 26 : 0
        return Look(bits: bits | foreground | background)
    }

    /// Returns this style with those of `attributes` that another one has.
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
