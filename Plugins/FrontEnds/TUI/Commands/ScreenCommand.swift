import TerminalKit

/// A command that changes the view or opens a form. It is run by a key, or by its name in the command palette.
enum ScreenCommand: String, Hashable, CaseIterable, Sendable {
    case add, barcode, addRandom, edit, editList, save, delete, moveUp, moveDown
    case mark, markRange, markAll
    case tags, place, set, serviced, copy, copyIDs
    case favoritesOnly, search, filter, nextMatch, previousMatch, sections, sort
    case nextView, previousView, keepView
    case photo, removePhoto, files
    case due, places, history, settings
    case undo, redo
    case importFile, exportFile
    case pane, columns, previousColumn, nextColumn, sortColumn, editCell, narrower, wider, frequencies
    case shell, larger, smaller, mouse, reload, redraw
    case help, palette, back, quit

    /// The commands that apply to all marked items.
    static let onMarks: Set<ScreenCommand> = [
        .delete, .tags, .place, .set, .editCell, .copy, .copyIDs, .exportFile,
    ]

    /// The name in configurations, in the palette and in plain mode.
    var name: String {
        switch self {
        case .importFile: "import"
        case .exportFile: "export"
        case .addRandom: "add-random"
        case .editList: "edit-list"
        case .markRange: "mark-range"
        case .markAll: "mark-all"
        case .previousColumn: "previous-column"
        case .nextColumn: "next-column"
        case .sortColumn: "sort-column"
        case .editCell: "edit-cell"
        case .copyIDs: "copy-ids"
        case .nextMatch: "next-match"
        case .previousMatch: "previous-match"
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

    /// A description for the help and the palette.
    var summary: String {
        switch self {
        case .add: "Add an item"
        case .barcode: "Add by barcode…"
        case .addRandom: "Add a random item"
        case .edit: "Edit the item"
        case .editList: "Turn edit mode on or off"
        case .save: "Save the form"
        case .delete: "Delete the item, or all marked items"
        case .mark: "Mark or unmark the item"
        case .markRange: "Start marking a range; press the key again to end it"
        case .markAll: "Mark all items in the list, or none"
        case .tags: "Add or remove tags…"
        case .place: "Move to another place…"
        case .set: "Set any field…"
        case .copy: "Copy the name, or the names of all marked items"
        case .copyIDs: "Copy the ID, or the IDs of all marked items"
        case .filter: "Filter the list; Tab completes"
        case .nextMatch: "Go to the next match"
        case .previousMatch: "Go to the previous match"
        case .places: "Show places"
        case .history: "Show the history, and undo single changes"
        case .settings: "Change title, currency and other settings of the list"
        case .pane: "Show or hide the details next to the list"
        case .columns: "Choose the columns…"
        case .previousColumn: "Select the previous column"
        case .nextColumn: "Select the next column"
        case .sortColumn: "Sort by the selected column; again reverses the order"
        case .editCell: "Edit the value in the selected column"
        case .narrower: "Make the selected column narrower"
        case .wider: "Make the selected column wider"
        case .frequencies: "Count the values of the selected column"
        case .shell: "Open a shell; exit returns"
        case .redraw: "Redraw the screen"
        case .moveUp: "Move the item up"
        case .moveDown: "Move the item down"
        case .favoritesOnly: "Show only favorites, or all"
        case .search: "Search for words; Tab selects the field"
        case .sections: "Choose the sections"
        case .sort: "Next sort order"
        case .nextView: "Next view"
        case .previousView: "Previous view"
        case .keepView: "Save this list as a view…"
        case .photo: "Set the photo of the item"
        case .removePhoto: "Remove the photo of the item"
        case .files: "Show the files of the item: add, open, save, remove"
        case .due: "Show what is due and what is lent"
        case .serviced: "Record a service or repair"
        case .undo: "Undo"
        case .redo: "Redo"
        case .importFile: "Import a file"
        case .exportFile: "Export to a file"
        case .larger: "Larger text"
        case .smaller: "Smaller text"
        case .mouse: "Use the mouse in the terminal, or in the program"
        case .reload: "Reload the list"
        case .help: "Show the keys"
        case .palette: "Find a command or an item"
        case .back: "Go back, or cancel"
        case .quit: "Quit"
        }
    }

    /// The default keys.
    var standardKeys: [Key] {
        switch self {
        case .add: ["a"]
        case .addRandom: ["A"]
        case .edit: ["e"]
        case .editList: ["E"]
        case .save: [Key("s", .control)]
        case .delete: ["d", Key(.delete)]
        case .mark: [" "]
        case .markRange: ["v", "V"]
        case .markAll: ["*"]
        case .tags: ["#"]
        case .place: ["@"]
        case .set: ["="]
        case .copy: ["y"]
        case .copyIDs: ["Y"]
        case .filter: ["w"]
        case .nextMatch: ["n"]
        case .previousMatch: ["N"]
        case .places: ["t"]
        case .history: ["U"]
        case .pane: ["|"]
        case .columns: ["C"]
        case .previousColumn: ["<"]
        case .nextColumn: [">"]
        case .sortColumn: ["O"]
        case .editCell: ["c"]
        case .narrower: ["("]
        case .wider: [")"]
        case .frequencies: ["%"]
        case .shell: ["!"]
        case .redraw: [Key("l", .control)]
        case .moveUp: ["K", Key(.up, .alt)]
        case .moveDown: ["J", Key(.down, .alt)]
        case .favoritesOnly: ["F"]
        case .search: ["/"]
        case .sections: ["s"]
        case .sort: ["o"]
        case .nextView: ["}", Key(.pageDown, .control)]
        case .previousView: ["{", Key(.pageUp, .control)]
        case .undo: ["u"]
        case .redo: [Key("r", .control)]
        case .photo: ["p"]
        case .files: ["P"]
        case .due: ["D"]
        case .barcode, .keepView, .removePhoto, .serviced, .importFile, .exportFile, .settings: []
        case .larger: ["+"]
        case .smaller: ["-"]
        case .mouse: ["m"]
        case .reload: [Key(.function(5))]
        case .help: ["?", Key(.function(1))]
        case .palette: [":", Key("k", .control), Key("p", .control)]
        case .back: [Key(.escape)]
        case .quit: ["q", Key("c", .control)]
        }
    }
}
