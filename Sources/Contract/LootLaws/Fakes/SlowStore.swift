package import LootCore

/// A store whose calls are delayed before they reach the wrapped store, by a `Gate` or by the test's clock.
///
/// ```swift
/// let gate = Gate()
/// let store = SlowStore(MemoryStore()) { call in if call == .page { await gate.wait() } }
/// ```
package final class SlowStore: ItemStore {
    /// The wrapped store.
    package let wrapped: any ItemStore
    private let delay: @Sendable (StoreCall) async -> Void

    /// Wraps a store. Each call waits for `delay` first.
    package init(_ store: any ItemStore, delay: @escaping @Sendable (StoreCall) async -> Void) {
        wrapped = store
        self.delay = delay
    }
}

extension SlowStore: InterceptingStore {
    func intercept(_ call: StoreCall) async throws(LootError) { await delay(call) }
}
