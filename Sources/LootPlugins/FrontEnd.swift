public import LootCore

/// Shows a store to a user, until they are done.
public protocol FrontEnd: Sendable {
    /// Runs to the end. What is thrown the program reports, and ends with its exit status.
    func run() async throws(LootError) -> ExitStatus
}

/// The application that a front end runs in: what was wired, and what the wiring knows of itself.
///
/// The store is opened at its first use, so that help, configuration and plugins can be shown
/// whatever state it is in.
public protocol FrontEndHost: Sendable {
    /// The process's environment.
    var environment: [String: String] { get }

    /// Who makes the changes, as the history shows it; nil if that is not known.
    ///
    /// The default implementation has none.
    var author: String? { get }

    /// Every plugin that a configuration could select.
    var plugins: [PluginDescriptor] { get }

    /// The words of a command line that start front ends.
    var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] { get }

    /// The configured store, opened at the first call and the same from then on.
    func store() async throws(LootError) -> any ItemStore

    /// A store by its address, such as `json:items.json`; the caller closes it.
    func store(at address: String) async throws(LootError) -> any ItemStore

    /// The file that the configured store keeps its items in; nil for one that keeps them elsewhere.
    var storeFile: StoreFile? { get }

    /// The configured sectioning; nil for none.
    func sectioning() throws(LootError) -> (any Sectioning)?

    /// A sectioning by its short form, such as `value:25,50`; nil for none.
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)?

    /// The views that the configuration keeps, as it is now.
    ///
    /// The default implementation has none.
    func views() -> [SavedView]

    /// Keeps a view in the configuration, in the place of one that has its name.
    ///
    /// The default implementation keeps none, and says so.
    func keep(_ view: SavedView) throws(LootError)

    /// Takes the view of a name out of the configuration.
    ///
    /// - Returns: what it was.
    /// - Throws: ``/LootCore/LootError`` with code `unknownView` where there is none.
    @discardableResult
    func removeView(_ name: String) throws(LootError) -> SavedView

    /// The fields of their own that people have declared, and what items can begin with.
    ///
    /// The default implementation has none.
    var ownFields: OwnFields { get }

    /// The configured catalogs of products, in the order in which they are asked.
    ///
    /// The default implementation has none.
    func catalogs() throws(LootError) -> [any ProductCatalog]

    /// The formats that files can be imported from, in the order in which a file's name is compared with them.
    ///
    /// The default implementation has none.
    func importers() throws(LootError) -> [FileImporter]

    /// The formats that items can be exported to, in the order in which a file's name is compared with them.
    ///
    /// The default implementation has none.
    func exporters() throws(LootError) -> [FileExporter]

    /// The plugins that are programs of their own; nil where none can be run.
    ///
    /// The default implementation has nil.
    var programs: (any PluginPrograms)? { get }

    /// Words of a person's own that stand for the beginning of a command line, by name, with the line.
    ///
    /// The default implementation has none.
    var aliases: [(name: String, line: String)] { get }

    /// The file that the configuration is kept in, whether it is there or not; nil where there is no place for one.
    ///
    /// The default implementation has none.
    var configurationFile: String? { get }

    /// Sets a key of the configuration's file, which stays as it is but for that; nil takes the key out.
    ///
    /// The default implementation sets none, and says so.
    ///
    /// - Returns: whether the file is another one now.
    /// - Throws: ``/LootCore/LootError``, also for a value with which the configuration could not be used.
    @discardableResult
    func configure(_ key: String, to value: String?) throws(LootError) -> Bool

    /// Every configuration key that has a value, and where the value came from.
    func configuration() -> [ConfigurationEntry]

    /// Everything that is wrong with the configuration.
    func configurationProblems() -> [LootError]

    /// Everything that is wrong with the configuration as its file is by now.
    ///
    /// The default implementation says what was wrong when the program began.
    func configurationProblemsNow() -> [LootError]

    /// The JSON Schema of configuration files.
    func configurationSchema() -> String

    /// Runs another front end by one of its words, with settings that come before the configured ones.
    func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue]) async throws(LootError)
        -> ExitStatus
}

extension FrontEndHost {
    /// Not known.
    public var author: String? { nil }

    /// None.
    public var storeFile: StoreFile? { nil }

    /// None.
    public func views() -> [SavedView] { [] }

    /// Not possible.
    public func keep(_ view: SavedView) throws(LootError) {
        throw LootError(
            .unsupported, "can't keep the view \(TextRules.quoted(view.name))",
            because: "there is no configuration to keep it in")
    }

    /// Not there.
    @discardableResult
    public func removeView(_ name: String) throws(LootError) -> SavedView { try views().named(name) }

    /// None.
    public var ownFields: OwnFields { .none }

    /// None.
    public var aliases: [(name: String, line: String)] { [] }

    /// None.
    public var configurationFile: String? { nil }

    /// What was wrong when the program began.
    public func configurationProblemsNow() -> [LootError] { configurationProblems() }

    /// Not possible.
    @discardableResult
    public func configure(_ key: String, to value: String?) throws(LootError) -> Bool {
        throw LootError(
            .unsupported, "can't set \(TextRules.quoted(key))",
            because: "there is no configuration to keep it in")
    }

    /// None.
    public func catalogs() throws(LootError) -> [any ProductCatalog] { [] }
}

/// The file of a store, which need not be there.
public struct StoreFile: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// Whether the command line or the environment names it, for this run; not a configuration file or a default,
    /// which name the place of a list that is still to begin.
    public let isNamedForThisRun: Bool

    /// A file.
    public init(path: String, isNamedForThisRun: Bool) {
        self.path = path
        self.isNamedForThisRun = isNamedForThisRun
    }
}

/// A configuration key with its value and where that came from.
public struct ConfigurationEntry: Hashable, Sendable {
    /// The key path: `store.path`.
    public let path: String
    /// The value, as a configuration file would have it; a secret only says that it is set.
    public let value: String
    /// Where it came from: `default`, a file's name, `LOOT_STORE_PATH`, `--set`.
    public let origin: String

    /// An entry.
    public init(path: String, value: String, origin: String) {
        self.path = path
        self.value = value
        self.origin = origin
    }
}
