import LootAPI
import LootCore
import LootPlugins
import Synchronization
import WebServer

/// Broadcasts the store's events as an event stream. Each frame is created once and sent to all clients.
///
/// Recent frames are kept, so that a client that reconnects receives what it has missed. A client that reads too
/// slowly is disconnected. It reconnects by itself and receives the missing frames.
final class ChangeFeed: Sendable {
    private struct Frame {
        let revision: Revision
        let bytes: [UInt8]
    }

    private struct State {
        /// The newest commits without a gap, oldest first.
        var frames: [Frame] = []
        /// The revision after the last event, or the initial one.
        var newest: Revision
    }

    private static let keptFrames = 512
    /// The maximum size of a frame to keep. For a larger commit, clients are asked to reload.
    private static let greatestFrame = 64 * 1_024

    private let store: any ItemStore
    private let states: StateTags
    private let condition: StoreCondition
    private let host: any ProgramHost
    private let events: AsyncStream<StoreEvent>
    private let broadcast = Broadcast()
    private let state: Mutex<State>

    /// Creates a feed of all following events.
    init(
        _ store: any ItemStore, states: StateTags, condition: StoreCondition, host: any ProgramHost
    ) async throws(LootError) {
        self.store = store
        self.states = states
        self.condition = condition
        self.host = host
        events = store.events()
        state = Mutex(State(newest: try await store.summary().revision))
    }

    /// The number of connected clients.
    var clientCount: Int { broadcast.count }

    /// Broadcasts events until the store is closed or the task is canceled, and then ends all streams.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await StreamBeat.run {
                    self.broadcast.send { StreamBeat.bytes }
                    // Stores don't always send an event when a problem is fixed.
                    await self.tellCondition { await self.condition.look() }
                }
            }
            group.addTask { for await event in self.events { await self.take(event) } }
            // The heartbeat never ends by itself, but the store's events do.
            await group.next()
            group.cancelAll()
        }
        broadcast.finish()
    }

    /// Returns the stream for a client. It starts after the event that the client has seen last, if there is one.
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

    /// Updates the store's condition and then broadcasts an event, because clients read again when they receive it.
    private func take(_ event: StoreEvent) async {
        switch event {
        case .committed(let commit):
            if commit.changesSettings { await host.readListSettings() }
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
            await host.readListSettings()
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

    /// Broadcasts a change in the store's condition.
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

    /// Returns the frames that a reconnecting client has missed, or the current state for a new client. The client
    /// also receives the frames that were sent while `current` was determined.
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
