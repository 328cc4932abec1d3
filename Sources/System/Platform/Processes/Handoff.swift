import Dispatch
import Synchronization

/// A place where one thread waits for a value that another one puts there.
package final class Handoff<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// A place without a value.
    package init() {}

    /// Puts the value there; of several the first counts.
    package func give(_ new: Value) {
        let isFirst = value.withLock { value in
            if value != nil { return false }
            value = new
            return true
        }
        if isFirst { arrival.signal() }
    }

    /// Whether no value is there yet.
    package var isEmpty: Bool { value.withLock { $0 == nil } }

    /// Waits for the value, which stays there for others who wait.
    package func take() -> Value {
        while true {
            arrival.wait()
            guard let value = value.withLock({ $0 }) else { continue }
            arrival.signal()
            return value
        }
    }
}
