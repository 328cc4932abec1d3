public import LootCore

/// The laws of ``/LootCore/ItemStore``, put to a store.
///
/// ```swift
/// let conformance = StoreConformance("array", [.writable]) { _ in ArrayStore() }
/// for law in conformance.cases { print(law.name, await conformance.failure(of: law) ?? "holds") }
/// ```
///
/// Each law is a ``Case`` and runs on a store of its own. A law about something that the store does not declare among
/// its capabilities is left out. `LootTesting` puts all of them to a store in a test.
public struct StoreConformance: Sendable {
    /// The store's name in reports.
    package let name: String
    /// What the store says it can do, which decides what is asked of it.
    let capabilities: StoreCapabilities
    /// How long a law waits for an event that does not come.
    let patience: Duration
    /// Copies what lies on a medium that is in use.
    let copying: (@Sendable (_ medium: String, _ copy: String) async throws -> Void)?
    /// Puts items on a medium as another program does, which knows nothing of the store.
    let writing: (@Sendable (_ medium: String, _ items: [Item]) async throws -> Void)?
    /// Opens the store whose data lies under a name.
    let open: @Sendable (_ medium: String) async throws -> any ItemStore

    /// The laws, put to the stores that `open` makes.
    ///
    /// What `open` gets is the name of a medium, a plain word that can be part of a file's name. A name that was not
    /// used before is a new store, without items if it is writable. The name of a durable store that was closed is
    /// that store again; the name of a shared one that is open is a second way to it. A store that is neither may
    /// ignore the name. `patience` is how long a law waits for an event that does not come.
    ///
    /// `copying` puts what lies on a medium in this moment under another name, while a store has it open: what a
    /// process that is killed leaves behind. Without it a durable store that is not shared is not asked what it has
    /// written when it acknowledges.
    ///
    /// `writing` puts items on a medium as another program does that knows nothing of the store, as an editor writes a
    /// file. Without it nothing is asked about such writes.
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

    /// One law.
    public struct Case: Sendable {
        /// The law as a sentence.
        public let name: String
        /// What a store must be able to do for the law to concern it.
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

    /// Every law, for a parameterized test that shows each of them for each store.
    public static let cases: [Case] =
        readingLaws + writingLaws + refusalLaws + conditionLaws + fidelityLaws + queryLaws + historyLaws
        + eventLaws + liveLaws + concurrencyLaws + snapshotLaws + lifetimeLaws + fileLaws

    /// The laws that concern this store.
    public var cases: [Case] { StoreConformance.cases.filter { capabilities.isSuperset(of: $0.needs) } }

    /// What is wrong with the store by one law; nil if that holds, or does not concern it.
    public func failure(of law: Case) async -> String? {
        guard capabilities.isSuperset(of: law.needs) else { return nil }
        let trial = Trial(of: self)
        var failure: String?
        do { try await law.law(trial) } catch { failure = "\(error)" }
        await trial.end()
        return failure
    }
}
