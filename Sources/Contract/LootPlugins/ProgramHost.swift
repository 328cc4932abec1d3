package import LootCore

/// The host as the front ends of this package know it: with all that the wiring knows of itself.
package protocol ProgramHost: FrontEndHost {
    /// Every plugin that a configuration could select.
    var plugins: [PluginDescriptor] { get }

    /// The words of a command line that start front ends.
    var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] { get }

    /// The file that the configured store keeps its items in; nil for one that keeps them elsewhere.
    var storeFile: StoreFile? { get }

    /// The file in which the store at an address keeps its items, or will; `nil` for a store that keeps them elsewhere.
    func storeFile(at address: String) throws(LootError) -> StoreFile?

    /// The views that the configuration keeps, as it is now.
    func views() -> [SavedView]

    /// Keeps a view in the configuration, in the place of one that has its name.
    func keep(_ view: SavedView) throws(LootError)

    /// Takes the view of a name out of the configuration.
    ///
    /// - Returns: what it was.
    /// - Throws: ``/LootCore/LootError`` with code `unknownView` where there is none.
    @discardableResult
    func removeView(_ name: String) throws(LootError) -> SavedView

    /// The fields of their own that people have declared, and what items can begin with.
    var ownFields: OwnFields { get }

    /// The configured catalogs of products, in the order in which they are asked.
    func catalogs() throws(LootError) -> [any ProductCatalog]

    /// The formats that files can be imported from, in the order in which a file's name is compared with them.
    func importers() throws(LootError) -> [FileImporter]

    /// The formats that items can be exported to, in the order in which a file's name is compared with them.
    func exporters() throws(LootError) -> [FileExporter]

    /// The plugins that are programs of their own; nil where none can be run.
    var programs: (any PluginPrograms)? { get }

    /// Words of a person's own that stand for the beginning of a command line, by name, with the line.
    var aliases: [(name: String, line: String)] { get }

    /// The file that the configuration is kept in, whether it is there or not; nil where there is no place for one.
    var configurationFile: String? { get }

    /// Sets a key of the configuration's file, which stays as it is but for that; nil takes the key out.
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
    func configurationProblemsNow() -> [LootError]

    /// The JSON Schema of configuration files.
    func configurationSchema() -> String

    /// Runs another front end by one of its words, with settings that come before the configured ones.
    func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue]) async throws(LootError)
        -> ExitStatus
}

/// The file of a store, which need not be there.
package struct StoreFile: Hashable, Sendable {
    /// Where it is.
    package let path: String
    /// Whether the command line or the environment names it, for this run; not a configuration file or a default,
    /// which name the place of a list that is still to begin.
    package let isNamedForThisRun: Bool

    /// A file.
    package init(path: String, isNamedForThisRun: Bool) {
        self.path = path
        self.isNamedForThisRun = isNamedForThisRun
    }
}
