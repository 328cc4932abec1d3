import Synchronization

/// Counts what servers do. Its numbers can be read at any time and from any thread, as by a handler for metrics.
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
    /// Open connections of the addresses that may have only so many.
    private let clients = Mutex<[String: Int]>([:])

    /// All at zero.
    public init() {}

    /// Why a connection is one too many.
    enum Refusal: String {
        case full = "Too many connections are open."
        case tooManyOfClient = "Too many connections from your address are open."
    }

    /// Counts a connection in, unless it is one too many.
    func take(_ peer: SocketAddress, _ limits: Limits) -> Refusal? {
        let free = limits.connections - open.load(ordering: .relaxed)
        if free <= 0 { return .full }
        if limits.counts(peer) {
            // The fewer are free, the fewer one address may have: a new address always finds one.
            let limit = min(limits.connectionsPerClient, free)
            let isRoom = clients.withLock { clients in
                let client = SocketAddress.household(of: peer.host)
                let count = clients[client, default: 0]
                if count < limit { clients[client] = count + 1 }
                return count < limit
            }
            if !isRoom { return .tooManyOfClient }
        }
        open.wrappingAdd(1, ordering: .relaxed)
        return nil
    }

    /// Counts a connection out.
    func letGo(of peer: SocketAddress, _ limits: Limits) {
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

    /// The numbers at this moment in Prometheus' text format, each name behind the prefix.
    public func prometheusText(prefix: String = "http") -> String { snapshot.prometheusText(prefix: prefix) }

    /// The numbers at this moment.
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
    /// Whether an address stands for one client, which may have only so many connections.
    fileprivate func counts(_ peer: SocketAddress) -> Bool {
        peer.host != "127.0.0.1" && peer.host != "::1" && !sharedClients.contains(peer.host)
    }
}
