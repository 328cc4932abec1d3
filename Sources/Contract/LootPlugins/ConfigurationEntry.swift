/// A configuration key with its value and where that came from.
package struct ConfigurationEntry: Hashable, Sendable {
    /// The key path: `store.path`.
    package let path: String
    /// The value, as a configuration file would have it; a secret only says that it is set.
    package let value: String
    /// Where it came from: `default`, a file's name, `LOOT_STORE_PATH`, `--set`.
    package let origin: String

    /// An entry.
    package init(path: String, value: String, origin: String) {
        self.path = path
        self.value = value
        self.origin = origin
    }
}
