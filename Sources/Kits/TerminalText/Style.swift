/// How text looks: two colors and attributes. A value; nothing is written until it is rendered.
public struct Style: Sendable, Hashable {
    /// What can be on or off.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Heavier letters.
        public static let bold = Attributes(rawValue: 1)
        /// Paler letters.
        public static let dim = Attributes(rawValue: 2)
        /// Slanted letters.
        public static let italic = Attributes(rawValue: 4)
        /// A line below.
        public static let underline = Attributes(rawValue: 8)
        /// Foreground and background change places.
        public static let inverse = Attributes(rawValue: 16)
        /// A line through.
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// The color of the letters.
    public var foreground: Color
    /// The color behind them.
    public var background: Color
    /// What is on.
    public var attributes: Attributes

    /// Makes a style; what isn't given is the terminal's own.
    public init(
        _ attributes: Attributes = [], foreground: Color = .standard, background: Color = .standard
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own colors, no attributes.
    public static let plain = Style()

    /// This style laid over another one: its colors where it has any, the attributes of both.
    package func over(_ base: Style) -> Style {
        Style(
            attributes.union(base.attributes),
            foreground: foreground == .standard ? base.foreground : foreground,
            background: background == .standard ? base.background : background)
    }

    /// This style as far as a terminal of this level shows it.
    func converted(to level: ColorLevel) -> Style {
        if level == .none { return .plain }
        return Style(
            attributes, foreground: foreground.converted(to: level),
            background: background.converted(to: level))
    }

    /// The shortest escape sequence that turns a terminal from `previous` to this style; empty when both look
    /// alike.
    package func sequence(after previous: Style, colors level: ColorLevel) -> String {
        if self == previous || level == .none { return "" }
        let from = previous.converted(to: level)
        let to = converted(to: level)
        if from == to { return "" }
        if to == .plain { return "\u{1B}[m" }
        let change = to.codes(after: from)
        let afresh = "0" + to.codes(after: .plain)
        // Every code begins with its separator; the first one needs none.
        let shorter =
            from != .plain && afresh.utf8.count < change.utf8.count - 1 ? afresh[...] : change.dropFirst()
        return "\u{1B}[" + shorter + "m"
    }

    private func codes(after from: Style) -> String {
        var codes = ""
        let weights: Attributes = [.bold, .dim]
        var added = attributes.subtracting(from.attributes)
        let removed = from.attributes.subtracting(attributes)
        // One code ends both weights, so the one that stays has to be said again.
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
    /// The code with its separator in front; `base` is 30 for the foreground, 40 for the background.
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
