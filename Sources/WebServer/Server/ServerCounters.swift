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

    /// All at zero.
    public init() {}

    func countResponse(_ status: Status) {
        switch status.code / 100 {
        case 2: success.wrappingAdd(1, ordering: .relaxed)
        case 3: redirection.wrappingAdd(1, ordering: .relaxed)
        case 4: clientError.wrappingAdd(1, ordering: .relaxed)
        default: serverError.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// The numbers at this moment.
    public var snapshot: ServerMetrics {
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
