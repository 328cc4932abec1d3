import LootAPI
import LootCore
import Synchronization
import WebServer

/// The store's events as frames of an event stream: made once, sent to every client.
///
/// The last frames are kept, so that a client that was away for a moment gets what it has missed. A client that reads
/// too slowly is let go; it comes back by itself, and gets the same.
final class ChangeFeed: Sendable {
    private struct Frame {
        let revision: Revision
        let bytes: [UInt8]
    }

    private struct State {
        /// The latest commits without a gap, oldest first.
        var frames: [Frame] = []
        /// The state that the last event has led to; before the first, the one that the feed began with.
        var newest: Revision
    }

    private static let keptFrames = 512
    /// A kept frame is small: what is larger is not told but only announced.
    private static let greatestFrame = 64 * 1_024

    private let store: any ItemStore
    private let states: StateTags
    private let condition: StoreCondition
    private let events: AsyncStream<StoreEvent>
    private let broadcast = Broadcast()
    private let state: Mutex<State>

    /// A feed of everything that happens from now on.
    init(_ store: any ItemStore, states: StateTags, condition: StoreCondition) async throws(LootError) {
        self.store = store
        self.states = states
        self.condition = condition
        events = store.events()
        state = Mutex(State(newest: try await store.summary().revision))
    }

    /// The number of clients that listen.
    var clientCount: Int { broadcast.count }

    /// Passes events on until the store closes or the task is canceled; then every client's stream ends.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await StreamBeat.run {
                    self.broadcast.send { StreamBeat.bytes }
                    // A store need not tell by an event that it is well again.
                    await self.tellCondition { await self.condition.look() }
                }
            }
            group.addTask { for await event in self.events { await self.take(event) } }
            // The beat has no end of its own; the store's events have.
            await group.next()
            group.cancelAll()
        }
        broadcast.finish()
    }

    /// The answer to a client that listens from now on, or from behind the state that it names.
    func response(lastEventID: String?) -> Response {
        .eventStream { writer in
            let current = try? await self.store.summary().revision
            try await writer.follow(self.broadcast) {
                Array("retry: 1000\n\n".utf8) + self.missed(since: lastEventID, current: current)
                    + (self.condition.problem.map(self.failureFrame) ?? [])
            }
        }
    }

    // MARK: Frames

    /// Publishes what an event tells of the store, and then tells the clients, who read anew.
    private func take(_ event: StoreEvent) async {
        switch event {
        case .committed(let commit):
            await tellCondition { await self.condition.note(event) }
            let bytes = frame(of: commit)
            broadcast.send {
                state.withLock { state in
                    if let last = state.frames.last, last.revision.next != commit.revision {
                        state.frames.removeAll()
                    }
                    state.frames.append(Frame(revision: commit.revision, bytes: bytes))
                    if state.frames.count > ChangeFeed.keptFrames { state.frames.removeFirst() }
                    state.newest = max(state.newest, commit.revision)
                }
                return bytes
            }
        case .reloaded(let revision):
            states.renew()
            await condition.note(event)
            broadcast.send {
                state.withLock { $0 = State(newest: revision) }
                return reloadFrame(revision)
            }
            if let problem = condition.problem { broadcast.send { failureFrame(problem) } }
        case .failed(let error):
            await condition.note(event)
            broadcast.send { failureFrame(condition.problem ?? error) }
        }
    }

    /// Tells the clients what has become of the store's condition meanwhile, if it is another one.
    private func tellCondition(_ look: () async -> Void) async {
        let before = condition.problem
        await look()
        let after = condition.problem
        if after == before { return }
        broadcast.send { after.map(failureFrame) ?? reloadFrame(state.withLock(\.newest)) }
    }

    private func failureFrame(_ error: LootError) -> [UInt8] {
        frame(of: FeedEvent(.failed(error.code, detail: error.publicDescription())))
    }

    private func frame(of commit: Commit) -> [UInt8] {
        let bytes = frame(of: FeedEvent(.commit(commit), id: states.id(commit.revision)))
        return bytes.count > ChangeFeed.greatestFrame ? reloadFrame(commit.revision) : bytes
    }

    private func reloadFrame(_ revision: Revision) -> [UInt8] {
        frame(of: FeedEvent(.reload(revision), id: states.id(revision)))
    }

    private func frame(of event: FeedEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        API.followChanges.answer.write(event, &bytes)
        return bytes
    }

    /// What a client gets that comes back; a new one is told the state it begins with. What was told while `current`
    /// was found out, it gets too, and what the feed has yet to hear of the store it gets with all others.
    private func missed(since id: String?, current: Revision?) -> [UInt8] {
        let (frames, newest) = state.withLock { ($0.frames, $0.newest) }
        let latest = max(newest, current ?? newest)
        guard let id else { return frame(of: FeedEvent(.state(latest), id: states.id(latest))) }
        guard let seen = states.revision(id), seen <= latest else { return reloadFrame(latest) }
        if seen >= newest { return Array(": nothing was missed\n\n".utf8) }
        let missed = frames.drop { $0.revision <= seen }
        guard missed.first?.revision == seen.next, missed.last?.revision == newest else {
            return reloadFrame(latest)
        }
        return missed.flatMap(\.bytes)
    }
}
