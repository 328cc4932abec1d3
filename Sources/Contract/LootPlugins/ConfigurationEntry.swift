/// A configuration key with its value and the origin of the value.
package struct ConfigurationEntry: Hashable, Sendable {
    /// The key path, for example `store.path`.
    package let path: String
    /// The value in the format of configuration files. Secrets are replaced by a note that they are set.
    package let value: String
    /// The origin: `default`, the name of a file, an environment variable such as `LOOT_STORE_PATH`, or `--set`.
    package let origin: String

    /// Creates an entry.
    package init(path: String, value: String, origin: String) {
        self.path = path
        self.value = value
        self.origin = origin
    }
}
