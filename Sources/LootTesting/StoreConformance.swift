public import LootCore
public import Testing

/// The laws of ``/LootCore/ItemStore``, put to a store.
///
/// ```swift
/// @Test func `the store keeps the laws`() async {
///     await StoreConformance("array", [.writable]) { _ in ArrayStore() }.check()
/// }
/// ```
///
/// Each law is a ``Case`` and runs on a store of its own. A law about something that the store does not declare among
/// its capabilities is left out. A broken law is recorded as an issue at the caller's place in the source, and names
/// the store, the law and what was found.
public struct StoreConformance: Sendable {
    /// The store's name in reports.
    public let name: String
    /// What the store says it can do, which decides what is asked of it.
    public let capabilities: StoreCapabilities
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
        public let needs: StoreCapabilities

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

    /// Puts every law that concerns the store to it, and a few hundred random steps.
    public func check(sourceLocation: SourceLocation = #_sourceLocation) async {
        for law in cases { await check(law, sourceLocation: sourceLocation) }
        await checkRandomly(seed: 1, sourceLocation: sourceLocation)
    }

    /// Puts one law to the store; one that does not concern it always holds.
    public func check(_ law: Case, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let failure = await failure(of: law) else { return }
        Issue.record(
            "The store “\(name)” breaks the law “\(law.name)”: \(failure)", sourceLocation: sourceLocation)
    }

    /// What is wrong, nil if the law holds.
    private func failure(of law: Case) async -> String? {
        guard capabilities.isSuperset(of: law.needs) else { return nil }
        let trial = Trial(of: self)
        var failure: String?
        do { try await law.law(trial) } catch { failure = "\(error)" }
        await trial.end()
        return failure
    }
}

extension StoreConformance: CustomTestStringConvertible, Identifiable {
    /// The store's name.
    public var testDescription: String { name }
    /// The store's name.
    public var id: String { name }
}

extension StoreConformance.Case: CustomTestStringConvertible, Identifiable {
    /// The law as a sentence.
    public var testDescription: String { name }
    /// The law as a sentence.
    public var id: String { name }
}
