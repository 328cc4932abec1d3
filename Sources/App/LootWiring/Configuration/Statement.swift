/// What one layer says about one section of the configuration.
struct Statement: Sendable {
    /// A key of an option, as its layer spells it.
    enum Key: Hashable, Sendable {
        /// The option's name.
        case name(String)
        /// The option's name in the environment: upper case, underscores left out.
        case variable(String)
    }

    struct Value: Sendable {
        let key: Key
        /// Where the key stands; its value may stand elsewhere.
        let origin: Origin
        let stated: Stated
    }

    /// A whole section in short form.
    var shortForm: Stated?
    /// Whether the short form counts more than `values`.
    var addressWins = false
    /// The plugin's name.
    var use: Stated?
    /// The wrappers of the store.
    var with: Stated?
    /// The plugin's options.
    var values: [Value] = []

    /// Takes note of what is said for a key other than an option's; false if it is not one of those.
    mutating func set(_ key: String, to stated: Stated, in slot: Slot) -> Bool {
        guard slot.ownKeys.contains(key) else { return false }
        if key == "use" { use = stated } else { with = stated }
        return true
    }
}

/// What one layer says.
struct Layer: Sendable {
    /// The key that belongs to no section.
    static let authorKey = "author"
    /// The key of the person's language.
    static let languageKey = "language"
    /// Every key that may stand outermost.
    static let keys =
        Slot.allCases.map(\.rawValue) + [authorKey, languageKey] + PluginList.allCases.map(\.rawValue)
        + Declarations.keys

    /// What it says of each section.
    var sections = BySlot<Statement>()
    /// Who makes the changes.
    var author: Stated?
    /// The language that people read.
    var language: Stated?
    /// Lists of plugins.
    var lists: [PluginList: Stated] = [:]
    /// What a file says of lists, by ``Declarations/keys``.
    var declarations: [String: Stated] = [:]
}
