extension LootError {
    /// What can be done about an error. ``advice`` says it in words that suit every front end: `Check the list.` A front
    /// end that has a command or a button for it adds that: `Use loot check.`
    ///
    /// The set is open: a plugin may add its own.
    public struct Remedy: RawRepresentable, Hashable, Sendable {
        /// The remedy's stable name, as machine-readable output prints it.
        public let rawValue: String
        /// What it is to be done with, where that is neither the error's item nor its field: a plugin's name.
        package var subject: String?

        /// The remedy with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Trust a plugin that is a program of its own.
        package static func trustPlugin(_ name: String) -> Self {
            var remedy = trustPlugin
            remedy.subject = name
            return remedy
        }
    }
}

extension LootError.Remedy {
    /// Put a first item in.
    package static let add = Self(rawValue: "add")
    /// Look at the list, its ids and positions.
    package static let list = Self(rawValue: "list")
    /// Look at the places that things are in.
    package static let places = Self(rawValue: "places")
    /// Look at what was done.
    package static let history = Self(rawValue: "history")
    /// Take one change back, whatever came after it.
    package static let undoChange = Self(rawValue: "undo-change")
    /// Make a change again that was taken back.
    package static let redo = Self(rawValue: "redo")
    /// Look through the whole store.
    public static let check = Self(rawValue: "check")
    /// Keep what can be kept of a damaged store.
    public static let recover = Self(rawValue: "recover")
    /// Bring both sides together that a merge by lines has left in a file.
    package static let settleMerge = Self(rawValue: "settle-merge")
    /// Have everything in the file itself.
    public static let compact = Self(rawValue: "compact")
    /// Copy the items to another store.
    public static let copy = Self(rawValue: "copy")
    /// Take the items of a file into another list.
    package static let importFile = Self(rawValue: "import")
    /// Give the item a photo.
    package static let setPhoto = Self(rawValue: "set-photo")
    /// Give the item a file.
    package static let addFile = Self(rawValue: "add-file")
    /// Write a file out.
    package static let writeFile = Self(rawValue: "write-file")
    /// Take a file's name away from the item, or give it the file again.
    package static let replaceFile = Self(rawValue: "replace-file")
    /// Give the item another photo, or take away the one that it names.
    package static let replacePhoto = Self(rawValue: "replace-photo")
    /// Say when the item was bought.
    package static let setPurchaseDate = Self(rawValue: "set-purchase-date")
    /// Take note that a lent item is back.
    package static let giveBack = Self(rawValue: "give-back")
    /// Say how often the item is serviced.
    package static let setServicePeriod = Self(rawValue: "set-service-period")
    /// Take an item away.
    public static let remove = Self(rawValue: "remove")
    /// Choose items by a condition.
    package static let filter = Self(rawValue: "filter")
    /// Have what is there replaced.
    package static let replace = Self(rawValue: "replace")
    /// Have what is there replaced, or kept.
    package static let replaceOrMerge = Self(rawValue: "replace-or-merge")
    /// Go on although there are items.
    package static let allowItems = Self(rawValue: "allow-items")
    /// See all that is wrong with the configuration.
    package static let checkConfiguration = Self(rawValue: "check-configuration")
    /// Change the configuration.
    package static let editConfiguration = Self(rawValue: "edit-configuration")
    /// Trust a plugin that is a program of its own, as its file is now.
    package static let trustPlugin = Self(rawValue: "trust-plugin")
    /// Serve at another port.
    package static let choosePort = Self(rawValue: "choose-port")
}
