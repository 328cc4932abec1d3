import Synchronization

/// Sends the same bytes to many clients, such as a stream of events.
///
/// Each message is created once for all clients. Every thread of the server writes it to its clients in batches and
/// answers requests in between. Messages that arrive meanwhile are sent together. A client that reads too slowly is
/// disconnected. If messages are sent much faster than the server can write them, all clients are disconnected.
///
/// ```swift
/// let news = Broadcast()
/// router.on(.get, "/news") { _ in
///     var response = Response(
///         headers: [.contentType: "text/event-stream"], body: .stream { try await $0.follow(news) })
///     response.isEndless = true
///     return response
/// }
/// news.send { Array("data: It rains.\n\n".utf8) }
/// ```
public final class Broadcast: Sendable {
    /// The listeners whose connections belong to one event loop.
    private struct Group {
        let loop: EventLoop
        var listeners: [ExchangeID] = []
    }

    private struct State {
        var groups: [Group] = []
        var isFinished = false
        /// Changes whenever a listener is added or removed.
        var audience = 0
    }

    private let state = Mutex(State())

    /// Creates a broadcast without listeners.
    public init() {}

    /// The number of listening clients.
    package var count: Int { state.withLock { $0.groups.reduce(0) { $0 + $1.listeners.count } } }

    /// Sends a message to all listening clients. No client can start to listen while `make` runs.
    public func send(_ make: () -> [UInt8]) {
        state.withLock { state in
            let bytes = make()
            for group in state.groups where !group.listeners.isEmpty {
                group.loop.post(delivery(.message(bytes), to: group, state.audience))
            }
        }
    }

    private func delivery(_ content: Delivery.Content, to group: Group, _ audience: Int) -> Delivery {
        Delivery(
            content: content, listeners: group.listeners, broadcast: ObjectIdentifier(self),
            audience: audience)
    }

    /// Ends the streams of all listening clients after the messages already sent. Clients that listen later end
    /// immediately.
    public func finish() {
        state.withLock { state in
            state.isFinished = true
            for group in state.groups { group.loop.post(delivery(.end, to: group, state.audience)) }
            state.groups = []
        }
    }

    /// Adds a listener and returns the result of `first`, the bytes it receives before any message. Returns `nil` if
    /// the broadcast has finished.
    func add(_ listener: ExchangeID, of loop: EventLoop, _ first: () -> [UInt8]) -> [UInt8]? {
        state.withLock { state in
            if state.isFinished { return nil }
            state.audience += 1
            if let group = state.groups.firstIndex(where: { $0.loop === loop }) {
                state.groups[group].listeners.append(listener)
            } else {
                state.groups.append(Group(loop: loop, listeners: [listener]))
            }
            return first()
        }
    }

    func remove(_ listener: ExchangeID, of loop: EventLoop) {
        state.withLock { state in
            guard let group = state.groups.firstIndex(where: { $0.loop === loop }),
                let index = state.groups[group].listeners.firstIndex(of: listener)
            else { return }
            state.audience += 1
            state.groups[group].listeners.remove(at: index)
        }
    }
}

/// A message or an end that one event loop still has to deliver to its clients.
struct Delivery: Sendable {
    enum Content: Sendable {
        case message([UInt8])
        /// Ends the stream after the messages already sent.
        case end
        /// Closes the connection without ending the stream.
        case farewell
    }

    private static let maximumMessageSize = 64 * 1_024

    var content: Content
    let listeners: [ExchangeID]
    /// The broadcast that sent it. Together with `audience`, it identifies the set of listeners.
    let broadcast: ObjectIdentifier
    let audience: Int
    /// The number of listeners that have received the message.
    var position = 0

    /// Appends the next message for the same clients. Returns `false` if it must be delivered separately.
    mutating func join(_ next: Delivery) -> Bool {
        guard case .message(var bytes) = content, case .message(let more) = next.content,
            broadcast == next.broadcast, audience == next.audience,
            bytes.count + more.count <= Delivery.maximumMessageSize
        else { return false }
        content = .end
        bytes += more
        content = .message(bytes)
        return true
    }
}

extension BodyWriter {
    /// Writes every message of a broadcast, beginning now, until the broadcast finishes.
    ///
    /// - Parameters:
    ///   - broadcast: The source of the messages.
    ///   - first: Returns the bytes that the client receives first. No message is sent between this call and the
    ///     start of listening, so the client neither misses a message nor receives one twice.
    /// - Throws: ``ConnectionClosed`` if the client disconnects.
    public func follow(_ broadcast: Broadcast, from first: @Sendable () -> [UInt8] = { [] }) async throws {
        try await follow([broadcast]) { _ in first() }
    }

    /// Writes every message of several broadcasts, beginning now, until one of them finishes.
    ///
    /// - Parameters:
    ///   - broadcasts: The sources of the messages.
    ///   - first: Returns the bytes that the client receives before the messages of the broadcast at the given index.
    /// - Throws: ``ConnectionClosed`` if the client disconnects.
    package func follow(_ broadcasts: [Broadcast], from first: @Sendable (Int) -> [UInt8]) async throws {
        guard case .exchange(let loop, let exchange) = target else { throw ConnectionClosed() }
        try await loop.follow(broadcasts, exchange, from: first)
    }
}
