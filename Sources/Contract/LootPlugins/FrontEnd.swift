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

    /// The person's language: the configured one, otherwise the one of the environment.
    var language: Language { get }

    /// The configured store, opened at the first call and the same from then on.
    func store() async throws(LootError) -> any ItemStore

    /// A store by its address, such as `json:items.json`; the caller closes it.
    func store(at address: String) async throws(LootError) -> any ItemStore

    /// The configured sectioning; nil for none.
    func sectioning() throws(LootError) -> (any Sectioning)?

    /// A sectioning by its short form, such as `value:25,50`; nil for none.
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)?
}
