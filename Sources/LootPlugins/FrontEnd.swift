public import LootCore

/// Shows a store to a user, until they are done.
public protocol FrontEnd: Sendable {
    /// Runs to the end. What is thrown the program reports, and ends with its exit status.
    func run() async throws(LootError) -> ExitStatus
}

/// The application that a front end runs in: what was wired.
///
/// The store is opened at its first use, so that help, configuration and plugins can be shown
/// whatever state it is in.
public protocol FrontEndHost: Sendable {
    /// The process's environment.
    var environment: [String: String] { get }

    /// Who makes the changes, as the history shows it; nil if that is not known.
    var author: String? { get }

    /// The configured store, opened at the first call and the same from then on.
    func store() async throws(LootError) -> any ItemStore

    /// A store by its address, such as `json:items.json`; the caller closes it.
    func store(at address: String) async throws(LootError) -> any ItemStore

    /// The configured sectioning; nil for none.
    func sectioning() throws(LootError) -> (any Sectioning)?

    /// A sectioning by its short form, such as `value:25,50`; nil for none.
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)?

    /// Every configuration key that has a value, and where the value came from.
    func configuration() -> [ConfigurationEntry]
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
    package init(path: String, value: String, origin: String) {
        self.path = path
        self.value = value
        self.origin = origin
    }
}
