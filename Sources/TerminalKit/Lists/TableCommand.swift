/// What a key means in a table.
@nonexhaustive
public enum TableCommand: String, Hashable, Sendable, CaseIterable {
    /// The cursor goes by a row.
    case up, down
    /// The cursor goes by a screen.
    case pageUp, pageDown
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

    /// The keys that people know.
    public static let standardKeys: [Key: TableCommand] = [
        Key(.up): .up, "k": .up, Key(.down): .down, "j": .down,
        Key(.pageUp): .pageUp, Key("b", .control): .pageUp, Key(.pageDown): .pageDown,
        Key("f", .control): .pageDown, Key(.home): .first, "g": .first, Key(.end): .last, "G": .last,
        "[": .previousSection, "]": .nextSection, Key(.enter): .open, "i": .accessory, Key(.delete): .commit,
        "K": .moveUp, Key(.up, .alt): .moveUp, "J": .moveDown, Key(.down, .alt): .moveDown,
        Key(.left): .showTrailingActions, Key(.right): .showLeadingActions, "'": .jumpByIndex,
        Key(.function(5)): .refresh,
    ]
}
