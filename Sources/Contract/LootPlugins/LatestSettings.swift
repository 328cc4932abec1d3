package import LootCore
import Synchronization

/// The settings of a store's list as they were last read, for callers that can't wait for the store.
package final class LatestSettings: Sendable {
    private struct State {
        var settings = ListSettings()
        var started = 0
        /// The number of the read that returned `settings`.
        var finished = 0
    }

    private let state = Mutex(State())

    /// Creates empty settings.
    package init() {}

    /// The settings. Empty until they are first read.
    package var value: ListSettings { state.withLock(\.settings) }

    /// Reads the settings again. If the store can't be read, they don't change.
    package func read(from store: any ItemStore) async {
        let number = state.withLock { state in
            state.started += 1
            return state.started
        }
        guard let settings = try? await store.settings() else { return }
        state.withLock { state in
            // A read that started later has newer settings.
            if number > state.finished { (state.settings, state.finished) = (settings, number) }
        }
    }

    /// Reads the settings of a store, and returns a wrapper that reads them again after each commit that changes them.
    package func following(_ store: any ItemStore) async -> any ItemStore {
        guard store.capabilities.contains(.settings) else { return store }
        await read(from: store)
        return FollowedStore(wrapped: store, latest: self)
    }
}

/// A store whose settings are read again after each commit that changes them.
private struct FollowedStore: StoreWrapper {
    let wrapped: any ItemStore
    let latest: LatestSettings

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit = try await wrapped.apply(transaction)
        if commit.changesSettings { await latest.read(from: wrapped) }
        return commit
    }
}

extension Commit {
    /// Whether the commit changes settings of the list.
    package var changesSettings: Bool {
        changes.contains { if case .set = $0.change { true } else { false } }
    }
}
