import LootPlugins

/// The settings of a layer for one section of the configuration.
struct Statement: Sendable {
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
        let stated: Stated
    }

    /// The whole section in short form.
    var shortForm: Stated?
    /// Whether the short form takes precedence over `values`.
    var addressWins = false
    /// The plugin's name.
    var use: Stated?
    /// The wrappers of the store.
    var with: Stated?
    /// The plugin's options.
    var values: [Value] = []

    /// Sets a key that isn't a plugin's option. Returns `false` if the section has no such key.
    mutating func set(_ key: String, to stated: Stated, in slot: Slot) -> Bool {
        guard slot.ownKeys.contains(key) else { return false }
        if key == "use" { use = stated } else { with = stated }
        return true
    }
}

/// A layer of the configuration.
struct Layer: Sendable {
    /// The key of the author.
    static let authorKey = "author"
    /// The key of the language.
    static let languageKey = "language"
    /// Returns all top-level keys. A front end's name is the key of its options.
    static func keys(_ registry: Registry) -> [String] {
        Slot.allCases.map(\.rawValue) + registry.names(of: .frontEnd) + [authorKey, languageKey]
            + PluginList.allCases.map(\.rawValue) + Declarations.keys
    }

    /// The settings of each section.
    var sections = BySlot<Statement>()
    /// The options of front ends, by name, whether they are selected or not.
    var frontEnds: [String: [Statement.Value]] = [:]
    /// The author of changes.
    var author: Stated?
    /// The language.
    var language: Stated?
    /// The lists of plugins.
    var lists: [PluginList: Stated] = [:]
    /// The declarations of a file, by key; see ``Declarations/keys``.
    var declarations: [String: Stated] = [:]
}
