import Synchronization

/// Hands on the events of another store to those who watch this one, for stores that stand before another: in a
/// decorator, or on the near side of a network.
///
/// The other store's events may be slow to come. A commit that was made through here is told as soon as it is known,
/// if nothing can have happened before it, and nothing is told twice.
public final class EventRelay: Sendable {
    private struct State {
        /// The state after everything that was told.
        var seen: Revision
        /// Commits that were made through here, before which others must be told; in their order.
        var waiting: [Commit] = []
    }

    private let hub: EventHub
    private let state: Mutex<State>

    /// A relay of what happens after a state.
    public init(after revision: Revision, capacity: Int = 256) {
        hub = EventHub(capacity: capacity)
        state = Mutex(State(seen: revision))
    }

    /// The state after everything that was told.
    public var revision: Revision { state.withLock(\.seen) }

    /// Everything that is told from now on, until the relay finishes.
    public func events() -> AsyncStream<StoreEvent> { hub.events() }

    /// Tells of a commit that was made through here.
    public func announce(_ commit: Commit) {
        state.withLock { state in
            guard commit.revision > state.seen else { return }
            let index = state.waiting.firstIndex { $0.revision > commit.revision } ?? state.waiting.count
            state.waiting.insert(commit, at: index)
            tellNext(&state)
        }
    }

    /// Tells of an event of the other store; they come in its order. One that `startsAnew` has forgotten its states,
    /// so that an earlier revision is news.
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

    /// Tells what is left, then ends every stream; later ones end at once.
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
