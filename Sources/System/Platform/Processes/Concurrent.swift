import Dispatch
import Synchronization

/// A value that is computed on another thread, while this one goes on.
package struct Concurrent<Value: Sendable>: ~Copyable {
    private final class Place: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private let place = Place()
    /// Nil where no other thread computes it.
    private let group: DispatchGroup?
    private let body: @Sendable () -> Value

    /// Begins to compute a value; where that would take no time, it is computed when it is asked for.
    package init(if isLong: Bool, _ body: @escaping @Sendable () -> Value) {
        self.body = body
        group = isLong ? DispatchGroup() : nil
        guard let group else { return }
        DispatchQueue.global(qos: .userInitiated).async(group: group) { [place] in
            let value = body()
            place.value.withLock { $0 = value }
        }
    }

    /// Waits for the value.
    package var value: Value {
        group?.wait()
        return place.value.withLock { known in
            if let known { return known }
            let value = body()
            known = value
            return value
        }
    }
}
