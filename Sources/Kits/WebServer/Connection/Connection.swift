import Platform

/// One connection of an event loop: its socket, its machine, and who waits for it. Only its loop touches it.
final class Connection {
    let socket: Int32
    let token: UInt64
    let peer: SocketAddress
    /// Whether the connection was one too many, and gets no more than a refusal.
    let isRefused: Bool

    var machine: ConnectionMachine
    var interest: Poller.Interest = .read
    var isAdvancing = false
    var isClosed = false
    var hasEndedWriting = false

    /// Counts requests, so that a handler that outlives its request can't touch the next one.
    var exchangeNumber = 0
    var record: AccessRecord?
    var isEndless = false
    var task: Task<Void, Never>?
    var readers: [CheckedContinuation<Void, Never>] = []
    var writers: [CheckedContinuation<Void, Never>] = []
    /// Ends the wait of a handler that leaves the writing to a broadcast.
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

/// One request on one connection, and never another.
struct ExchangeID: Sendable, Equatable {
    let token: UInt64
    let number: Int
}
