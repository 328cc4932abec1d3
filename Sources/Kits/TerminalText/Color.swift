/// A color of text or of its background.
@nonexhaustive
public enum Color: Sendable, Hashable {
    /// The default color of the terminal. The user has chosen it, so it is legible.
    case standard
    /// One of the sixteen colors that users can configure in their terminal.
    case ansi(ANSIColor)
    /// One of 256 colors: the sixteen ANSI colors, a color cube of 216, and 24 grays.
    case palette(UInt8)
    /// A color with red, green and blue components.
    case rgb(UInt8, UInt8, UInt8)

    /// Returns the most similar color at the given level, or ``standard`` if the level has no colors.
    package func converted(to level: ColorLevel) -> Color {
        switch (self, level) {
        case (.standard, _), (_, .none), (_, .monochrome): .standard
        case (_, .trueColor), (.ansi, _), (.palette, .ansi256): self
        case (.palette(let index), .ansi16): .ansi(Palette.nearestANSI(to: Palette.rgb(of: index)))
        case (.rgb(let red, let green, let blue), .ansi16):
            .ansi(Palette.nearestANSI(to: RGB(red: red, green: green, blue: blue)))
        case (.rgb(let red, let green, let blue), .ansi256):
            .palette(Palette.nearestIndex(to: RGB(red: red, green: green, blue: blue)))
        }
    }
}

/// The sixteen colors of every color terminal, in the order of their codes.
public enum ANSIColor: UInt8, Sendable, Hashable, CaseIterable {
    /// The eight normal colors.
    case black, red, green, yellow, blue, magenta, cyan, white
    /// The eight bright colors.
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}

struct RGB {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    func distance(to other: RGB) -> Int {
        let red = Int(red) - Int(other.red)
        let green = Int(green) - Int(other.green)
        let blue = Int(blue) - Int(other.blue)
        // The weights approximate the eye's sensitivity to the three components.
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}

/// The RGB values of xterm's 256 colors.
enum Palette {
    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    private static let sixteen: [RGB] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { (hex: UInt32) in
        RGB(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
    }

    static func rgb(of index: UInt8) -> RGB {
        switch index {
        case 0..<16:
            return sixteen[Int(index)]
        case 16..<232:
            let place = Int(index) - 16
            return RGB(
                red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
        default:
            let gray = 8 + (index - 232) * 10
            return RGB(red: gray, green: gray, blue: gray)
        }
    }

    static func nearestIndex(to color: RGB) -> UInt8 {
        let candidates = UInt8(16)...255
        return candidates.min { color.distance(to: rgb(of: $0)) < color.distance(to: rgb(of: $1)) } ?? 16
    }

    static func nearestANSI(to color: RGB) -> ANSIColor {
        ANSIColor.allCases.min {
            color.distance(to: sixteen[Int($0.rawValue)]) < color.distance(to: sixteen[Int($1.rawValue)])
        } ?? .white
    }
}
