import LootCore
import Synchronization

/// What was worked out of some key before, so that it need not be worked out again. Small: when it is full, it begins
/// anew, since what is asked for often is soon there again.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Value]>([:])
    private let limit: Int

    /// A memory of at most `limit` values.
    init(limit: Int) { self.limit = limit }

    /// The value of a key, made if it is not known. What can't be made is not remembered.
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
