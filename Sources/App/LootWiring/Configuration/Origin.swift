import LootCore

/// The origin of a setting.
struct Origin: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A file, a variable, a command-line option or another source with a name.
        case named
        /// The built-in defaults.
        case builtIn
        /// The address of a store that a command opens.
        case address
        /// The settings of the list.
        case list
    }

    /// The name in messages and `config show`: `/home/ann/.config/loot/config.json:2:14`, `LOOT_STORE_PATH`, `--set`.
    let name: String
    /// The folder that relative paths in the setting refer to, or `nil` if it isn't known.
    let folder: String?
    /// The kind of origin, which determines how errors name it.
    var kind = Kind.named
    /// Whether the setting applies only to this run, because it is on the command line or in the environment.
    var isOfThisRun = false

    /// Returns the origin of built-in defaults. Paths are relative to the data directory.
    static func builtIn(_ folders: Folders) -> Origin {
        Origin(name: "default", folder: folders.data, kind: .builtIn)
    }

    /// Returns the first sentence of an error about the setting with a key path, or about the whole origin if
    /// the path is empty: `Can't use “store.path” in config.json:2:14.`
    func failure(at path: String) -> Message {
        switch kind {
        case .named where path.isEmpty: "Can't use the configuration in \(TextRules.visible(path: name))."
        case .named: "Can't use “\(path)” in \(TextRules.visible(path: name))."
        case .builtIn: "Can't use the default of “\(path)”."
        case .address: "Can't use “\(path)” in the address."
        case .list: "Can't use “\(path)” in the settings of the list."
        }
    }
}
