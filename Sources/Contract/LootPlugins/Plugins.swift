public import LootCore

/// A plugin for a store: `"store": { "use": "memory" }`.
public struct StorePlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// URL schemes such as `["postgresql"]`. Addresses with these schemes are passed unchanged as the option `url`.
    package let schemes: [String]
    /// Opens the store.
    package let open: @Sendable (PluginSettings) async throws(LootError) -> any ItemStore

    /// Creates a named store.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [], shortForm: [String] = [],
        schemes: [String] = [],
        open: @escaping @Sendable (PluginSettings) async throws(LootError) -> any ItemStore
    ) {
        descriptor = PluginDescriptor(.store, name, summary: summary, options: options, shortForm: shortForm)
        self.schemes = schemes
        self.open = open
    }
}

/// A closure that opens the store at an address, such as `json:items.json`. The caller closes the store.
public typealias OpenStore = @Sendable (_ address: String) async throws(LootError) -> any ItemStore

/// A plugin for a wrapper around a store: `"with": ["read-only"]`.
public struct DecoratorPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// Wraps the store. A wrapper can open another store by its address.
    package let wrap:
        @Sendable (any ItemStore, PluginSettings, OpenStore) async throws(LootError) -> any ItemStore

    /// Creates a named wrapper.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [],
        wrap:
            @escaping @Sendable (any ItemStore, PluginSettings, OpenStore) async throws(LootError) ->
            any ItemStore
    ) {
        descriptor = PluginDescriptor(.decorator, name, summary: summary, options: options)
        self.wrap = wrap
    }
}

/// A plugin for a sectioning: `"sections": { "use": "value", "bounds": [50] }`.
public struct SectioningPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// Creates the sectioning, or returns `nil` for no sections.
    package let make: @Sendable (PluginSettings) throws(LootError) -> (any Sectioning)?

    /// Creates a named sectioning.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [], shortForm: [String] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> (any Sectioning)?
    ) {
        descriptor = PluginDescriptor(
            .sectioning, name, summary: summary, options: options, shortForm: shortForm)
        self.make = make
    }
}

/// A plugin for a front end: `"frontEnd": { "use": "cli" }`.
public struct FrontEndPlugin: Plugin {
    /// A command that starts the front end: `loot serve`.
    public struct Command: Hashable, Sendable {
        /// The name of the command.
        package let name: String
        /// A one-line description.
        package let summary: Message
        /// The settings implied by the command.
        package let settings: [String: SettingValue]
        /// Examples of command lines. They begin with `loot`, the name of the program.
        package let examples: [Example]
        /// The condition under which the command greets a new user, and asks for their currency.
        package let greeting: Greeting

        /// The condition under which a command greets a new user.
        package enum Greeting: Hashable, Sendable {
            case always
            case never
            /// The command greets only if a flag of the plugin is set, such as `open`.
            case withFlag(String)
        }

        /// A command line with its description.
        package struct Example: Hashable, Sendable {
            /// The complete command line.
            package let line: String
            /// The description.
            package let summary: Message
        }

        /// Creates a command with examples.
        public init(
            _ name: String, summary: Message, settings: [String: SettingValue] = [:],
            examples: [(line: String, summary: Message)] = []
        ) { self.init(name, summary: summary, settings: settings, greeting: .never, examples: examples) }

        /// Creates a command of this package.
        package init(
            _ name: String, summary: Message, settings: [String: SettingValue] = [:], greeting: Greeting,
            examples: [(line: String, summary: Message)]
        ) {
            self.name = name
            self.summary = summary
            self.settings = settings
            self.greeting = greeting
            self.examples = examples.map { Example(line: $0.line, summary: $0.summary) }
        }
    }

    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// The commands that start the front end. The plugin's options are their command-line options.
    package let commands: [Command]
    /// Returns the words that can't be IDs of actions.
    package let words: @Sendable () -> [String]
    /// Creates the front end.
    package let make: @Sendable (PluginSettings, any ProgramHost) throws(LootError) -> any FrontEnd

    /// Creates a named front end.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [], commands: [Command] = [],
        make: @escaping @Sendable (PluginSettings, any FrontEndHost) throws(LootError) -> any FrontEnd
    ) {
        self.init(builtIn: name, summary: summary, options: options, commands: commands, make: make)
    }

    /// Creates a named front end of this package.
    package init(
        builtIn name: String, summary: Message, options: [PluginOption] = [], commands: [Command] = [],
        words: @autoclosure @escaping @Sendable () -> [String] = [],
        make: @escaping @Sendable (PluginSettings, any ProgramHost) throws(LootError) -> any FrontEnd
    ) {
        descriptor = PluginDescriptor(.frontEnd, name, summary: summary, options: options)
        self.commands = commands
        self.words = words
        self.make = make
    }
}
