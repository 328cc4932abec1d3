import Synchronization

/// Forwards the events of another store to this store's subscribers, for stores that wrap another one or access it
/// over a network.
///
/// The other store's events may be delayed. A commit made through this store is announced as soon as it is known,
/// unless earlier events are missing. No event is sent twice.
public final class EventRelay: Sendable {
    private struct State {
        /// The revision after all sent events.
        var seen: Revision
        /// The commits made through this store that wait for earlier events, in order.
        var waiting: [Commit] = []
    }

    private let hub: EventHub
    private let state: Mutex<State>

    /// Creates a relay for events after a revision.
    public init(after revision: Revision, capacity: Int = 256) {
        hub = EventHub(capacity: capacity)
        state = Mutex(State(seen: revision))
    }

    /// The revision after all sent events.
    public var revision: Revision { state.withLock(\.seen) }

    /// Returns a stream of all future events until the relay finishes.
    public func events() -> AsyncStream<StoreEvent> { hub.events() }

    /// Announces a commit made through this store.
    public func announce(_ commit: Commit) {
        state.withLock { state in
            guard commit.revision > state.seen else { return }
            let index = state.waiting.firstIndex { $0.revision > commit.revision } ?? state.waiting.count
            state.waiting.insert(commit, at: index)
            tellNext(&state)
        }
    }

    /// Forwards an event of the other store. Events must be in order. `startsAnew` indicates that the other store has
    /// lost its revisions, so that an earlier revision is new.
    public func relay(_ event: StoreEvent, startsAnew: Bool = false) {
        state.withLock { state in
            switch event {
            case .failed: hub.send(event, at: state.seen)
            case .committed(let commit):
                guard commit.revision > state.seen else { return }
                while let first = state.waiting.first, first.revision < commit.revision {
                    tell(state.waiting.removeFirst(), &state)
                }
                state.waiting.removeAll { $0.revision == commit.revision }
                tell(commit, &state)
                tellNext(&state)
            case .reloaded(let revision):
                guard startsAnew || revision >= state.seen else { return }
                state.waiting.removeAll { startsAnew || $0.revision <= revision }
                state.seen = revision
                hub.send(event, at: revision)
                tellNext(&state)
            }
        }
    }

    /// Sends the remaining commits and ends all streams. Later ones end immediately.
    public func finish() {
        state.withLock { state in
            for commit in state.waiting { tell(commit, &state) }
            state.waiting.removeAll()
        }
        hub.finish()
    }

    private func tellNext(_ state: inout State) {
        while let first = state.waiting.first, first.revision == state.seen.next {
            tell(state.waiting.removeFirst(), &state)
        }
    }

    private func tell(_ commit: Commit, _ state: inout State) {
        state.seen = commit.revision
        hub.send(.committed(commit), at: commit.revision)
    }
}
