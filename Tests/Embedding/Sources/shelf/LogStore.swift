import LootCollection
import LootCore
import LootFiles
import LootFormats
import Synchronization

/// A durable store: a file with one commit per line. The engine answers queries and keeps the history.
final class LogStore: ItemStore, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore {
    let capabilities: StoreCapabilities = [.writable, .durable, .history, .files, .snapshots, .settings]
    private let items = LiveItems()
    private let files: any FileSystem
    private let file: FileDescriptor
    /// The photos and other files of the items.
    private let folder: FileFolder
    /// The length of all commits that were synced.
    private let end = Mutex(0)

    /// Opens the log at a path, or creates it. Tests pass a file system that fails.
    init(at path: String, on files: any FileSystem = SystemFileSystem()) throws(LootError) {
        self.files = files
        folder = FileFolder("\(path).files", on: files)
        let content: [UInt8]
        do throws(SystemError) {
            file = try files.open(path, [.write, .create])
            try files.syncName(of: path)
            content = try files.read(file, at: 0, count: try files.status(of: file).size)
        } catch { throw error.lootError("Can't open the store.") }
        for line in content.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            // The program stopped while it wrote this line, so the commit was never acknowledged.
            guard let commit = try? Commit(json: Array(line)) else { break }
            try items.follow([commit])
            end.withLock { $0 += line.count + 1 }
        }
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await items.answer(to: query, rows: rows)
    }

    func outline(of query: Query) async throws(LootError) -> Outline { try await items.outline(of: query) }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await items.page(of: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { try items.item(id) }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await items.position(of: id, in: query)
    }

    func settings() async throws(LootError) -> ListSettings { try await items.settings() }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let results = try items.apply([transaction]) { (commits, _) throws(LootError) in try append(commits) }
        guard let result = results.first else { throw LootError.storeClosed }
        return try result.get()
    }

    /// Appends commits and waits until they are durable. The engine shows them only if this succeeds.
    private func append(_ commits: [Commit]) throws(LootError) {
        let lines: [UInt8] = commits.flatMap { $0.json + [0x0A] }
        do throws(SystemError) {
            try end.withLock { end throws(SystemError) in
                try files.truncate(file, to: end)  // Removes what an earlier attempt left.
                try files.write(lines.span.bytes, to: file, at: end)
                try files.sync(file)
                end += lines.count
            }
        } catch { throw error.lootError("Can't save the change.") }
    }

    func readHistory(limit: Int) async throws(LootError) -> History { try items.history(limit: limit) }

    func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try items.hold() }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer { try await items.live(query) }

    var keeper: (any FileKeeper)? { folder }

    func events() -> AsyncStream<StoreEvent> { items.events() }

    func close() async throws(LootError) {
        items.close()
        folder.close()
    }

    deinit { files.close(file) }
}
