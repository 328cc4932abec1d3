public import LootCore

/// A store that a configuration can select: `"store": { "use": "memory" }`.
public struct StorePlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// URL schemes whose addresses are handed over whole, as the option `url`: `["postgresql"]`.
    package let schemes: [String]
    /// Opens the store.
    package let open: @Sendable (PluginSettings) async throws(LootError) -> any ItemStore

    /// A store under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [], shortForm: [String] = [],
        schemes: [String] = [],
        open: @escaping @Sendable (PluginSettings) async throws(LootError) -> any ItemStore
    ) {
        descriptor = PluginDescriptor(.store, name, summary: summary, options: options, shortForm: shortForm)
        self.schemes = schemes
        self.open = open
    }
}

/// Opens the store at an address, such as `json:items.json`; the caller closes it.
public typealias OpenStore = @Sendable (_ address: String) async throws(LootError) -> any ItemStore

/// A wrapper around any store: `"with": ["read-only"]`.
public struct DecoratorPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// Wraps the store. A wrapper that needs another store opens it by its address.
    package let wrap:
        @Sendable (any ItemStore, PluginSettings, OpenStore) async throws(LootError) -> any ItemStore

    /// A wrapper under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [],
        wrap:
            @escaping @Sendable (any ItemStore, PluginSettings, OpenStore) async throws(LootError) ->
            any ItemStore
    ) {
        descriptor = PluginDescriptor(.decorator, name, summary: summary, options: options)
        self.wrap = wrap
    }
}

/// A sectioning that a configuration can select: `"sections": { "use": "value", "bounds": [50] }`.
public struct SectioningPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// Makes the sectioning; nil for “no sections at all”.
    package let make: @Sendable (PluginSettings) throws(LootError) -> (any Sectioning)?

    /// A sectioning under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [], shortForm: [String] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> (any Sectioning)?
    ) {
        descriptor = PluginDescriptor(
            .sectioning, name, summary: summary, options: options, shortForm: shortForm)
        self.make = make
    }
}

/// A front end that a configuration can select: `"frontEnd": { "use": "cli" }`.
public struct FrontEndPlugin: Plugin {
    /// A word of the command line that starts the front end: `loot serve`.
    public struct Command: Hashable, Sendable {
        /// The word.
        package let name: String
        /// One line on what it does.
        package let summary: String
        /// Settings that the word implies.
        package let settings: [String: SettingValue]
        /// Command lines worth showing, beginning with the program's name, which is written `loot`.
        package let examples: [Example]

        /// A command line, and what it does.
        package struct Example: Hashable, Sendable {
            /// The whole line.
            package let line: String
            /// What it does.
            package let summary: String
        }

        /// A word, with command lines worth showing and what they do.
        public init(
            _ name: String, summary: String, settings: [String: SettingValue] = [:],
            examples: [(line: String, summary: String)] = []
        ) {
            self.name = name
            self.summary = summary
            self.settings = settings
            self.examples = examples.map { Example(line: $0.line, summary: $0.summary) }
        }
    }

    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// The words that start it; its options are their flags.
    package let commands: [Command]
    /// Makes the front end, ready to run.
    package let make: @Sendable (PluginSettings, any ProgramHost) throws(LootError) -> any FrontEnd

    /// A front end under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [], commands: [Command] = [],
        make: @escaping @Sendable (PluginSettings, any FrontEndHost) throws(LootError) -> any FrontEnd
    ) {
        self.init(builtIn: name, summary: summary, options: options, commands: commands, make: make)
    }

    /// A front end of this package under a name.
    package init(
        builtIn name: String, summary: String, options: [PluginOption] = [], commands: [Command] = [],
        make: @escaping @Sendable (PluginSettings, any ProgramHost) throws(LootError) -> any FrontEnd
    ) {
        descriptor = PluginDescriptor(.frontEnd, name, summary: summary, options: options)
        self.commands = commands
        self.make = make
    }
}
