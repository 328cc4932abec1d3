package import CommandLineKit

/// The options of the program, which are allowed before or after the command.
package enum GlobalOptions {
    /// The configuration file.
    package static let configuration = Option.value(
        "config", "FILE", "Use this configuration file", values: .file, group: group
    ).global
    /// Configuration settings: `store.path=items.json`.
    package static let settings = Option.values(
        "set", "KEY=VALUE", "Set a key of the configuration: store.path=items.json",
        values: Known.settings.values, group: group
    ).global
    /// The store's address.
    package static let store = Option.value(
        "store", "ADDRESS", "Use this store: json:items.json, memory:", values: Known.addresses.values,
        group: group
    ).global
    /// The name of the list.
    package static let list = Option.value(
        "list", "NAME", "Use this list from the configuration", values: Known.lists.values, group: group
    ).global
    /// The language of messages.
    package static let language = Option.value(
        "lang", "LANGUAGE", "Use this language: de, pt-BR", values: .suggested(Language.tags), group: group
    ).global
    /// Whether to print only the version.
    package static let version = Option.flag("version", "Print the version", group: group).global

    /// The use of colors, or `nil` if not specified.
    static let color = Option<CLIConfiguration.Color?>.choice(
        "color", "WHEN", "Whether to use colors", CLIConfiguration.Color.allCases.map { ($0.rawValue, $0) },
        default: nil, group: group
    ).global
    /// Whether to omit messages about completed changes.
    static let quiet = Option.flag("quiet", short: "q", "Print nothing on success", group: group)
        .global
    /// Whether to write long output without a pager.
    static let noPager = Option.flag("no-pager", "Don't page long output", group: group).global

    static var all: [any AnyOption] {
        [configuration, settings, store, list, language, color, quiet, noPager, version]
    }
    private static let group: Message = "Global options"
}
