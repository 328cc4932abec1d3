import LootCore
import Synchronization

/// A small cache of computed values. It is cleared when it is full, because frequently used values are soon added
/// again.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let limit: Int

    /// Creates a cache of at most `limit` values.
    init(limit: Int) { self.limit = limit }

    /// Returns the cached value of a key, or computes it. Errors aren't cached.
    func value(of key: Key, or make: () throws(LootError) -> Value) throws(LootError) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let made = try make()
        values.withLock { values in
            if values.count >= limit { values.removeAll(keepingCapacity: true) }
            values[key] = made
        }
        return made
    }
}
