public import LootCore

/// A user interface or a server for a store.
public protocol FrontEnd: Sendable {
    /// Runs until the front end is done. If this method throws, the program reports the error and exits with the
    /// error's exit status.
    func run() async throws(LootError) -> ExitStatus
}

/// The application in which a front end runs.
///
/// The store is opened when it is first used, so that front ends can show help, the configuration and plugins even if
/// it can't be opened.
public protocol FrontEndHost: Sendable {
    /// The environment variables of the process.
    var environment: [String: String] { get }

    /// The author of changes in the history, or `nil` if unknown.
    var author: String? { get }

    /// The user's language: the configured one, or else that of the environment.
    var language: Language { get }

    /// Returns the configured store. The first call opens it.
    func store() async throws(LootError) -> any ItemStore

    /// Opens the store at an address, such as `json:items.json`. The caller closes it.
    func store(at address: String) async throws(LootError) -> any ItemStore

    /// Returns the configured sectioning, or `nil` if there is none.
    func sectioning() throws(LootError) -> (any Sectioning)?

    /// Returns the sectioning for a short form, such as `value:25,50`, or `nil` for no sections.
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)?
}
