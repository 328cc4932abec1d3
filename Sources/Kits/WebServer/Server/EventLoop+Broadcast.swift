import Synchronization

extension EventLoop {
    /// How many clients get a message before sockets are looked at again: news for a thousand holds up no request.
    private static let listenersPerTurn = 32
    /// A listener that has taken so much less than it was sent, in multiples of what a connection may keep, is let
    /// go: it comes back when it can.
    private static let greatestBacklog = 4

    /// How much of what one broadcast sends may wait, in pieces.
    private static let greatestQueue = 64

    /// Takes what some of this loop's clients get.
    nonisolated func post(_ delivery: Delivery) {
        posted.withLock { posted in
            if let last = posted.indices.last, posted[last].join(delivery) { return }
            posted.append(delivery)
            let isMuch = posted.count > Self.greatestQueue
            if isMuch, posted.count(where: { $0.broadcast == delivery.broadcast }) > Self.greatestQueue {
                // More than can be written: those who come back are told of the state, and not of every step.
                var farewell = delivery
                farewell.content = .farewell
                posted.removeAll { $0.broadcast == delivery.broadcast }
                posted.append(farewell)
            }
        }
        executor.wake()
    }

    /// Whether messages wait.
    var hasDeliveries: Bool { !deliveries.isEmpty || posted.withLock { !$0.isEmpty } }

    /// Writes messages to some of those who listen.
    func deliver() {
        if deliveries.isEmpty {
            deliveries = posted.withLock { posted in
                defer { posted = [] }
                return posted
            }
        }
        var left = Self.listenersPerTurn
        while left > 0, var delivery = deliveries.first {
            let end = min(delivery.position + left, delivery.listeners.count)
            for listener in delivery.listeners[delivery.position..<end] {
                deliver(delivery.content, to: listener)
            }
            left -= end - delivery.position
            delivery.position = end
            if end < delivery.listeners.count {
                deliveries[0] = delivery
            } else {
                deliveries.removeFirst()
            }
        }
    }

    private func deliver(_ content: Delivery.Content, to listener: ExchangeID) {
        guard let connection = connection(listener), let following = connection.following else { return }
        switch content {
        case .message(let bytes):
            if connection.machine.output.count > Self.greatestBacklog * configuration.limits.bufferedBytes
                || !connection.machine.writeStream(bytes, now: moment.now)
            {
                connection.machine.abort()
            }
            connection.record?.bodyBytes += bytes.count
            advance(connection)
        case .end: following.finish()
        case .farewell:
            connection.machine.abort()
            advance(connection)
        }
    }

    /// Lets broadcasts write to a client, until one of them ends or the client is gone.
    func follow(
        _ broadcasts: [Broadcast], _ exchange: ExchangeID, from first: @Sendable (Int) -> [UInt8]
    ) async throws {
        try Task.checkCancellation()
        guard let connection = connection(exchange) else { throw ConnectionClosed() }
        let (ends, following) = AsyncStream.makeStream(of: Never.self)
        connection.following = following
        defer { for broadcast in broadcasts { broadcast.remove(exchange, of: self) } }
        for (index, broadcast) in broadcasts.enumerated() {
            guard let beginning = broadcast.add(exchange, of: self, { first(index) }) else {
                connection.following = nil
                return
            }
            if !beginning.isEmpty { deliver(.message(beginning), to: exchange) }
        }
        for await _ in ends {}
        connection.following = nil
        guard self.connection(exchange) != nil else { throw ConnectionClosed() }
    }
}
