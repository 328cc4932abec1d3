import Dispatch
import Synchronization

/// Passes a value from one thread to others that wait for it.
package final class Handoff<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// Creates a handoff without a value.
    package init() {}

    /// Sets the value. Only the first call has an effect.
    package func give(_ new: Value) {
        let isFirst = value.withLock { value in
            if value != nil { return false }
            value = new
            return true
        }
        if isFirst { arrival.signal() }
    }

    /// Whether no value has been set yet.
    package var isEmpty: Bool { value.withLock { $0 == nil } }

    /// Waits for the value and returns it. The value remains available to other callers.
    package func take() -> Value {
        while true {
            arrival.wait()
            guard let value = value.withLock({ $0 }) else { continue }
            arrival.signal()
            return value
        }
    }
}
