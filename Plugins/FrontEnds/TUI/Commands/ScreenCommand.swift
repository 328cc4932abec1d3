import Localization
import TerminalKit

/// A command that changes the view or opens a form. It is run by a key, or by its name in the command palette.
enum ScreenCommand: String, Hashable, CaseIterable, Sendable {
    case add, barcode, addRandom, edit, editList, save, remove, moveUp, moveDown
    case mark, markRange, markAll
    case tags, place, set, copy, copyIDs
    case favoritesOnly, search, filter, nextMatch, previousMatch, sections, sort
    case nextView, previousView, keepView
    case photo, removePhoto, files
    case due, places, history, settings
    case repeatLast, undo, redo
    case importFile, exportFile
    case pane, columns, previousColumn, nextColumn, sortColumn, editCell, narrower, wider, frequencies
    case shell, larger, smaller, mouse, reload, redraw
    case help, palette, back, quit

    /// The commands that apply to all marked items.
    static let onMarks: Set<ScreenCommand> = [
        .remove, .tags, .place, .set, .editCell, .copy, .copyIDs, .exportFile, .repeatLast,
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
        case .repeatLast: "repeat"
        default: rawValue
        }
    }

    /// A description for the help and the palette.
    var summary: String {
        switch self {
        case .add: String(localized: "Add an item")
        case .barcode: String(localized: "Add by barcode…")
        case .addRandom: String(localized: "Add a random item")
        case .edit: String(localized: "Edit the item")
        case .editList: String(localized: "Turn edit mode on or off")
        case .save: String(localized: "Save the form")
        case .remove: String(localized: "Remove the item, or all marked items")
        case .mark: String(localized: "Mark or unmark the item")
        case .markRange: String(localized: "Start marking a range; press the key again to end it")
        case .markAll: String(localized: "Mark all items in the list, or none")
        case .tags: String(localized: "Add or remove tags…")
        case .place: String(localized: "Move to another place…")
        case .set: String(localized: "Set any field…")
        case .copy: String(localized: "Copy the name, or the names of all marked items")
        case .copyIDs: String(localized: "Copy the ID, or the IDs of all marked items")
        case .filter: String(localized: "Filter the list; Tab completes")
        case .nextMatch: String(localized: "Go to the next match")
        case .previousMatch: String(localized: "Go to the previous match")
        case .places: String(localized: "Show places")
        case .history: String(localized: "Show the history, and undo single changes")
        case .settings: String(localized: "Change title, currency and other settings of the list")
        case .pane: String(localized: "Show or hide the details next to the list")
        case .columns: String(localized: "Choose the columns…")
        case .previousColumn: String(localized: "Select the previous column")
        case .nextColumn: String(localized: "Select the next column")
        case .sortColumn: String(localized: "Sort by the selected column; press again to reverse")
        case .editCell: String(localized: "Edit the value in the selected column")
        case .narrower: String(localized: "Make the selected column narrower")
        case .wider: String(localized: "Make the selected column wider")
        case .frequencies: String(localized: "Count the values of the selected column")
        case .shell: String(localized: "Open a shell; type exit to return")
        case .redraw: String(localized: "Redraw the screen")
        case .moveUp: String(localized: "Move the item up")
        case .moveDown: String(localized: "Move the item down")
        case .favoritesOnly: String(localized: "Show only favorites, or all")
        case .search: String(localized: "Search for words; Tab selects the field")
        case .sections: String(localized: "Choose the sections")
        case .sort: String(localized: "Next sort order")
        case .nextView: String(localized: "Next view")
        case .previousView: String(localized: "Previous view")
        case .keepView: String(localized: "Save this list as a view…")
        case .photo: String(localized: "Set the photo of the item")
        case .removePhoto: String(localized: "Remove the photo of the item")
        case .files: String(localized: "Show the files of the item: add, open, save, remove")
        case .due: String(localized: "Show what is due and what is lent")
        case .repeatLast: String(localized: "Repeat the last action or change of a field")
        case .undo: String(localized: "Undo")
        case .redo: String(localized: "Redo")
        case .importFile: String(localized: "Import a file")
        case .exportFile: String(localized: "Export to a file")
        case .larger: String(localized: "Larger text")
        case .smaller: String(localized: "Smaller text")
        case .mouse: String(localized: "Let the terminal or the program handle the mouse")
        case .reload: String(localized: "Reload the list")
        case .help: String(localized: "Show the keys")
        case .palette: String(localized: "Find a command or an item")
        case .back: String(localized: "Go back, or cancel")
        case .quit: String(localized: "Quit")
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
        case .remove: ["d", Key(.delete)]
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
        case .repeatLast: ["."]
        case .undo: ["u"]
        case .redo: [Key("r", .control)]
        case .photo: ["p"]
        case .files: ["P"]
        case .due: ["D"]
        case .barcode, .keepView, .removePhoto, .importFile, .exportFile, .settings: []
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
