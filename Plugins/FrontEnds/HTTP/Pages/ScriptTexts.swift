import Localization
import LootAPI
import LootActions

/// The texts that the page's scripts show. A script finds the translation of a text by its English form.
enum ScriptTexts {
    /// The texts. `{1}` and `{2}` are values that the script inserts.
    static let texts: [Message] = [
        "Action",
        "Add an item",
        "Add the item to favorites, or remove it from favorites",
        "All keyboard shortcuts",
        "Item, view or action",
        "Browsers allow the camera only on pages with HTTPS. Type the digits below the bars.",
        "Cancel",
        "Choose an item to show it here.",
        "Close",
        "Close the open panel, or cancel a drag",
        "Discard",
        "Don't save",
        "Done.",
        "Edit the displayed item, or the list",
        "Favorites",
        "Go to",
        "Go to an item, a view or an action",
        "Go to the first or the last row",
        "Go to the next or the previous row",
        "Import",
        "Imported.",
        "Item",
        "Items",
        "Keep editing",
        "Keyboard shortcuts",
        "List",
        "More: export, text size, keyboard shortcuts",
        "Move the item, if the list is in manual order",
        "New item",
        "Not moved.",
        "Not removed.",
        "Not saved. The server can't be reached. Your input is kept here. Save again when the server is back.",
        "Not saved. \("{1}")",
        "Nothing found.",
        "Nothing found. Try fewer letters.",
        "Nothing was changed.",
        "Nothing was imported.",
        "Open the item",
        "Places",
        "Point the camera at a barcode or label.",
        "Preview only: nothing was imported.",
        "Recent changes",
        "Redo",
        "Redone: \("{1}").",
        "Remove",
        "Remove the item",
        "Remove \("{1}")",
        "Remove “\("{1}")”?",
        "Removed “\("{1}")”. You can undo this.",
        "Remove…",
        "Insurance report",
        "Restore",
        "Results",
        "Save",
        "Save your changes?",
        "Saved.",
        "Scan",
        "Scan with the camera",
        "Search",
        "Section",
        "Select items",
        "Select the item, in Select mode",
        "Sign in",
        "Sign in to continue.",
        "Sign-in failed.",
        "Sort and filter",
        "Take a photo",
        "The browser doesn't let this page use the camera. Type the digits below the bars.",
        "Images from the camera can't be read here. Type the digits below the bars instead.",
        "The file can't be imported. The server responded with status \("{1}").",
        "The item wasn't loaded.",
        "The list wasn't updated.",
        "The server can't be reached.",
        "The server can't be reached. Nothing was changed.",
        "The server can't be reached. This page may be out of date, and changes can't be saved.",
        "There is no camera. Type the digits below the bars.",
        "They haven't been saved yet.",
        "This is the previous version of the list.",
        "Undo",
        "Undone: \("{1}").",
        "Upload progress",
        "Uploaded \("{1}") percent.",
        "Uploaded. Reading the file…",
        "Use single-letter keyboard shortcuts",
        "View",
        "You are signed out",
        "You are signed out. This page may be out of date.",
        "You are signed out; nothing was changed.",
        "You can undo this.",
        "Your input from \("{1}") wasn't saved.",
        "\("{1}") can't be moved further down here.",
        "\("{1}") can't be moved further up here.",
        "\("{1}") found",
        "\("{1}") selected",
        "\("{1}") was moved.",
        "\("{1}") was put back.",
        "\("{1}"): row \("{2}")",
    ]

    /// The texts about a number of things.
    static let counted: [@Sendable (Int) -> Message] = [
        { "\($0, one: "item was", other: "items were") changed by others." },
        { "Remove \($0, one: "item", other: "items")?" },
        { "Removed \($0, one: "item", other: "items"). You can undo this." },
        { "Changed \($0, one: "item", other: "items"). You can undo this." },
    ]

    /// Numbers of all plural categories of the languages.
    private static let samples = [1, 2, 1_000_000, 10, 0, 5, 22]

    /// Returns the element with the translations into the given language, or `nil` for English.
    static func element(in language: Language = .current) -> HTML? {
        if language == .english { return nil }
        var members = texts.map { ($0.text(in: .english), JSON($0.text(in: language))) }
        for make in counted {
            let forms = language.conventions.plurals.categories.map { category in
                (category, JSON(form(category, of: make, in: language)))
            }
            members.append((form("other", of: make, in: .english), JSON(forms)))
        }
        // In JSON, `<` appears only in strings.
        let json = String(decoding: JSON(members).bytes, as: UTF8.self).replacing("<", with: "\\u003c")
        return HTML(stringLiteral: "<script type=\"application/json\" id=\"texts\">\(json)</script>")
    }

    /// Returns the text in the given language for the given plural category.
    private static func form(
        _ category: String, of make: (Int) -> Message, in language: Language
    ) -> String {
        let plurals = language.conventions.plurals
        let number = samples.first { plurals.categories[plurals.form(for: $0)] == category } ?? 10
        return make(number).text(in: language).replacing(language.number(number), with: "{1}")
    }
}
