import LootActions
import LootCore
import Synchronization

/// A store wrapper for dry runs. It validates changes like the wrapped store, records them as commits, and returns
/// changed items when they are read by ID. The wrapped store doesn't change.
final class TrialStore: StoreWrapper, FileKeepingStore {
    private struct State {
        /// The changed items. Removed ones are `nil`.
        var items: [ItemID: Item?] = [:]
        /// The settings after the commits.
        var settings: ListSettings?
        var commits: [Commit] = []
    }

    let wrapped: any ItemStore
    private let state = Mutex(State())
    private let files: (any FileKeeper)?

    init(wrapped: any ItemStore) {
        self.wrapped = wrapped
        files = wrapped.fileKeeper.map { TrialFiles(wrapped: $0) }
    }

    /// The commits that would have been made.
    var commits: [Commit] { state.withLock { $0.commits } }

    /// Returns the changed item with the given ID, or `nil` if it wasn't changed or was removed.
    func known(_ id: ItemID) -> Item? { state.withLock { $0.items[id] ?? nil } }

    var keeper: (any FileKeeper)? { files }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        if let known = state.withLock({ $0.items[id] }) { return known }
        return try await wrapped.item(id)
    }

    func settings() async throws(LootError) -> ListSettings {
        if let settings = state.withLock(\.settings) { return settings }
        return try await wrapped.settings()
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        var known: [ItemID: Item?] = [:]
        for id in transaction.changes.compactMap(\.item) + transaction.conditions.compactMap(\.item) {
            known[id] = .some(try await item(id))
        }
        let preview = try await CommitPreview(
            of: transaction, on: wrapped, knowing: known, settings: try await settings())
        let commit = preview.commit
        state.withLock { state in
            state.settings = preview.settings
            for id in Set(transaction.changes.compactMap(\.item)) {
                state.items[id] = .some(preview.items[id])
            }
            state.commits.append(commit)
        }
        return commit
    }

    /// Does nothing, since the wrapped store remains open.
    func close() async throws(LootError) {}
}

/// The files of a dry run. New ones are stored in memory.
private struct TrialFiles: FileKeeper {
    let wrapped: any FileKeeper
    private let kept = MemoryFiles()

    init(wrapped: any FileKeeper) { self.wrapped = wrapped }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try kept.put(file, thumbnail: thumbnail)
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? {
        if let file = try kept.file(id) { return file }
        return try await wrapped.file(id)
    }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? {
        if let file = try kept.thumbnail(of: id) { return file }
        return try await wrapped.thumbnail(of: id)
    }

    func ids() async throws(LootError) -> Set<FileID> { try await wrapped.ids().union(kept.ids()) }

    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int { 0 }
}
