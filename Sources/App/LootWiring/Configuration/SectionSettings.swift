import LootPlugins

/// The settings of a layer for one section of the configuration.
struct SectionSettings: Sendable {
    /// The key of an option, as spelled in its layer.
    enum Key: Hashable, Sendable {
        /// The option's name.
        case name(String)
        /// The option's name in the environment, in upper case and without underscores.
        case variable(String)
    }

    struct Value: Sendable {
        let key: Key
        /// The origin of the key, which can differ from that of the value.
        let origin: Origin
        let setting: UncheckedSetting
    }

    /// The key path of the settings if it isn't that of the section, as in a list of stores.
    var path: String?
    /// The whole section in short form.
    var shortForm: UncheckedSetting?
    /// Whether the short form takes precedence over `values`.
    var addressWins = false
    /// The plugin's name.
    var use: UncheckedSetting?
    /// The wrappers of the store.
    var with: UncheckedSetting?
    /// The plugin's options.
    var values: [Value] = []

    /// Sets a key that isn't a plugin's option. Returns `false` if the section has no such key.
    mutating func set(_ key: String, to setting: UncheckedSetting, in section: ConfigurationSection) -> Bool {
        guard section.ownKeys.contains(key) else { return false }
        if key == "use" { use = setting } else { with = setting }
        return true
    }
}

/// A layer of the configuration.
struct Layer: Sendable {
    /// The key of the author.
    static let authorKey = "author"
    /// The key of the language.
    static let languageKey = "language"
    /// The key of the list in use.
    static let listKey = "list"
    /// The key of the named lists.
    static let namedListsKey = "lists"
    /// Returns all top-level keys. A front end's name is the key of its options.
    static func keys(_ registry: Registry) -> [String] {
        ConfigurationSection.allCases.map(\.rawValue) + registry.names(of: .frontEnd) + [
            authorKey, languageKey, listKey, namedListsKey,
        ]
            + PluginList.allCases.map(\.rawValue) + Declarations.keys
    }

    /// The settings of each section.
    var sections = BySection<SectionSettings>()
    /// The options of front ends, by name, whether they are selected or not.
    var frontEnds: [String: [SectionSettings.Value]] = [:]
    /// The author of changes.
    var author: UncheckedSetting?
    /// The language.
    var language: UncheckedSetting?
    /// The name of the list in use.
    var list: UncheckedSetting?
    /// The lists of a file, in its order.
    var namedLists: [NamedList] = []
    /// The lists of plugins.
    var lists: [PluginList: UncheckedSetting] = [:]
    /// The declarations of a file, by key; see ``Declarations/keys``.
    var declarations: [String: UncheckedSetting] = [:]
}
