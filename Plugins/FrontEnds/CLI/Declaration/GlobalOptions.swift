public import CommandLineKit

/// The options of the whole program, which stand before or behind its command: what the wiring has to know.
public enum GlobalOptions {
    /// The configuration file.
    public static let configuration = Option.value(
        "config", "FILE", "Read this configuration file", values: .file, group: group
    ).global
    /// Configuration keys, `store.path=items.json`.
    public static let settings = Option.values(
        "set", "KEY=VALUE", "Set a configuration key: store.path=items.json",
        values: Known.settings.values, group: group
    ).global
    /// The store's address.
    public static let store = Option.value(
        "store", "ADDRESS", "Use this store: json:items.json, memory:", values: Known.addresses.values,
        group: group
    ).global
    /// Whether the version is asked for, and nothing else.
    public static let version = Option.flag("version", "Print the version", group: group).global

    static var all: [any AnyOption] { [configuration, settings, store, version] }
    private static let group = "Global options"
}
