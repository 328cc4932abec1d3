import LootCore
import LootFormats
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
        var clients: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var nextClient = 0
        /// The latest commits without a gap, oldest first.
        var frames: [Frame] = []
        var isFinished = false
    }

    private static let keptFrames = 512
    private static let clientBuffer = 256
    /// A kept frame is small: what is larger is not told but only announced.
    private static let greatestFrame = 64 * 1_024

    private let store: any ItemStore
    private let states: StateTags
    private let events: AsyncStream<StoreEvent>
    private let state = Mutex(State())

    /// A feed of everything that happens from now on.
    init(_ store: any ItemStore, states: StateTags) {
        self.store = store
        self.states = states
        events = store.events()
    }

    /// The number of clients that listen.
    var clientCount: Int { state.withLock { $0.clients.count } }

    /// Passes events on until the store closes or the task is cancelled; then every client's stream ends.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while (try? await Task.sleep(for: .seconds(15))) != nil {
                    self.send(Array(": still here\n\n".utf8))
                }
            }
            group.addTask { for await event in self.events { self.take(event) } }
            // The beat has no end of its own; the store's events have.
            await group.next()
            group.cancelAll()
        }
        finish()
    }

    /// The answer to a client that listens from now on, or from behind the state that it names.
    func response(lastEventID: String?) -> Response {
        var response = Response(
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store", "X-Accel-Buffering": "no",
            ],
            body: .stream { writer in
                let (key, frames) = self.connect()
                defer { self.disconnect(key) }
                let current = try await self.store.summary().revision
                try await writer.write("retry: 1000\n\n")
                try await writer.write(self.missed(since: lastEventID, current: current))
                for await frame in frames { try await writer.write(frame) }
            })
        response.isEndless = true
        return response
    }

    // MARK: Clients

    private func connect() -> (Int, AsyncStream<[UInt8]>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(ChangeFeed.clientBuffer))
        let key = state.withLock { state in
            state.nextClient += 1
            if !state.isFinished { state.clients[state.nextClient] = continuation }
            return state.isFinished ? -1 : state.nextClient
        }
        if key < 0 { continuation.finish() }
        return (key, stream)
    }

    private func disconnect(_ key: Int) {
        state.withLock { $0.clients.removeValue(forKey: key) }?.finish()
    }

    private func finish() {
        let clients = state.withLock { state in
            state.isFinished = true
            defer { state.clients.removeAll() }
            return state.clients
        }
        for client in clients.values { client.finish() }
    }

    private func send(_ bytes: [UInt8]) {
        state.withLock { state in
            for (key, client) in state.clients {
                if case .enqueued = client.yield(bytes) { continue }
                client.finish()
                state.clients[key] = nil
            }
        }
    }

    // MARK: Frames

    private func take(_ event: StoreEvent) {
        switch event {
        case .committed(let commit):
            let bytes = frame(of: commit)
            state.withLock { state in
                if let last = state.frames.last, last.revision.next != commit.revision {
                    state.frames.removeAll()
                }
                state.frames.append(Frame(revision: commit.revision, bytes: bytes))
                if state.frames.count > ChangeFeed.keptFrames { state.frames.removeFirst() }
            }
            send(bytes)
        case .reloaded(let revision):
            state.withLock { $0.frames.removeAll() }
            send(stateFrame("reload", revision))
        case .failed(let error):
            send(Array("event: failed\ndata: {\"code\":\"\(error.code.rawValue)\"}\n\n".utf8))
        }
    }

    private func frame(of commit: Commit) -> [UInt8] {
        var bytes = Array("id: \(states.id(commit.revision))\nevent: commit\ndata: ".utf8)
        let start = bytes.count
        ChangeWriter().append(commit, to: &bytes)
        if bytes.count > ChangeFeed.greatestFrame {
            return stateFrame("reload", commit.revision)
        }
        // JSON on one line, but for what an event stream alone takes for the end of one: JSON escapes those.
        assert(!bytes[start...].contains { $0 == 0x0A || $0 == 0x0D })
        bytes += "\n\n".utf8
        return bytes
    }

    private func stateFrame(_ event: String, _ revision: Revision) -> [UInt8] {
        Array(
            "id: \(states.id(revision))\nevent: \(event)\ndata: {\"revision\":\(revision)}\n\n".utf8)
    }

    /// What a client gets that comes back; a new one is told the state it begins with.
    private func missed(since id: String?, current: Revision) -> [UInt8] {
        guard let id else { return stateFrame("state", current) }
        guard let seen = states.revision(id), seen <= current else { return stateFrame("reload", current) }
        if seen == current { return Array(": nothing was missed\n\n".utf8) }
        let frames = state.withLock { $0.frames.filter { $0.revision > seen && $0.revision <= current } }
        guard frames.first?.revision == seen.next, frames.last?.revision == current else {
            return stateFrame("reload", current)
        }
        return frames.flatMap(\.bytes)
    }
}
