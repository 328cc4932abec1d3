package import LootCore
import Synchronization

/// A store whose calls fail on request. A failing call doesn't reach the wrapped store.
///
/// ```swift
/// let store = FailingStore(MemoryStore(), failing: .apply, onCall: 2, with: diskFull)
/// ```
package final class FailingStore: ItemStore {
    /// The wrapped store.
    package let wrapped: any ItemStore
    private let failure: @Sendable (StoreCall, Int) -> LootError?
    private let counts = Mutex<[StoreCall: Int]>([:])

    /// Wraps a store. Before each call, `failure` receives the number of calls of the same kind, from 1. The error
    /// that it returns is thrown.
    package init(_ store: any ItemStore, failure: @escaping @Sendable (StoreCall, Int) -> LootError?) {
        wrapped = store
        self.failure = failure
    }

    /// Wraps a store whose calls of one kind fail: all of them, or only the one with the given number, from 1.
    package convenience init(
        _ store: any ItemStore, failing call: StoreCall, onCall number: Int? = nil, with error: LootError
    ) {
        self.init(store) { $0 == call && (number == nil || number == $1) ? error : nil }
    }

    /// Returns the number of calls of a kind, including those that failed.
    package func count(of call: StoreCall) -> Int { counts.withLock { $0[call] ?? 0 } }
}

extension FailingStore: InterceptingStore {
    func intercept(_ call: StoreCall) async throws(LootError) {
        let number = counts.withLock { counts in
            counts[call, default: 0] += 1
            return counts[call] ?? 1
        }
        if let error = failure(call, number) { throw error }
    }
}
