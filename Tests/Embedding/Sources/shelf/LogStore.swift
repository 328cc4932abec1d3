import Foundation
import LootCollection
import LootCore
import LootFormats
import Synchronization

/// A durable store: a file with one commit per line. The engine answers queries and keeps the history.
final class LogStore: ItemStore, HistoryStore, SnapshotStore, LiveStore {
    let capabilities: StoreCapabilities = [.writable, .durable, .history, .snapshots, .settings]
    private let items = LiveItems()
    private let log: Mutex<FileHandle>

    /// Opens the log at a path, or creates it.
    init(at path: String) throws(LootError) {
        do {
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
            let file = try FileHandle(forUpdating: URL(filePath: path))
            let content = try file.readToEnd() ?? Data()
            // The program stopped while it wrote the last line, so that commit was never acknowledged.
            let lines = content.prefix((content.lastIndex(of: 0x0A) ?? -1) + 1)
            try file.truncate(atOffset: UInt64(lines.count))
            for line in lines.split(separator: 0x0A) {
                try items.follow([Commit(json: Array(line))])
            }
            log = Mutex(file)
        } catch {
            throw LogStore.failure("can't open the store", error)
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

    /// Appends commits and syncs the file. If this fails, the file is restored to its previous length.
    private func append(_ commits: [Commit]) throws(LootError) {
        do {
            let lines = commits.reduce(into: Data()) { $0 += $1.json + [0x0A] }
            try log.withLock { file in
                let end = try file.seekToEnd()
                do {
                    try file.write(contentsOf: lines)
                    try file.synchronize()
                } catch {
                    try? file.truncate(atOffset: end)
                    throw error
                }
            }
        } catch {
            throw LogStore.failure("can't write", error)
        }
    }

    func readHistory(limit: Int) async throws(LootError) -> History { try items.history(limit: limit) }

    func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try items.hold() }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer { try await items.live(query) }

    func events() -> AsyncStream<StoreEvent> { items.events() }

    func close() async throws(LootError) {
        items.close()
        log.withLock { try? $0.close() }
    }

    private static func failure(_ what: String, _ error: any Error) -> LootError {
        error as? LootError ?? LootError(.inputOutput, what, because: "\(error)", next: "Check the medium")
    }
}
