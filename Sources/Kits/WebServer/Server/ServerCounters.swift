import Synchronization

/// Counters of a server's activity. They can be read at any time on any thread, for example by a handler that
/// publishes metrics.
public final class ServerCounters: Sendable {
    let accepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let open = Atomic<Int>(0)
    let requests = Atomic<Int>(0)
    let success = Atomic<Int>(0)
    let redirection = Atomic<Int>(0)
    let clientError = Atomic<Int>(0)
    let serverError = Atomic<Int>(0)
    let protocolErrors = Atomic<Int>(0)
    let failures = Atomic<Int>(0)
    let received = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
    /// The number of open connections of each limited client.
    private let clients = Mutex<[String: Int]>([:])

    /// Creates counters that start at zero.
    public init() {}

    /// The reason for rejecting a connection.
    enum Refusal: String {
        case full = "Too many connections are open."
        case tooManyOfClient = "Too many connections from your address are open."
    }

    /// Counts a new connection, or returns the reason for rejecting it.
    func take(_ peer: SocketAddress, _ limits: Limits) -> Refusal? {
        let free = limits.connections - open.load(ordering: .relaxed)
        if free <= 0 { return .full }
        if limits.counts(peer) {
            // Lower the limit when few connections are left, so that a new client can always connect.
            let limit = min(limits.connectionsPerClient, free)
            let isBelowLimit = clients.withLock { clients in
                let client = SocketAddress.household(of: peer.host)
                let count = clients[client, default: 0]
                if count < limit { clients[client] = count + 1 }
                return count < limit
            }
            if !isBelowLimit { return .tooManyOfClient }
        }
        open.wrappingAdd(1, ordering: .relaxed)
        return nil
    }

    /// Removes a closed connection from the counts.
    func release(_ peer: SocketAddress, _ limits: Limits) {
        open.wrappingSubtract(1, ordering: .relaxed)
        guard limits.counts(peer) else { return }
        clients.withLock { clients in
            let client = SocketAddress.household(of: peer.host)
            let count = clients[client, default: 0]
            clients[client] = count > 1 ? count - 1 : nil
        }
    }

    func countResponse(_ status: Status) {
        switch status.code / 100 {
        case 2: success.wrappingAdd(1, ordering: .relaxed)
        case 3: redirection.wrappingAdd(1, ordering: .relaxed)
        case 4: clientError.wrappingAdd(1, ordering: .relaxed)
        default: serverError.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// Returns the current values in Prometheus' text format. The prefix and an underscore precede each name.
    public func prometheusText(prefix: String = "http") -> String { snapshot.prometheusText(prefix: prefix) }

    /// The current values.
    package var snapshot: ServerMetrics {
        func read(_ counter: borrowing Atomic<Int>) -> Int { counter.load(ordering: .relaxed) }
        return ServerMetrics(
            connectionsAccepted: read(accepted), connectionsRefused: read(refused),
            connectionsOpen: read(open),
            requests: read(requests),
            responses: [2: read(success), 3: read(redirection), 4: read(clientError), 5: read(serverError)],
            protocolErrors: read(protocolErrors), handlerFailures: read(failures),
            bytesReceived: read(received), bytesSent: read(sent))
    }
}

extension Limits {
    /// Returns whether the number of connections from this address is limited.
    fileprivate func counts(_ peer: SocketAddress) -> Bool {
        peer.host != "127.0.0.1" && peer.host != "::1" && !sharedClients.contains(peer.host)
    }
}
