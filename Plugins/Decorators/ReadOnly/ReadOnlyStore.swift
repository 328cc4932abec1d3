public import LootCore
public import LootPlugins

/// A decorator that makes a store read-only: `"with": ["read-only"]`.
public enum ReadOnlyStore {
    /// Wraps a store and rejects all transactions.
    public static func open(_ store: any ItemStore) -> some ItemStore { UnwrittenStore(wrapped: store) }
}

/// A wrapped store that can only be read.
private struct UnwrittenStore: StoreWrapper, FileKeepingStore, MonitoredStore {
    let wrapped: any ItemStore

    /// The capabilities of the wrapped store, except `writable`.
    var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.writable) }

    /// The damage of the wrapped store. Being read-only isn't a problem.
    var health: StoreHealth { StoreHealth(problem: wrapped.damage) }

    /// The files of the wrapped store, for reading.
    var keeper: (any FileKeeper)? { wrapped.fileKeeper.map { ReadOnlyFiles($0) } }

    /// Returns the capability of the wrapped store. Maintenance can only check the store, not change it.
    func provider<Capability>(of capability: Capability.Type) -> Capability? {
        if let store = self as? Capability { return store }
        let found = wrapped.provider(of: capability)
        guard let store = found as? any MaintainableStore else { return found }
        return ReadOnlyMaintenance(wrapped: self, checked: store) as? Capability ?? found
    }

    /// Always throws `read-only`.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        throw LootError.openedReadOnly
    }
}

/// Maintenance that can't change the store.
private struct ReadOnlyMaintenance: StoreWrapper, MaintainableStore {
    let wrapped: any ItemStore
    let checked: any MaintainableStore

    func check() async throws(LootError) -> CheckReport { try await checked.check() }

    func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport {
        if !isTrial { throw LootError.openedReadOnly }
        return try await checked.recover(isTrial: true)
    }

    func compact() async throws(LootError) -> (before: Int, after: Int) { throw LootError.openedReadOnly }
}

/// File storage that can only be read.
private struct ReadOnlyFiles: FileKeeper {
    private let wrapped: any FileKeeper

    init(_ wrapped: any FileKeeper) { self.wrapped = wrapped }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        throw LootError.openedReadOnly
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? { try await wrapped.file(id) }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? {
        try await wrapped.thumbnail(of: id)
    }

    func ids() async throws(LootError) -> Set<FileID> { try await wrapped.ids() }

    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        throw LootError.openedReadOnly
    }
}

extension LootError {
    fileprivate static let openedReadOnly = LootError(
        .readOnly, "Can't change the store.", reason: "The configuration opens it read-only.",
        advice: "Remove “read-only” from store.with.")
}

extension DecoratorPlugin {
    /// The decorator `read-only`.
    public static let readOnly = DecoratorPlugin("read-only", summary: "Rejects all changes.") {
        (store: any ItemStore, _: PluginSettings, _: OpenStore) throws(LootError) in
        ReadOnlyStore.open(store)
    }
}
