import LootCore

/// Where something was said.
struct Origin: Hashable, Sendable {
    /// What messages and `config show` call it: `/home/ann/.config/loot/config.json:2:14`, `LOOT_STORE_PATH`, `--set`.
    let name: String
    /// The folder that relative paths said there are relative to; nil if it is not known.
    let folder: String?
    /// Whether it was said for this run alone: on the command line or in the environment.
    var isOfThisRun = false

    /// What is built in: paths are relative to the data directory.
    static func builtIn(_ folders: Folders) -> Origin { Origin(name: "default", folder: folders.data) }

    /// What fails when something said there is wrong.
    var failure: String {
        name == "default" ? "can't use a default" : "wrong configuration in \(TextRules.visible(path: name))"
    }
}
