package import LootCore

/// A store whose calls wait before they reach the wrapped store: at a `Gate` until a test opens it, or for as
/// long as a clock of the test's own says.
///
/// ```swift
/// let gate = Gate()
/// let store = SlowStore(MemoryStore()) { call in if call == .page { await gate.wait() } }
/// ```
package final class SlowStore: ItemStore {
    /// The store whose calls these are.
    package let wrapped: any ItemStore
    private let delay: @Sendable (StoreCall) async -> Void

    /// Wraps a store; each call waits for `delay` first.
    package init(_ store: any ItemStore, delay: @escaping @Sendable (StoreCall) async -> Void) {
        wrapped = store
        self.delay = delay
    }
}

extension SlowStore: InterceptingStore {
    func intercept(_ call: StoreCall) async throws(LootError) { await delay(call) }
}
