public import LootCore

/// Checks a decorator against the laws of ``/LootCore/StoreWrapper``, in addition to those of a store.
///
/// ```swift
/// let conformance = DecoratorConformance("full") { FullStore(wrapped: $0, most: 100) }
/// ```
///
/// A decorator is also a store: check it with a ``StoreConformance``.
public struct DecoratorConformance: PluginConformance {
    private let name: String
    private let patience: Duration
    private let wrap: @Sendable (any ItemStore) async throws -> any ItemStore

    /// Creates the laws for the decorator that `wrap` returns around the given store. `patience` is the maximum time
    /// that a law waits for an event.
    public init(
        _ name: String, patience: Duration = .seconds(10),
        wrap: @escaping @Sendable (any ItemStore) async throws -> any ItemStore
    ) {
        (self.name, self.patience, self.wrap) = (name, patience, wrap)
    }

    /// The name of the decorator in reports.
    public var subject: String { "The decorator “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<DecoratorConformance>] = [
        PluginLaw("a decorator declares nothing that the wrapped store can't do") { trial in
            let wrapped = FixedStore()
            let extra = try await trial.wrap(wrapped).capabilities.subtracting(wrapped.capabilities)
            // A wrapper can implement snapshots and a history itself.
            try require(
                extra.isDisjoint(with: [.writable, .durable, .shared, .files]),
                "it declares \(extra), and the wrapped store doesn't")
        },
        PluginLaw("a change to the wrapped store is read, and its event arrives once") { trial in
            let wrapped = FixedStore(ItemFixtures.items(3, seed: 1))
            let store = try await trial.wrap(wrapped)
            let before = try await store.summary().revision
            let watcher = store.events()
            let commit = try await wrapped.apply([.insert(Item(name: "Lamp"))])
            let events = await watcher.events(atMost: 1, within: trial.patience).events
            try require(
                events == [.committed(commit)] || events == [.reloaded(commit.revision)],
                "after a commit an observer receives \(events.map(\.spelled))")
            let after = try await store.summary().revision
            try require(after > before, "after a commit the revision is \(after), and it was \(before)")
            try await store.close()
            let rest = await watcher.events(atMost: .max, within: trial.patience)
            try require(rest.events.isEmpty, "the event arrives again: \(rest.events.map(\.spelled))")
            try require(rest.isEnded, "the stream of events doesn't end")
        },
        PluginLaw("an error of the wrapped store is passed on") { trial in
            let error = LootError(.damaged, "Can't read the list.", reason: "The disk is missing.")
            do {
                _ = try await trial.wrap(FixedStore(failing: error)).page(of: .all, rows: 0..<10)
            } catch {
                return try require((error as? LootError)?.code == .damaged, "it throws “\(error)”")
            }
            throw BrokenLaw("it returns items")
        },
        PluginLaw("closing a decorator closes the wrapped store") { trial in
            let wrapped = FixedStore()
            let watcher = wrapped.events()
            try await trial.wrap(wrapped).close()
            let isEnded = await watcher.events(atMost: .max, within: trial.patience).isEnded
            try require(isEnded, "the wrapped store is still open")
        },
    ]
}
