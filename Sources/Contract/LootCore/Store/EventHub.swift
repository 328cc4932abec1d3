import Synchronization

/// Distributes a store's events to its subscribers.
///
/// A slow subscriber neither blocks the store nor buffers events without a limit: it receives a request to reload.
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

    /// Creates a hub that buffers at most `capacity` events per subscriber.
    public init(capacity: Int = 256) { self.capacity = max(2, capacity) }

    /// Finish the streams, so that their readers don't wait forever.
    deinit { finish() }

    /// Returns a stream of all future events. It ends when the hub finishes or is released.
    public func events() -> AsyncStream<StoreEvent> {
        // Reserve space for the event that reports lost events.
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

    /// Sends an event to all subscribers. `revision` is the revision after the event.
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

    /// Ends all streams. Later ones end immediately.
    public func finish() {
        let watchers = state.withLock { state in
            state.isFinished = true
            defer { state.watchers.removeAll() }
            return state.watchers
        }
        for watcher in watchers.values { watcher.continuation.finish() }
    }
}
