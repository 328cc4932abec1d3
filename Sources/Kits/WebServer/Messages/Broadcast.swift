import Synchronization

/// The same bytes for many clients, as a stream of events has them.
///
/// A message is made once for all clients. Each thread of the server writes it to its own clients, some at a time, so
/// that requests are answered in between; what is sent meanwhile goes out together. A client that takes too little of
/// what it is sent is let go, and all are when far more is sent than the server can write.
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
    /// The listeners whose connections one loop has.
    private struct Group {
        let loop: EventLoop
        var listeners: [ExchangeID] = []
    }

    private struct State {
        var groups: [Group] = []
        var isFinished = false
        /// Another number whenever others listen.
        var audience = 0
    }

    private let state = Mutex(State())

    /// Without listeners.
    public init() {}

    /// How many clients listen.
    package var count: Int { state.withLock { $0.groups.reduce(0) { $0 + $1.listeners.count } } }

    /// Sends a message to all clients that listen. None begins to listen while it is made.
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

    /// Ends the streams of all clients that listen, behind what was sent; later ones end at once.
    public func finish() {
        state.withLock { state in
            state.isFinished = true
            for group in state.groups { group.loop.post(delivery(.end, to: group, state.audience)) }
            state.groups = []
        }
    }

    /// Adds a listener, and makes what it begins with; nil when all is over.
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

/// What is on its way to the clients of one loop.
struct Delivery: Sendable {
    enum Content: Sendable {
        case message([UInt8])
        /// The stream ends behind what was sent.
        case end
        /// The connection breaks off.
        case farewell
    }

    private static let greatestMessage = 64 * 1_024

    var content: Content
    let listeners: [ExchangeID]
    /// Who the listeners are.
    let broadcast: ObjectIdentifier
    let audience: Int
    /// How many have got it.
    var position = 0

    /// Takes in what the same clients get next. False if that has to go by itself.
    mutating func join(_ next: Delivery) -> Bool {
        guard case .message(var bytes) = content, case .message(let more) = next.content,
            broadcast == next.broadcast, audience == next.audience,
            bytes.count + more.count <= Delivery.greatestMessage
        else { return false }
        content = .end
        bytes += more
        content = .message(bytes)
        return true
    }
}

extension BodyWriter {
    /// Writes everything that is sent from now on, until the broadcast finishes.
    ///
    /// - Parameters:
    ///   - broadcast: Where the messages come from.
    ///   - first: Makes what the client gets before them. Nothing is sent between this and its joining, so that nothing
    ///     is missed and nothing comes twice.
    /// - Throws: ``ConnectionClosed`` when the client is gone.
    public func follow(_ broadcast: Broadcast, from first: @Sendable () -> [UInt8] = { [] }) async throws {
        try await follow([broadcast]) { _ in first() }
    }

    /// Writes everything that is sent by several broadcasts from now on, until one of them finishes.
    ///
    /// - Parameters:
    ///   - broadcasts: Where the messages come from.
    ///   - first: Makes what the client gets before those of the broadcast with an index.
    /// - Throws: ``ConnectionClosed`` when the client is gone.
    package func follow(_ broadcasts: [Broadcast], from first: @Sendable (Int) -> [UInt8]) async throws {
        guard case .exchange(let loop, let exchange) = target else { throw ConnectionClosed() }
        try await loop.follow(broadcasts, exchange, from: first)
    }
}
