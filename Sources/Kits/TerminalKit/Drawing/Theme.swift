public import TerminalText

/// The styles of all views, by meaning. Meaning never depends on color only; views add symbols and words.
public struct Theme: Sendable, Hashable {
    /// Text and its background.
    public var text = Style.plain
    /// Less important text.
    public var secondary = Style(.dim)
    /// Buttons and other elements that can be used.
    public var accent = Style(foreground: .ansi(.cyan))
    /// Destructive actions and errors.
    public var destructive = Style(.bold, foreground: .ansi(.red))
    /// Small amounts and success.
    public var positive = Style(foreground: .ansi(.green))
    /// The focused element.
    public var focus = Style(.inverse)
    /// The row with the cursor, from edge to edge.
    public var cursor = Style(.inverse)
    /// The selected rows and text.
    public var selection = Style([.bold, .underline])
    /// Marks that a person sets, such as favorites.
    public var mark = Style(.bold, foreground: .ansi(.magenta))
    /// Disabled elements.
    public var disabled = Style(.dim)
    /// The placeholder of an empty field.
    public var placeholder = Style([.dim, .italic])
    /// The background of a field.
    public var field = Style(.underline)
    /// The titles of sections.
    public var header = Style(.bold)
    /// Lines and boxes.
    public var border = Style(.dim)
    /// The bar at the top.
    public var bar = Style(.inverse)

    /// Creates a theme for a terminal with unknown colors. It uses the terminal's own colors, which match its
    /// background.
    public init() {}

    /// The theme for a dark background.
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

    /// The theme for a light background.
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

    /// The theme for views on a bar.
    var onBar: Theme {
        // Without its own colors, the bar is inverse, and so are the views on it.
        let isInverse = bar.attributes.contains(.inverse)
        var theme = self
        theme.text = bar
        theme.accent = isInverse ? Style(.bold).over(bar) : accent.over(bar)
        theme.disabled = bar
        theme.focus = isInverse ? Style([.bold, .underline]).over(bar) : focus
        return theme
    }

    /// Returns the theme for a background color.
    static func suiting(red: UInt8, green: UInt8, blue: UInt8) -> Theme {
        let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
        return brightness > 127_500 ? .light : .dark
    }
}
