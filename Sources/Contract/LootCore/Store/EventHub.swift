import Synchronization

/// Hands a store's events to all who watch it. A watcher that falls far behind is told to read again rather
/// than kept waiting for or fed from without bound.
public final class EventHub: Sendable {
    private struct Watcher {
        var continuation: AsyncStream<StoreEvent>.Continuation
        var isBehind = false
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var nextKey = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// A hub that keeps at most `capacity` events for a watcher that does not look.
    public init(capacity: Int = 256) { self.capacity = max(2, capacity) }

    /// A stream whose source is gone would keep its reader waiting forever.
    deinit { finish() }

    /// Everything that is sent from now on, until the hub finishes or nothing holds it any more.
    public func events() -> AsyncStream<StoreEvent> {
        // One place beyond the capacity is kept for the word that events were lost.
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreEvent.self, bufferingPolicy: .bufferingOldest(capacity + 1))
        let key: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.nextKey += 1
            state.watchers[state.nextKey] = Watcher(continuation: continuation)
            return state.nextKey
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: key) }
        }
        return stream
    }

    /// Sends an event to every watcher. `revision` is the state after it.
    public func send(_ event: StoreEvent, at revision: Revision) {
        state.withLock { state in
            for (key, watcher) in state.watchers {
                let outcome = watcher.continuation.yield(watcher.isBehind ? .reloaded(revision) : event)
                switch outcome {
                case .enqueued(let free): state.watchers[key]?.isBehind = free <= 1
                case .dropped: state.watchers[key]?.isBehind = true
                default: break
                }
            }
        }
    }

    /// Ends every stream; later ones end at once.
    public func finish() {
        let watchers = state.withLock { state in
            state.isFinished = true
            defer { state.watchers.removeAll() }
            return state.watchers
        }
        for watcher in watchers.values { watcher.continuation.finish() }
    }
}
