import Synchronization

extension EventLoop {
    /// The number of clients that receive a message before the sockets are polled again, so that a message for a
    /// thousand clients doesn't delay requests.
    private static let listenersPerTurn = 32
    /// The maximum pending output of a listener, in multiples of a connection's buffer limit. Slower listeners are
    /// disconnected and can reconnect.
    private static let maximumBacklog = 4

    /// The maximum number of pending deliveries of one broadcast.
    private static let maximumQueueLength = 64

    /// Adds a delivery to the queue. Combines it with the previous one if possible.
    nonisolated func post(_ delivery: Delivery) {
        posted.withLock { posted in
            if let last = posted.indices.last, posted[last].join(delivery) { return }
            posted.append(delivery)
            let isMuch = posted.count > Self.maximumQueueLength
            if isMuch, posted.count(where: { $0.broadcast == delivery.broadcast }) > Self.maximumQueueLength {
                // The loop can't keep up. Disconnect the clients: after they reconnect, they receive the current
                // state instead of every change.
                var farewell = delivery
                farewell.content = .farewell
                posted.removeAll { $0.broadcast == delivery.broadcast }
                posted.append(farewell)
            }
        }
        executor.wake()
    }

    var hasDeliveries: Bool { !deliveries.isEmpty || posted.withLock { !$0.isEmpty } }

    /// Delivers pending messages to a limited number of listeners.
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
            if connection.machine.output.count > Self.maximumBacklog * configuration.limits.bufferedBytes
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

    /// Lets broadcasts write to a client, until one of them finishes or the client disconnects.
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
