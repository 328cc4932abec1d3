import TerminalKit

/// What a person can have done from any screen of the items: by key, by name in the command palette, and by the same
/// name in plain mode.
enum Command: String, Hashable, CaseIterable, Sendable {
    case add, barcode, addRandom, edit, save, delete, moveUp, moveDown
    case favorite, favoritesOnly, search, sections, sort
    case nextView, previousView, keepView
    case photo, removePhoto, files
    case due, lend, serviced
    case undo, redo
    case importFile, exportFile
    case larger, smaller, mouse, reload
    case help, palette, back, quit

    /// The name in configurations, in the palette and in plain mode.
    var name: String {
        switch self {
        case .importFile: "import"
        case .exportFile: "export"
        case .addRandom: "add-random"
        case .moveUp: "move-up"
        case .moveDown: "move-down"
        case .favoritesOnly: "favorites"
        case .nextView: "next-view"
        case .previousView: "previous-view"
        case .keepView: "keep-view"
        case .removePhoto: "remove-photo"
        default: rawValue
        }
    }

    /// What it does, for the help and the palette.
    var summary: String {
        switch self {
        case .add: "Add an item"
        case .barcode: "Add by barcode…"
        case .addRandom: "Add an item at random"
        case .edit: "Edit the item; in the list: edit mode on or off"
        case .save: "Save what was typed"
        case .delete: "Delete the item"
        case .moveUp: "Move the item up"
        case .moveDown: "Move the item down"
        case .favorite: "Favorite on or off"
        case .favoritesOnly: "Show only favorites, or all"
        case .search: "Search, or WORDS where FILTER; Tab picks the field"
        case .sections: "Choose the sections"
        case .sort: "Next sort"
        case .nextView: "Next view"
        case .previousView: "Previous view"
        case .keepView: "Keep this list as a view…"
        case .photo: "Give the item a photo from a file"
        case .removePhoto: "Take the item's photo away"
        case .files: "Files of the item: add, open, write out, remove"
        case .due: "Show what is due"
        case .lend: "Lend the item, or note that it is back"
        case .serviced: "Note that the item was serviced or repaired"
        case .undo: "Undo"
        case .redo: "Redo"
        case .importFile: "Import a file"
        case .exportFile: "Export to a file"
        case .larger: "Larger text"
        case .smaller: "Smaller text"
        case .mouse: "Give the mouse to the terminal, or take it back"
        case .reload: "Read the store again"
        case .help: "Show the keys"
        case .palette: "Find a command by its name"
        case .back: "Back, or end what is going on"
        case .quit: "Quit"
        }
    }

    /// The keys that mean it unless a configuration says otherwise.
    var standardKeys: [Key] {
        switch self {
        case .add: ["a"]
        case .addRandom: ["A"]
        case .edit: ["e"]
        case .save: [Key("s", .control)]
        case .delete: ["d", Key(.delete)]
        case .moveUp: ["K", Key(.up, .alt)]
        case .moveDown: ["J", Key(.down, .alt)]
        case .favorite: ["f"]
        case .favoritesOnly: ["F"]
        case .search: ["/"]
        case .sections: ["s"]
        case .sort: ["o"]
        case .nextView: ["v"]
        case .previousView: ["V"]
        case .undo: ["u"]
        case .redo: [Key("r", .control)]
        case .photo: ["p"]
        case .files: ["P"]
        case .due: ["D"]
        case .lend: ["l"]
        case .barcode, .keepView, .removePhoto, .serviced, .importFile, .exportFile: []
        case .larger: ["+"]
        case .smaller: ["-"]
        case .mouse: ["m"]
        case .reload: [Key(.function(5))]
        case .help: ["?", Key(.function(1))]
        case .palette: [":", Key("p", .control)]
        case .back: [Key(.escape)]
        case .quit: ["q", Key("c", .control)]
        }
    }
}

extension TableCommand {
    /// The name in configurations; nil for what is a command of the screen.
    var name: String? {
        switch self {
        case .up: "up"
        case .down: "down"
        case .pageUp: "page-up"
        case .pageDown: "page-down"
        case .first: "first"
        case .last: "last"
        case .previousSection: "previous-section"
        case .nextSection: "next-section"
        case .open: "open"
        case .showLeadingActions: "leading-actions"
        case .showTrailingActions: "trailing-actions"
        case .jumpByIndex: "jump"
        case .accessory, .commit, .moveUp, .moveDown, .refresh: nil
        }
    }

    /// What it does, for the help.
    var summary: String {
        switch self {
        case .up: "Up"
        case .down: "Down"
        case .pageUp: "A screen up"
        case .pageDown: "A screen down"
        case .first: "To the first item"
        case .last: "To the last item"
        case .previousSection: "To the previous section"
        case .nextSection: "To the next section"
        case .open: "Open the item; in its details: edit the field"
        case .showLeadingActions: "Actions of the item, from the left"
        case .showTrailingActions: "Actions of the item, from the right"
        case .jumpByIndex: "Jump by the index: then its letter"
        case .accessory, .commit, .moveUp, .moveDown, .refresh: ""
        }
    }
}
