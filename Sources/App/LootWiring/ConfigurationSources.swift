public import LootCore

/// What a configuration is read from: given as values, so that a test needs neither files nor a process of its own.
public struct ConfigurationSources: Sendable {
    /// The environment's variables.
    package var environment: [String: String]
    /// The environment's variables whose values are no text in UTF-8. One that is used as a setting is a problem.
    package var unreadableVariables: Set<String>
    /// The folder that relative paths in the environment and in flags are relative to.
    package var workingDirectory: String
    /// The folder that `~` stands for; nil if there is none.
    package var homeDirectory: String?
    /// The login name of the person who runs the program; nil if it is not known.
    var userName: String?
    /// The bytes of a file by its absolute path, nil if there is no such file. What it throws becomes one of the
    /// configuration's problems.
    package var readFile: @Sendable (String) throws(LootError) -> [UInt8]?
    /// Gives a file, by its absolute path, the content that is made of what it holds, nil if there is no such file. No
    /// other program that goes the same way changes it in between.
    package var changeFile:
        @Sendable (String, ([UInt8]?) throws(LootError) -> [UInt8]) throws(LootError) -> Void
    /// The file that `--config` names.
    package var configurationFile: String?
    /// What each `--set` says: `store.path=items.json`.
    package var settings: [String]
    /// The address that `--store` gives.
    package var storeAddress: String?

    /// Sources, none unless given.
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
                    .unsupported, "can't change the configuration",
                    because: "it can only be read here", place: path)
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
