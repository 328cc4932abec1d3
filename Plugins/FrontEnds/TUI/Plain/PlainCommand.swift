import Localization

/// The commands of plain mode that aren't actions. Equivalent commands of the full screen have the same names.
enum PlainCommand: String, CaseIterable {
    case list, next, show, add, barcode, addRandom = "add-random", edit, remove
    case favorites, move, search, filter = "where", sections, sort
    case view, keepView = "keep-view", removeView = "remove-view"
    case photo, removePhoto = "remove-photo", importFile = "import", exportFile = "export"
    case due, settings
    case undo, redo, help, quit

    /// The names of the arguments.
    var arguments: String {
        switch self {
        case .show, .edit, .remove, .removePhoto: String(localized: "NUMBER")
        case .photo: String(localized: "NUMBER FILE")
        case .barcode: String(localized: "DIGITS")
        case .importFile, .exportFile: String(localized: "FILE")
        case .move: String(localized: "NUMBER TO")
        case .add: String(localized: "TEMPLATE")
        case .view, .keepView, .removeView: String(localized: "NAME")
        case .search: String(localized: "WORDS")
        case .filter: String(localized: "FILTER")
        case .sections: String(localized: "KIND")
        case .sort: String(localized: "FIELD")
        case .settings: String(localized: "KEY VALUE")
        default: ""
        }
    }

    /// A description for the help.
    var summary: String {
        switch self {
        case .list: String(localized: "Print the items from the beginning")
        case .next: String(localized: "Print the next items")
        case .show: String(localized: "Print all details of an item")
        case .add: String(localized: "Add an item; TEMPLATE is optional")
        case .barcode: String(localized: "Add an item with data from a catalog, by its barcode")
        case .addRandom: String(localized: "Add a random item")
        case .edit: String(localized: "Change an item, field by field")
        case .remove: String(localized: "Remove an item")
        case .favorites: String(localized: "Show only favorites, or all items")
        case .move: String(localized: "Move an item to another position")
        case .search: String(localized: "Find items with these words; without words, show all")
        case .filter:
            String(localized: "Show only matching items, such as value >= 50; without a filter, show all")
        case .view:
            String(localized: "Show the items of a view, or “none” for all; without a name, list the views")
        case .keepView: String(localized: "Save the current list as a view")
        case .removeView: String(localized: "Remove a view, but not its items")
        case .sections: String(localized: "Group the items; without a kind, don't group")
        case .sort:
            String(localized: "Sort by a field, such as value:desc; without a field, use the manual order")
        case .photo: String(localized: "Set the photo of an item")
        case .removePhoto: String(localized: "Remove the photo of an item")
        case .importFile: String(localized: "Import items from a file")
        case .exportFile:
            String(localized: "Export the current list; the file extension determines the format")
        case .due: String(localized: "List what is due")
        case .settings: String(localized: "Show the settings of the list, or change one: currency EUR")
        case .undo: String(localized: "Undo")
        case .redo: String(localized: "Redo")
        case .help: String(localized: "List the commands")
        case .quit: String(localized: "Quit")
        }
    }
}
