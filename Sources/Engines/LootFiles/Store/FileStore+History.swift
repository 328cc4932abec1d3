import LootCollection
package import LootCore
import Synchronization

extension FileStore {
    package func readHistory(limit: Int) async throws(LootError) -> History {
        try log.history(limit: limit, at: try await position(isNeeded: limit > 0))
    }

    package func readTitles(limit: Int) async throws(LootError) -> History {
        try log.titles(limit: limit, at: try await position(isNeeded: limit > 0))
    }

    package func readCommit(_ revision: Revision) async throws(LootError) -> Commit? {
        try log.commit(revision, at: try await position(isNeeded: true))
    }

    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try log.history(of: item, limit: limit, at: try await position(isNeeded: limit > 0))
    }

    /// Returns the current revision and the limit of the history. If another program changed the file and its changes
    /// are needed, they are committed first.
    private func position(isNeeded: Bool) async throws(LootError) -> HistoryLog.Position {
        try catchUp()
        let revision = try live.snapshot().revision
        if isNeeded, capabilities.contains(.writable),
            disk.withLockIfAvailable({ $0.outside != nil }) ?? false
        {
            try await exclusive { (_) throws(LootError) in }
        }
        let limit = try live.snapshot().items.settings.historyLimit
        return HistoryLog.Position(revision: max(revision, live.revision), limit: limit)
    }
}
