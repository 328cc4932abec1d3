import Platform

/// A connection, owned by one event loop: its socket, its state machine, and the tasks that wait for it. Accessed
/// only on the loop's thread.
final class Connection {
    let socket: Int32
    let token: UInt64
    let peer: SocketAddress
    /// Whether the connection exceeds a limit and only receives an error response.
    let isRefused: Bool

    var machine: ConnectionMachine
    var interest: Poller.Interest = .read
    var isAdvancing = false
    var isClosed = false
    var hasEndedWriting = false

    /// Counts the requests of this connection, so that a handler that outlives its request can't affect the next one.
    var exchangeNumber = 0
    var record: AccessRecord?
    var isEndless = false
    var task: Task<Void, Never>?
    var readers: [CheckedContinuation<Void, Never>] = []
    var writers: [CheckedContinuation<Void, Never>] = []
    /// Ends the wait of a handler whose response body is written by a broadcast.
    var following: AsyncStream<Never>.Continuation?

    init(
        socket: Int32, token: UInt64, peer: SocketAddress, isRefused: Bool,
        machine: consuming ConnectionMachine
    ) {
        self.socket = socket
        self.token = token
        self.peer = peer
        self.isRefused = isRefused
        self.machine = machine
    }

    func resumeReaders() {
        guard !readers.isEmpty else { return }
        let waiting = readers
        readers = []
        for continuation in waiting { continuation.resume() }
    }

    func resumeWriters() {
        guard !writers.isEmpty else { return }
        let waiting = writers
        writers = []
        for continuation in waiting { continuation.resume() }
    }
}

/// Identifies one request on one connection. IDs are never reused.
struct ExchangeID: Sendable, Equatable {
    let token: UInt64
    let number: Int
}
