import LootCore

/// The origin of a setting.
struct Origin: Hashable, Sendable {
    /// The name in messages and `config show`: `/home/ann/.config/loot/config.json:2:14`, `LOOT_STORE_PATH`, `--set`.
    let name: String
    /// The folder that relative paths in the setting refer to, or `nil` if it isn't known.
    let folder: String?
    /// Whether the setting applies only to this run, because it is on the command line or in the environment.
    var isOfThisRun = false

    /// Returns the origin of built-in defaults. Paths are relative to the data directory.
    static func builtIn(_ folders: Folders) -> Origin { Origin(name: "default", folder: folders.data) }

    /// The first part of error messages about the setting.
    var failure: String {
        name == "default" ? "can't use a default" : "wrong configuration in \(TextRules.visible(path: name))"
    }
}
