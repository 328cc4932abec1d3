/// The commands of plain mode that aren't actions. Equivalent commands of the full screen have the same names.
enum PlainCommand: String, CaseIterable {
    case list, next, show, add, barcode, addRandom = "add-random", edit, delete
    case favorites, move, search, filter = "where", sections, sort
    case view, keepView = "keep-view", removeView = "remove-view"
    case photo, removePhoto = "remove-photo", importFile = "import", exportFile = "export"
    case due, serviced, care, settings
    case undo, redo, help, quit

    /// The arguments after the name.
    var arguments: String {
        switch self {
        case .show, .edit, .delete, .removePhoto: "NUMBER"
        case .photo: "NUMBER FILE"
        case .serviced, .care: "NUMBER NOTE for AMOUNT"
        case .barcode: "DIGITS"
        case .importFile, .exportFile: "FILE"
        case .move: "NUMBER TO"
        case .add: "TEMPLATE"
        case .view, .keepView, .removeView: "NAME"
        case .search: "WORDS"
        case .filter: "FILTER"
        case .sections: "KIND"
        case .sort: "FIELD"
        case .settings: "KEY VALUE"
        default: ""
        }
    }

    /// A description for the help.
    var summary: String {
        switch self {
        case .list: "Say the items from the first on"
        case .next: "Say the items that follow"
        case .show: "Say all of an item"
        case .add: "Add an item; NAME may be a template"
        case .barcode: "Add an item, begun by what a catalog knows of its barcode"
        case .addRandom: "Add an item at random"
        case .edit: "Change an item, field by field"
        case .delete: "Delete an item"
        case .favorites: "Say only favorites, or all"
        case .move: "Move an item to another place"
        case .search: "Say only what has these words; without words all"
        case .filter: "Say only what fulfills it, as value >= 50; without one all"
        case .view: "Say what a view shows, or none for all; without a name the names of the views, too"
        case .keepView: "Keep what is said as a view"
        case .removeView: "Remove a view; its items stay"
        case .sections: "Part the items; without a kind no sections"
        case .sort: "Sort by a field, as value:desc; without a field your own order"
        case .photo: "Give an item a photo from a file"
        case .removePhoto: "Take an item's photo away"
        case .importFile: "Take in the items of a file"
        case .exportFile: "Write what is said into a file; its ending says the format"
        case .due: "Say what is due"
        case .serviced: "Note that an item was serviced today; NOTE and AMOUNT may be left out"
        case .care: "Note what else was done to an item; its next service is due as before"
        case .settings: "Show the settings of the list, or change one: currency EUR"
        case .undo: "Undo"
        case .redo: "Redo"
        case .help: "Say the commands"
        case .quit: "Quit"
        }
    }
}
