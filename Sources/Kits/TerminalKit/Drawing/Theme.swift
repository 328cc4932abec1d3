public import TerminalText

/// The looks of everything, by meaning. No meaning is told by color alone: the views add marks and words.
public struct Theme: Sendable, Hashable {
    /// Text, and the ground it stands on.
    public var text = Style.plain
    /// What matters less.
    public var secondary = Style(.dim)
    /// What can be acted on.
    public var accent = Style(foreground: .ansi(.cyan))
    /// What destroys, or went wrong.
    public var destructive = Style(.bold, foreground: .ansi(.red))
    /// Small amounts, and what went well.
    public var positive = Style(foreground: .ansi(.green))
    /// What the keys act on.
    public var focus = Style(.inverse)
    /// The row that the keys act on: one look from edge to edge, whatever stands in it.
    public var cursor = Style(.inverse)
    /// What is selected, without being what the keys act on.
    public var selection = Style([.bold, .underline])
    /// What a person has singled out: favorites, marks.
    public var mark = Style(.bold, foreground: .ansi(.magenta))
    /// What can't be used now.
    public var disabled = Style(.dim)
    /// What stands in an empty field.
    public var placeholder = Style([.dim, .italic])
    /// The ground of a field.
    public var field = Style(.underline)
    /// Titles of sections.
    public var header = Style(.bold)
    /// Lines and frames.
    public var border = Style(.dim)
    /// The bar at the top.
    public var bar = Style(.inverse)

    /// The looks for a terminal of which nothing is known: its own colors, which suit its own background.
    public init() {}

    /// For light letters on a dark background.
    public static let dark: Theme = {
        var theme = Theme()
        theme.secondary = Style(foreground: .palette(248))
        theme.accent = Style(foreground: .palette(81))
        theme.destructive = Style(.bold, foreground: .palette(210))
        theme.positive = Style(foreground: .palette(114))
        theme.cursor = Style(foreground: .palette(231), background: .palette(24))
        theme.selection = Style(.bold, background: .palette(238))
        theme.mark = Style(.bold, foreground: .palette(221))
        theme.bar = Style(foreground: .palette(255), background: .palette(238))
        theme.disabled = Style(foreground: .palette(245))
        theme.placeholder = Style(.italic, foreground: .palette(245))
        theme.border = Style(foreground: .palette(242))
        theme.header = Style(.bold, foreground: .palette(153))
        return theme
    }()

    /// For dark letters on a light background.
    public static let light: Theme = {
        var theme = Theme()
        theme.secondary = Style(foreground: .palette(240))
        theme.accent = Style(foreground: .palette(25))
        theme.destructive = Style(.bold, foreground: .palette(124))
        theme.positive = Style(foreground: .palette(22))
        theme.cursor = Style(foreground: .palette(16), background: .palette(153))
        theme.selection = Style(.bold, background: .palette(253))
        theme.mark = Style(.bold, foreground: .palette(94))
        theme.bar = Style(foreground: .palette(16), background: .palette(252))
        theme.disabled = Style(foreground: .palette(243))
        theme.placeholder = Style(.italic, foreground: .palette(242))
        theme.border = Style(foreground: .palette(246))
        theme.header = Style(.bold, foreground: .palette(18))
        return theme
    }()

    /// The looks for what stands on the bar.
    var onBar: Theme {
        // A bar without colors of its own is inverse, and what stands on it stays so.
        let isInverse = bar.attributes.contains(.inverse)
        var theme = self
        theme.text = bar
        theme.accent = isInverse ? Style(.bold).over(bar) : accent.over(bar)
        theme.disabled = bar
        theme.focus = isInverse ? Style([.bold, .underline]).over(bar) : focus
        return theme
    }

    /// The looks that suit a background.
    static func suiting(red: UInt8, green: UInt8, blue: UInt8) -> Theme {
        let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
        return brightness > 127_500 ? .light : .dark
    }
}
