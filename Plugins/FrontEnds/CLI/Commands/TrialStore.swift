import LootCore
import Synchronization

/// A store whose changes are made for show: they are checked as the store behind would, remembered as commits, and seen by
/// who asks for one of their items; the store behind stays as it is.
final class TrialStore: StoreWrapper {
    private struct State {
        /// Items that are others by now; nil for one that is gone.
        var items: [ItemID: Item?] = [:]
        var commits: [Commit] = []
    }

    let wrapped: any ItemStore
    private let state = Mutex(State())
    private let files: (any FileKeeper)?

    init(wrapped: any ItemStore) {
        self.wrapped = wrapped
        files = wrapped.fileKeeper.map { TrialFiles(wrapped: $0) }
    }

    /// What would have been done.
    var commits: [Commit] { state.withLock { $0.commits } }

    /// The item with this id as it would be, where it would be another one.
    func known(_ id: ItemID) -> Item? { state.withLock { $0.items[id] ?? nil } }

    var fileKeeper: (any FileKeeper)? { files }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        if let known = state.withLock({ $0.items[id] }) { return known }
        return try await wrapped.item(id)
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if let problem = wrapped.problem { throw problem }
        var list = try await TrialList(wrapped, count: wrapped.summary().count)
        for id in transaction.changes.map(\.item) + transaction.conditions.compactMap(\.item) {
            list.items[id] = try await item(id)
        }
        let revision = try await wrapped.summary().revision
        let known = list.items
        try transaction.checkConditions(at: revision) { known[$0] }
        var applied: [AppliedChange] = []
        for (index, change) in transaction.changes.enumerated() {
            do { applied.append(try await list.apply(change)) } catch { throw error.inChange(index) }
        }
        let commit = Commit(transaction, revision: revision.next, changes: applied)
        state.withLock { state in
            for id in Set(transaction.changes.map(\.item)) { state.items[id] = .some(list.items[id]) }
            state.commits.append(commit)
        }
        return commit
    }

    /// What is shown is nothing that could be taken back.
    func close() async throws(LootError) {}
}

/// The items that a trial is about, and where they would stand.
private struct TrialList {
    private let store: any ItemStore
    private var count: Int
    private var positions: [ItemID: Int] = [:]
    var items: [ItemID: Item] = [:]

    init(_ store: any ItemStore, count: Int) {
        self.store = store
        self.count = count
    }

    mutating func apply(_ change: Change) async throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination):
            try item.validate()
            if items[item.id] != nil { throw LootError.duplicate(item.id) }
            let position = try await self.position(item.id, to: destination, from: nil)
            items[item.id] = item
            positions[item.id] = position
            count += 1
            return AppliedChange(.insert(item, at: .position(position)), inverse: .remove(item.id))
        case .remove(let id):
            guard let item = items[id] else { throw LootError.missing(id) }
            let position = try await place(of: id) ?? 0
            items[id] = nil
            count -= 1
            return AppliedChange(change, inverse: .insert(item, at: .position(position)))
        case .update(let id, let patch):
            guard var item = items[id] else { throw LootError.missing(id) }
            let inverse = try patch.apply(to: &item)
            items[id] = item
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination):
            guard items[id] != nil, let source = try await place(of: id) else { throw LootError.missing(id) }
            let target = try await position(id, to: destination, from: source)
            positions[id] = target
            return AppliedChange(
                .move(id, to: .position(target)), inverse: .move(id, to: .position(source)))
        }
    }

    private func place(of id: ItemID) async throws(LootError) -> Int? {
        if let position = positions[id] { return position }
        return try await store.position(of: id, in: .all)
    }

    private func position(
        _ id: ItemID, to destination: Destination, from source: Int?
    ) async throws(LootError) -> Int {
        var other: Int?
        switch destination {
        case .before(let neighbor), .after(let neighbor): other = try await place(of: neighbor)
        default: break
        }
        return try destination.position(of: id, from: source, count: count) { _ in other }
    }
}

/// Files that are kept for show, in memory.
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
