package import LootCore
package import LootQueryText

/// The host of this package's front ends, with full access to plugins and the configuration.
package protocol ProgramHost: FrontEndHost {
    /// The available plugins.
    var plugins: [PluginDescriptor] { get }

    /// The commands that start front ends.
    var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] { get }

    /// The name of the list in use, or `nil` if the configuration names no lists or another store is in use.
    var listName: String? { get }

    /// The names of the lists in the configuration.
    var listNames: [String] { get }

    /// Returns a host for each list that the configuration names, in order. Returns an empty array if it names fewer than
    /// two lists, or if the command line or the environment specifies a list or store.
    func hostsOfLists() -> [any ProgramHost]

    /// Closes the store if it is open. The next call of ``FrontEndHost/store()`` opens it again.
    func closeStore() async throws(LootError)

    /// The list's settings as last read. Empty before the store is opened.
    var listSettings: ListSettings { get }

    /// Returns the problems of the views, custom fields and templates in settings of a list.
    func problems(of settings: ListSettings) -> [LootError]

    /// Reads the settings of the list again. Front ends call it when another program may have changed them.
    func readListSettings() async

    /// The file of the configured store, or `nil` if it doesn't use a file.
    var storeFile: StoreFile? { get }

    /// Returns the file of the store at an address, whether it exists or not, or `nil` if the store doesn't use a
    /// file.
    func storeFile(at address: String) throws(LootError) -> StoreFile?

    /// Returns the saved views of the list, followed by other views of the configuration.
    func views() -> [SavedView]

    /// Saves a view in the configuration. Replaces a view with the same name.
    func keep(_ view: SavedView) throws(LootError)

    /// Removes a saved view from the configuration.
    ///
    /// - Returns: The removed view.
    /// - Throws: ``/LootCore/LootError`` with code `unknown-view` if it doesn't exist.
    @discardableResult
    func removeView(_ name: String) throws(LootError) -> SavedView

    /// The declared custom fields and the templates for items.
    var ownFields: OwnFields { get }

    /// Returns the configured product catalogs, in the order in which they are asked.
    func catalogs() throws(LootError) -> [any ProductCatalog]

    /// Returns the importers, in the order in which they are matched with a file's name.
    func importers() throws(LootError) -> [FileImporter]

    /// Returns the exporters, in the order in which they are matched with a file's name.
    func exporters() throws(LootError) -> [FileExporter]

    /// The actions with their configured settings, in the order in which front ends list them.
    var actions: [Action] { get }

    /// The plugins that are separate programs, or `nil` if programs can't be run.
    var programs: (any PluginPrograms)? { get }

    /// The configured aliases: names that are replaced by the beginning of a command line.
    var aliases: [(name: String, line: String)] { get }

    /// The path of the configuration file, whether it exists or not, or `nil` if there is no location for it.
    var configurationFile: String? { get }

    /// Sets a key in the configuration file and keeps the rest of the file unchanged. `nil` removes the key.
    ///
    /// - Returns: Whether the file was changed.
    /// - Throws: ``/LootCore/LootError``, for example if the value would make the configuration invalid.
    @discardableResult
    func configure(_ key: String, to value: String?) throws(LootError) -> Bool

    /// Returns all configuration keys that have a value.
    func configuration() -> [ConfigurationEntry]

    /// Returns the problems of the configuration in use.
    func configurationProblems() -> [LootError]

    /// Returns the problems of the configuration file in its current state.
    func configurationProblemsNow() -> [LootError]

    /// Returns the JSON Schema of configuration files.
    func configurationSchema() -> String

    /// Runs another front end by one of its commands. `settings` take precedence over the configuration.
    func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue]) async throws(LootError)
        -> ExitStatus
}

extension ProgramHost {
    /// The name of a list without a title: its name in the configuration, or else that of its file.
    package var nameWithoutTitle: String? {
        if let listName { return listName }
        guard let name = storeFile?.path.split(separator: "/").last else { return nil }
        return name.dropFirst().lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
    }
}

/// The file of a store, which may not exist.
package struct StoreFile: Hashable, Sendable {
    /// The path.
    package let path: String
    /// Whether the command line or the environment specifies the file for this run. A file from a configuration file,
    /// or the default one, may belong to a list that doesn't exist yet.
    package let isNamedForThisRun: Bool

    /// Creates a reference to a store's file.
    package init(path: String, isNamedForThisRun: Bool) {
        self.path = path
        self.isNamedForThisRun = isNamedForThisRun
    }
}
