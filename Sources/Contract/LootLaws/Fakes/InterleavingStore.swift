package import LootCore
import Synchronization

/// A store with another writer that acts between a caller's checks and its commit.
///
/// ```swift
/// let store = MemoryStore()
/// let raced = InterleavingStore(store) { try? await store.remove(lamp.id) }
/// await #expect(throws: LootError.self) { try await Inventory(raced, for: .owner).undo(revision) }
/// ```
package final class InterleavingStore: StoreWrapper {
    package let wrapped: any ItemStore
    private let count: Int
    private let action: @Sendable () async -> Void
    private let commits = Mutex(0)

    /// Wraps a store.
    ///
    /// - Parameters:
    ///   - store: The store, which the other writer changes directly.
    ///   - count: The number of times the other writer acts: once before each of the first `count` calls of
    ///     `apply(_:)`.
    ///   - action: The action of the other writer.
    package init(
        _ store: any ItemStore, times count: Int = 1, by action: @escaping @Sendable () async -> Void
    ) {
        wrapped = store
        self.count = count
        self.action = action
    }

    /// The number of times the other writer has acted.
    package var actions: Int { commits.withLock { min($0, count) } }

    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let number = commits.withLock { commits in
            commits += 1
            return commits
        }
        if number <= count { await action() }
        return try await wrapped.apply(transaction)
    }
}
