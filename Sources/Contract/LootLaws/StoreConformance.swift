public import LootCore

/// Checks a store against the laws of ``/LootCore/ItemStore``.
///
/// ```swift
/// let conformance = StoreConformance("array", [.writable]) { _ in ArrayStore() }
/// for law in StoreConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
///
/// Each law is a ``Case`` and uses a new store. Laws about capabilities that the store doesn't declare are skipped.
/// `LootTesting` checks all laws in a test.
public struct StoreConformance: Sendable {
    /// The name of the store in reports.
    package let name: String
    /// The declared capabilities, which determine the applicable laws.
    let capabilities: StoreCapabilities
    /// The maximum time to wait for an event.
    let patience: Duration
    /// Copies the data of an open store.
    let copying: (@Sendable (_ medium: String, _ copy: String) async throws -> Void)?
    /// Writes items as another program would, without using the store.
    let writing: (@Sendable (_ medium: String, _ items: [Item]) async throws -> Void)?
    /// Opens the store with a name.
    let open: @Sendable (_ medium: String) async throws -> any ItemStore

    /// Creates the laws for the stores that `open` returns.
    ///
    /// `open` receives a name that consists of characters that are valid in file names. A new name means a new store,
    /// which is empty if it is writable. The name of a closed durable store means the same store. The name of an open
    /// shared store means another instance of it. Other stores can ignore the name. `patience` is the maximum time
    /// that a law waits for an event.
    ///
    /// `copying` copies the data of an open store at that moment to another name, to simulate a process that is
    /// killed. Without it, laws about acknowledged commits are skipped for stores that are durable but not shared.
    ///
    /// `writing` writes items as another program would, such as a text editor, without using the store.
    /// Without it, laws about such writes are skipped.
    public init(
        _ name: String, _ capabilities: StoreCapabilities, patience: Duration = .seconds(10),
        copying: (@Sendable (_ medium: String, _ copy: String) async throws -> Void)? = nil,
        writing: (@Sendable (_ medium: String, _ items: [Item]) async throws -> Void)? = nil,
        open: @escaping @Sendable (_ medium: String) async throws -> any ItemStore
    ) {
        self.name = name
        self.capabilities = capabilities
        self.patience = patience
        self.copying = copying
        self.writing = writing
        self.open = open
    }

    /// A law.
    public struct Case: Sendable {
        /// The law as a sentence.
        public let name: String
        /// The capabilities that the law requires.
        package let needs: StoreCapabilities

        let law: @Sendable (Trial) async throws -> Void

        init(
            _ name: String, needs: StoreCapabilities = .writable,
            law: @escaping @Sendable (Trial) async throws -> Void
        ) {
            self.name = name
            self.needs = needs
            self.law = law
        }
    }

    /// All laws, for a parameterized test with one case for each law and store.
    public static let cases: [Case] =
        readingLaws + writingLaws + refusalLaws + conditionLaws + fidelityLaws + queryLaws + historyLaws
        + eventLaws + liveLaws + concurrencyLaws + snapshotLaws + lifetimeLaws + fileLaws + settingsLaws

    /// Checks a law. It is skipped if the store doesn't declare the capabilities that the law requires.
    public func result(of law: Case) async -> LawResult {
        let missing = law.needs.subtracting(capabilities)
        if let name = StoreCapabilities.names.first(where: { missing.contains($0.capability) })?.name {
            return .skipped(reason: "The store doesn't declare “\(name)”.")
        }
        let trial = Trial(of: self)
        let result = await LawResult.of { try await law.law(trial) }
        await trial.end()
        return result
    }
}
