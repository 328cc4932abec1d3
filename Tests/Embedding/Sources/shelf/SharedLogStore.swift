import LootCollection
import LootCore
import LootFiles
import LootFormats
import Synchronization

/// A log that several processes use at the same time. Each reads the commits of the others before it does anything.
final class SharedLogStore: ItemStore, HistoryStore, SnapshotStore, LiveStore {
    let capabilities: StoreCapabilities = [.writable, .durable, .shared, .history, .snapshots, .settings]
    private let items = LiveItems()
    private let files = SystemFileSystem()
    private let file: FileDescriptor
    /// The length of the commits that were read or written.
    private let end = Mutex(0)
    private let watcher = Mutex<Task<Void, Never>?>(nil)

    init(at path: String) async throws(LootError) {
        do throws(SystemError) {
            file = try files.open(path, [.write, .create])
            try files.syncName(of: path)
        } catch { throw error.lootError("Can't open the store.") }
        try await catchUp()
        // Live answers stay current even if nobody asks.
        let task = Task { [weak self] in
            while !Task.isCancelled {
                try? await self?.catchUp()
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
        watcher.withLock { $0 = task }
    }

    /// Reads new commits, and calls `body` while no other process uses the file.
    private func exclusively<Value>(
        _ body: (_ end: inout Int) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        for _ in 0..<1_000 {
            let value: Value? = try end.withLock { end throws(LootError) in
                do throws(SystemError) {
                    guard try files.lock(file) else { return nil }
                } catch { throw error.lootError("Can't lock the store.") }
                defer { files.unlock(file) }
                try readCommits(from: &end)
                return try body(&end)
            }
            if let value { return value }
            try? await Task.sleep(for: .milliseconds(10))
        }
        throw LootError(
            .locked, "Can't use the store.", reason: "Another program is using it.", advice: "Try again.")
    }

    /// Applies the commits that other processes have appended.
    private func readCommits(from end: inout Int) throws(LootError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            let size = try files.status(of: file).size
            bytes = size > end ? try files.read(file, at: end, count: size - end) : []
        } catch { throw error.lootError("Can't read the store.") }
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard let commit = try? Commit(json: Array(line)) else { break }
            try items.follow([commit])
            end += line.count + 1
        }
    }

    private func catchUp() async throws(LootError) { try await exclusively { _ in } }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        try await exclusively { end throws(LootError) in
            let results = try items.apply([transaction]) { (commits, _) throws(LootError) in
                try append(commits, at: &end)
            }
            guard let result = results.first else { throw LootError.storeClosed }
            return try result.get()
        }
    }

    private func append(_ commits: [Commit], at end: inout Int) throws(LootError) {
        let lines: [UInt8] = commits.flatMap { $0.json + [0x0A] }
        do throws(SystemError) {
            try files.truncate(file, to: end)  // Removes what a killed process left.
            try files.write(lines.span.bytes, to: file, at: end)
            try files.sync(file)
            end += lines.count
        } catch {
            try? files.truncate(file, to: end)  // Other processes must not read a change that failed.
            throw error.lootError("Can't save the change.")
        }
    }

    func outline(of query: Query) async throws(LootError) -> Outline {
        try await catchUp()
        return try await items.outline(of: query)
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await catchUp()
        return try await items.page(of: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await catchUp()
        return try items.item(id)
    }

    func settings() async throws(LootError) -> ListSettings {
        try await catchUp()
        return try await items.settings()
    }

    func readHistory(limit: Int) async throws(LootError) -> History {
        try await catchUp()
        return try items.history(limit: limit)
    }

    func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        try await catchUp()
        return try items.hold()
    }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        try await catchUp()
        return try await items.live(query)
    }

    func events() -> AsyncStream<StoreEvent> { items.events() }

    func close() async throws(LootError) {
        watcher.withLock { $0?.cancel() }
        items.close()
    }

    deinit {
        watcher.withLock { $0?.cancel() }
        files.close(file)
    }
}
