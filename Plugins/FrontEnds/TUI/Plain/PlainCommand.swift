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
        case .list: "Print the items from the beginning"
        case .next: "Print the next items"
        case .show: "Print all details of an item"
        case .add: "Add an item; NAME can be a template"
        case .barcode: "Add an item with data from a catalog, by its barcode"
        case .addRandom: "Add a random item"
        case .edit: "Change an item, field by field"
        case .delete: "Delete an item"
        case .favorites: "Show only favorites, or all items"
        case .move: "Move an item to another place"
        case .search: "Find items with these words; without words, show all"
        case .filter: "Show only matching items, as value >= 50; without a filter, show all"
        case .view: "Show the items of a view, or “none” for all; without a name, list the views"
        case .keepView: "Save the current list as a view"
        case .removeView: "Remove a view, but not its items"
        case .sections: "Group the items; without a kind, don't group"
        case .sort: "Sort by a field, as value:desc; without a field, use your order"
        case .photo: "Set the photo of an item"
        case .removePhoto: "Remove the photo of an item"
        case .importFile: "Import items from a file"
        case .exportFile: "Export the current list; the file extension determines the format"
        case .due: "List what is due"
        case .serviced: "Record a service of today; NOTE and AMOUNT are optional"
        case .care: "Record a repair; the next service doesn't change"
        case .settings: "Show the settings of the list, or change one: currency EUR"
        case .undo: "Undo"
        case .redo: "Redo"
        case .help: "List the commands"
        case .quit: "Quit"
        }
    }
}
