/// The appearance of text: its colors and attributes.
public struct Style: Sendable, Hashable {
    /// A set of text attributes.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bit mask.
        public let rawValue: UInt8

        /// Creates a set from a bit mask.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold text.
        public static let bold = Attributes(rawValue: 1)
        /// Dimmed text.
        public static let dim = Attributes(rawValue: 2)
        /// Italic text.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined text.
        public static let underline = Attributes(rawValue: 8)
        /// Text with foreground and background colors exchanged.
        public static let inverse = Attributes(rawValue: 16)
        /// Struck-through text.
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// The color of the text.
    public var foreground: Color
    /// The color of the background.
    public var background: Color
    /// The attributes.
    public var attributes: Attributes

    /// Creates a style. By default, it has the terminal's colors and no attributes.
    public init(
        _ attributes: Attributes = [], foreground: Color = .standard, background: Color = .standard
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// A style with the terminal's default colors and no attributes.
    public static let plain = Style()

    /// Returns this style applied on top of `base`. The colors of this style take precedence unless they are standard,
    /// and the attributes of both styles are combined.
    public func over(_ base: Style) -> Style {
        Style(
            attributes.union(base.attributes),
            foreground: foreground == .standard ? base.foreground : foreground,
            background: background == .standard ? base.background : background)
    }

    /// Returns the part of this style that the given level supports.
    func converted(to level: ColorLevel) -> Style {
        if level == .none { return .plain }
        return Style(
            attributes, foreground: foreground.converted(to: level),
            background: background.converted(to: level))
    }

    /// Returns the shortest escape sequence that changes the terminal from `previous` to this style, or an empty
    /// string if they look the same.
    package func sequence(after previous: Style, colors level: ColorLevel) -> String {
        if self == previous || level == .none { return "" }
        let from = previous.converted(to: level)
        let to = converted(to: level)
        if from == to { return "" }
        if to == .plain { return "\u{1B}[m" }
        let change = to.codes(after: from)
        let afresh = "0" + to.codes(after: .plain)
        // Each code begins with a separator. Omit the separator of the first code.
        let shorter =
            from != .plain && afresh.utf8.count < change.utf8.count - 1 ? afresh[...] : change.dropFirst()
        return "\u{1B}[" + shorter + "m"
    }

    private func codes(after from: Style) -> String {
        var codes = ""
        let weights: Attributes = [.bold, .dim]
        var added = attributes.subtracting(from.attributes)
        let removed = from.attributes.subtracting(attributes)
        // One code resets both bold and dim, so the remaining one must be set again.
        if !removed.isDisjoint(with: weights) {
            codes += ";22"
            added.formUnion(attributes.intersection(weights))
        }
        if removed.contains(.italic) { codes += ";23" }
        if removed.contains(.underline) { codes += ";24" }
        if removed.contains(.inverse) { codes += ";27" }
        if removed.contains(.strikethrough) { codes += ";29" }
        if added.contains(.bold) { codes += ";1" }
        if added.contains(.dim) { codes += ";2" }
        if added.contains(.italic) { codes += ";3" }
        if added.contains(.underline) { codes += ";4" }
        if added.contains(.inverse) { codes += ";7" }
        if added.contains(.strikethrough) { codes += ";9" }
        if foreground != from.foreground { codes += foreground.code(base: 30) }
        if background != from.background { codes += background.code(base: 40) }
        return codes
    }
}

extension Color {
    /// Returns the code, preceded by a separator. `base` is 30 for the foreground and 40 for the background.
    fileprivate func code(base: Int) -> String {
        switch self {
        case .standard: ";\(base + 9)"
        case .ansi(let color):
            color.rawValue < 8 ? ";\(base + Int(color.rawValue))" : ";\(base + 52 + Int(color.rawValue))"
        case .palette(let index): ";\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): ";\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}
