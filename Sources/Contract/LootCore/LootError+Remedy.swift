extension LootError {
    /// An action that can fix an error. ``advice`` describes it independently of the front end: `Check the list.`
    /// Front ends that have a command or a button for it add its name: `Use loot check.`
    ///
    /// The set is open: plugins can define their own.
    public struct Remedy: RawRepresentable, Hashable, Sendable {
        /// The stable name in machine-readable output.
        public let rawValue: String
        /// The object of the action if it's neither the error's item nor its field, such as the name of a plugin.
        package var subject: String?

        /// Creates a remedy with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Trust a plugin that is a separate program.
        package static func trustPlugin(_ name: String) -> Self {
            var remedy = trustPlugin
            remedy.subject = name
            return remedy
        }
    }
}

extension LootError.Remedy {
    /// Add the first item.
    package static let add = Self(rawValue: "add")
    /// Show the list with IDs and positions.
    package static let list = Self(rawValue: "list")
    /// Show the places.
    package static let places = Self(rawValue: "places")
    /// Show the history.
    package static let history = Self(rawValue: "history")
    /// Undo a single change, regardless of later ones.
    package static let undoChange = Self(rawValue: "undo-change")
    /// Redo an undone change.
    package static let redo = Self(rawValue: "redo")
    /// Check the whole store.
    public static let check = Self(rawValue: "check")
    /// Recover the readable parts of a damaged store.
    public static let recover = Self(rawValue: "recover")
    /// Resolve the conflict markers that a line-based merge left in a file.
    package static let settleMerge = Self(rawValue: "settle-merge")
    /// Write all changes into the file itself.
    public static let compact = Self(rawValue: "compact")
    /// Copy the items to another store.
    public static let copy = Self(rawValue: "copy")
    /// Import the items of a file into another list.
    package static let importFile = Self(rawValue: "import")
    /// Set the photo of the item.
    package static let setPhoto = Self(rawValue: "set-photo")
    /// Add a file to the item.
    package static let addFile = Self(rawValue: "add-file")
    /// Save a file.
    package static let writeFile = Self(rawValue: "write-file")
    /// Remove the reference to a file from the item, or add the file again.
    package static let replaceFile = Self(rawValue: "replace-file")
    /// Set another photo, or remove the reference to the missing one.
    package static let replacePhoto = Self(rawValue: "replace-photo")
    /// Set the purchase date of the item.
    package static let setPurchaseDate = Self(rawValue: "set-purchase-date")
    /// Mark a lent item as returned.
    package static let giveBack = Self(rawValue: "give-back")
    /// Set the service period of the item.
    package static let setServicePeriod = Self(rawValue: "set-service-period")
    /// Remove an item.
    public static let remove = Self(rawValue: "remove")
    /// Select items with a filter.
    package static let filter = Self(rawValue: "filter")
    /// Replace existing data.
    package static let replace = Self(rawValue: "replace")
    /// Replace existing data or merge with it.
    package static let replaceOrMerge = Self(rawValue: "replace-or-merge")
    /// Continue despite existing items.
    package static let allowItems = Self(rawValue: "allow-items")
    /// Show all problems of the configuration.
    package static let checkConfiguration = Self(rawValue: "check-configuration")
    /// Change the configuration.
    package static let editConfiguration = Self(rawValue: "edit-configuration")
    /// Trust the current file of a plugin that is a separate program.
    package static let trustPlugin = Self(rawValue: "trust-plugin")
    /// Use another port.
    package static let choosePort = Self(rawValue: "choose-port")
}
