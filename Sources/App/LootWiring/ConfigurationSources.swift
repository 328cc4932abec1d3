public import LootCore

/// The sources of a configuration. They are values, so tests need neither files nor separate processes.
public struct ConfigurationSources: Sendable {
    /// The environment variables.
    package var environment: [String: String]
    /// The names of environment variables whose values aren't valid UTF-8. If one of them is a setting, an error is
    /// reported.
    package var unreadableVariables: Set<String>
    /// The folder that relative paths in the environment and on the command line refer to.
    package var workingDirectory: String
    /// The folder that `~` refers to, or `nil` if there is none.
    package var homeDirectory: String?
    /// The login name of the user who runs the program, or `nil` if it isn't known.
    var userName: String?
    /// Returns the contents of the file at an absolute path, or `nil` if it doesn't exist. An error that it throws
    /// becomes an error of the configuration.
    package var readFile: @Sendable (String) throws(LootError) -> [UInt8]?
    /// Changes the file at an absolute path. The closure converts its old contents, which are `nil` if it doesn't
    /// exist, to new ones. A lock prevents concurrent changes by other programs that use this function.
    package var changeFile:
        @Sendable (String, ([UInt8]?) throws(LootError) -> [UInt8]) throws(LootError) -> Void
    /// The file specified with `--config`.
    package var configurationFile: String?
    /// The arguments of `--set`: `store.path=items.json`.
    package var settings: [String]
    /// The address specified with `--store`.
    package var storeAddress: String?

    /// Creates sources. By default, they are empty and read-only.
    public init(
        environment: [String: String] = [:], unreadableVariables: Set<String> = [],
        workingDirectory: String = "/", homeDirectory: String? = nil, userName: String? = nil,
        configurationFile: String? = nil, settings: [String] = [], storeAddress: String? = nil,
        readFile: @escaping @Sendable (String) throws(LootError) -> [UInt8]? = { _ in nil },
        changeFile:
            @escaping @Sendable (
                String, ([UInt8]?) throws(LootError) -> [UInt8]
            ) throws(LootError) -> Void = { (path, _) throws(LootError) in
                throw LootError(
                    .unsupported, "Can't change the configuration.", reason: "It is read-only.", place: path)
            }
    ) {
        self.environment = environment
        self.unreadableVariables = unreadableVariables
        self.workingDirectory = workingDirectory
        self.homeDirectory = homeDirectory
        self.userName = userName
        self.readFile = readFile
        self.changeFile = changeFile
        self.configurationFile = configurationFile
        self.settings = settings
        self.storeAddress = storeAddress
    }
}
