/// A command of a table, triggered by a key.
public enum TableCommand: String, Hashable, Sendable, CaseIterable {
    /// Moves the cursor by a row.
    case up, down
    /// Moves the cursor by a screen or half a screen.
    case pageUp, pageDown, halfPageUp, halfPageDown
    /// Scrolls by a line. The cursor stays on its row while the row is visible.
    case scrollUp, scrollDown
    /// Moves the cursor to the first, middle or last visible row.
    case screenTop, screenMiddle, screenBottom
    /// Moves the cursor to the first or last row.
    case first, last
    /// Moves the cursor to the first row of the previous or next section.
    case previousSection, nextSection
    /// Selects the row or, in editing mode, performs the action of its editing control.
    case open
    /// Triggers the accessory of the row.
    case accessory
    /// Performs the action of the row's editing control in editing mode.
    case commit
    /// Moves the row by one position.
    case moveUp, moveDown
    /// Shows the actions of the row, or marks the next one.
    case showLeadingActions, showTrailingActions
    /// Lets the next character jump to a title of the index.
    case jumpByIndex
    /// Refreshes the table.
    case refresh
    /// Closes what was opened.
    case close

    /// The default keys.
    public static let standardKeys: [Key: TableCommand] = [
        Key(.up): .up, "k": .up, Key("p", .control): .up,
        Key(.down): .down, "j": .down, Key("n", .control): .down,
        Key(.pageUp): .pageUp, Key("b", .control): .pageUp, Key("v", .alt): .pageUp,
        Key(.pageDown): .pageDown, Key("f", .control): .pageDown, Key("v", .control): .pageDown,
        Key("u", .control): .halfPageUp, Key("d", .control): .halfPageDown,
        Key("y", .control): .scrollUp, Key("e", .control): .scrollDown,
        "H": .screenTop, "M": .screenMiddle, "L": .screenBottom,
        Key(.home): .first, "g": .first, Key("<", .alt): .first,
        Key(.end): .last, "G": .last, Key(">", .alt): .last,
        "[": .previousSection, "]": .nextSection, Key(.enter): .open, "l": .open, "h": .close,
        "i": .accessory, Key(.delete): .commit,
        "K": .moveUp, Key(.up, .alt): .moveUp, "J": .moveDown, Key(.down, .alt): .moveDown,
        Key(.left): .showTrailingActions, Key(.right): .showLeadingActions, "'": .jumpByIndex,
        Key(.function(5)): .refresh,
    ]
}
