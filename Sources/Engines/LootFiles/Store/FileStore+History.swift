import LootCollection
package import LootCore
import Synchronization

extension FileStore {
    package func readHistory(limit: Int) async throws(LootError) -> History {
        try log.history(limit: limit, at: try await historyRevision(isNeeded: limit > 0))
    }

    package func readTitles(limit: Int) async throws(LootError) -> History {
        try log.titles(limit: limit, at: try await historyRevision(isNeeded: limit > 0))
    }

    package func readCommit(_ revision: Revision) async throws(LootError) -> Commit? {
        try log.commit(revision, at: try await historyRevision(isNeeded: true))
    }

    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try log.history(of: item, limit: limit, at: try await historyRevision(isNeeded: limit > 0))
    }

    /// Returns the current revision. If another program changed the file and its changes are needed, they are committed
    /// first.
    private func historyRevision(isNeeded: Bool) async throws(LootError) -> Revision {
        try catchUp()
        let revision = try live.snapshot().revision
        if isNeeded, capabilities.contains(.writable),
            disk.withLockIfAvailable({ $0.outside != nil }) ?? false
        {
            try await exclusive { (_) throws(LootError) in }
        }
        return max(revision, live.revision)
    }
}
