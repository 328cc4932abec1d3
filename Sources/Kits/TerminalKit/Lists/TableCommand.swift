/// A command of a table, triggered by a key.
public enum TableCommand: String, Hashable, Sendable, CaseIterable {
    /// The cursor goes by a row.
    case up, down
    /// The cursor goes by a screen, or by half of one.
    case pageUp, pageDown, halfPageUp, halfPageDown
    /// The screen goes by a line; the cursor stays on its row as long as that can be seen.
    case scrollUp, scrollDown
    /// The cursor goes to the first, the middle or the last row that can be seen.
    case screenTop, screenMiddle, screenBottom
    /// The cursor goes to an end.
    case first, last
    /// The cursor goes to the first row of a neighboring section.
    case previousSection, nextSection
    /// The row is chosen, or in editing mode its editing control is confirmed.
    case open
    /// The row's accessory is chosen.
    case accessory
    /// What is deleted or inserted by the row's editing control, in editing mode.
    case commit
    /// The row moves by one place.
    case moveUp, moveDown
    /// The actions at the row's edges come, or the neighboring one of them is marked.
    case showLeadingActions, showTrailingActions
    /// The next character jumps by the index.
    case jumpByIndex
    /// The table is refreshed.
    case refresh
    /// What was opened is closed.
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
