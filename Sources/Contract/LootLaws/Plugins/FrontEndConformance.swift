public import LootCore
public import LootPlugins
import Synchronization

/// Checks a front end that ends by itself, such as a report, against the laws of ``/LootPlugins/FrontEnd``.
///
/// ```swift
/// let conformance = FrontEndConformance("plain") { PlainFrontEnd(host: $0, bullet: "-") }
/// ```
public struct FrontEndConformance: PluginConformance {
    private let name: String
    private let sectioning: (any Sectioning)?
    private let make: @Sendable (any FrontEndHost) async throws -> any FrontEnd

    /// Creates the laws for the front end that `make` creates for a host.
    public init(
        _ name: String, sectioning: (any Sectioning)? = nil,
        make: @escaping @Sendable (any FrontEndHost) async throws -> any FrontEnd
    ) {
        (self.name, self.sectioning, self.make) = (name, sectioning, make)
    }

    /// The name of the front end in reports.
    public var subject: String { "The front end “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<FrontEndConformance>] = [
        PluginLaw("creating a front end opens no store") { trial in
            let host = GivenHost(FixedStore(), trial.sectioning)
            _ = try await trial.make(host)
            try require(host.count == 0, "the store is opened")
        },
        PluginLaw("a front end shows no items, and items of all kinds") { trial in
            for count in [0, 1, 200] {
                let store = FixedStore(ItemFixtures.items(count, seed: 1))
                let status = try await trial.make(GivenHost(store, trial.sectioning)).run()
                try require(status == .success, "with \(count) items it exits with \(status)")
            }
        },
        PluginLaw("an error of the store is thrown, or ends the front end with another status") { trial in
            let error = LootError(.damaged, "Can't read the list.", reason: "The disk is missing.")
            let frontEnd = try await trial.make(GivenHost(FixedStore(failing: error), trial.sectioning))
            let status: ExitStatus
            do throws(LootError) { status = try await frontEnd.run() } catch {
                return try require(error.code == .damaged, "it throws “\(error.code.rawValue)”")
            }
            try require(status != .success, "it exits with success")
        },
        PluginLaw("a front end leaves the store open, because the host closes it") { trial in
            let store = FixedStore()
            let watcher = store.events()
            _ = try await trial.make(GivenHost(store, trial.sectioning)).run()
            let commit = try await store.apply([.insert(Item(name: "Lamp"))])
            let events = await watcher.events(atMost: 1, within: .seconds(1)).events
            try require(events.last == .committed(commit), "it closes the store")
        },
    ]
}

/// A host with a store and a sectioning.
private final class GivenHost: FrontEndHost {
    private let given: any ItemStore
    private let sections: (any Sectioning)?
    private let opened = Atomic(0)

    init(_ store: any ItemStore, _ sectioning: (any Sectioning)?) { (given, sections) = (store, sectioning) }

    /// The number of times that the store was opened.
    var count: Int { opened.load(ordering: .relaxed) }

    var environment: [String: String] { [:] }
    var author: String? { nil }
    var language: Language { .english }

    func store() async throws(LootError) -> any ItemStore {
        opened.add(1, ordering: .relaxed)
        return given
    }

    func store(at address: String) async throws(LootError) -> any ItemStore { given }
    func sectioning() throws(LootError) -> (any Sectioning)? { sections }
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)? { sections }
}
