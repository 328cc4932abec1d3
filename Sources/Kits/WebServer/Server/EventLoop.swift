import Platform
import Synchronization

/// A thread that serves connections: it polls sockets, feeds the connections' state machines, and runs handlers.
///
/// Handlers run on this actor's thread, immediately after their request is read. A handler that doesn't suspend has
/// responded before the next request is processed, so a request that only needs data in memory never changes threads.
actor EventLoop {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let router: CompiledRouter
    let configuration: ServerConfiguration
    let counters: ServerCounters
    private let poller: Poller
    private let clock = ContinuousClock()
    private let sweepInterval: Duration

    private(set) var moment: ConnectionMachine.Moment
    private var dateSecond = -1
    private var nextSweep: ContinuousClock.Instant
    private var connections = ConnectionTable()
    private var scratch = [UInt8](repeating: 0, count: 65_536)
    var runningTasks = 0
    /// The deliveries enqueued by other threads.
    nonisolated let posted = Mutex<[Delivery]>([])
    /// The deliveries in progress, oldest first.
    var deliveries: [Delivery] = []

    private var listener: Int32?
    private var listenerRests = false
    private var loops: [EventLoop] = []
    private var nextLoop = 0
    private var graceEnd: ContinuousClock.Instant?

    /// The tokens of the poller that don't belong to connections.
    private static let wakerToken: UInt64 = 0
    private static let listenerToken: UInt64 = 1
    private static let maximumRefusals = 256
    /// The number of sockets that are read before responses are sent.
    private static let eventsAtOnce = 16
    /// The number of jobs that run before the sockets are polled again, so that a change with a thousand observers
    /// doesn't delay other clients.
    private static let jobsPerTurn = 32

    init(
        _ configuration: ServerConfiguration, router: CompiledRouter
    ) throws(ServerError) {
        do throws(SystemFailure) {
            executor = LoopExecutor(try Waker())
            poller = try Poller()
        } catch { throw .noDescriptors(error) }
        self.configuration = configuration
        self.router = router
        counters = configuration.counters
        let limits = configuration.limits
        let shortest = min(
            limits.headerTime, limits.bodyIdleTime, limits.keepAliveTime, limits.writeIdleTime,
            limits.graceTime)
        sweepInterval = min(max(shortest / 10, .milliseconds(10)), .milliseconds(500))
        moment = ConnectionMachine.Moment(now: clock.now, dateLine: [])
        nextSweep = moment.now
        _ = poller.add(executor.waker.descriptor, .read, token: Self.wakerToken)
    }

    // MARK: - Running

    /// Serves until the loop is stopped and its last connection and handler have ended. Handlers that ignore their
    /// cancellation are abandoned: when they resume, they find their connection closed.
    func run() async {
        var events: [Poller.Event] = []
        while !isOver {
            let timeout = executor.prepareToWait() && !hasDeliveries ? timeout : 0
            poller.wait(milliseconds: timeout, into: &events)
            executor.endWaiting()
            refreshMoment()
            for first in stride(from: 0, to: events.count, by: Self.eventsAtOnce) {
                handle(events[first..<min(first + Self.eventsAtOnce, events.count)])
            }
            if moment.now >= nextSweep { sweep() }
            deliver()
            if executor.hasJobs { await executor.rest(forJobs: Self.jobsPerTurn) }
        }
        executor.finish()
    }

    private var isOver: Bool {
        guard let graceEnd, connections.isEmpty else { return false }
        return runningTasks == 0 || moment.now >= graceEnd + configuration.limits.partingTime
    }

    /// Whether the loop rejects new work.
    var isStopping: Bool { graceEnd != nil }

    private var timeout: Int32 {
        guard !connections.isEmpty || listenerRests || graceEnd != nil else { return -1 }
        // The next sweep is at most half a second away, so this can't overflow.
        return Int32((max(nextSweep - moment.now, .zero) / .milliseconds(1)).rounded(.up))
    }

    private func refreshMoment() {
        moment.now = clock.now
        let second = Machine.secondsSince1970
        guard second != dateSecond else { return }
        dateSecond = second
        moment.dateLine = ResponseEncoder.dateLine(secondsSince1970: second)
    }

    /// Reads requests and runs their handlers, then sends the responses. A client that waits for several responses is
    /// woken once instead of once per response.
    private func handle(_ events: ArraySlice<Poller.Event>) {
        for event in events {
            switch event.token {
            case Self.wakerToken: executor.waker.clear()
            case Self.listenerToken: acceptAll()
            default:
                guard let connection = connections[event.token] else { continue }
                if event.isReadable || event.isBroken { read(connection, isBroken: event.isBroken) }
                connection.isAdvancing = true
                performSteps(connection)
                connection.isAdvancing = false
            }
        }
        for event in events { if let connection = connections[event.token] { advance(connection) } }
    }

    /// Returns the connection that is still handling this request, or `nil`.
    func connection(_ exchange: ExchangeID) -> Connection? {
        guard let connection = connections[exchange.token], connection.exchangeNumber == exchange.number,
            connection.machine.exchange != nil
        else { return nil }
        return connection
    }

    // MARK: - Accepting

    /// Accepts connections from a listening socket and distributes them among the loops.
    func listen(on socket: Int32, dealingTo loops: [EventLoop]) {
        guard graceEnd == nil else {
            Files.close(socket)
            return
        }
        listener = socket
        self.loops = loops
        _ = poller.add(socket, .read, token: Self.listenerToken)
    }

    private func acceptAll() {
        guard let listener else { return }
        // Limit the number, so that a flood of new connections doesn't starve the open ones.
        for _ in 0..<64 {
            switch Sockets.accept(on: listener) {
            case .wouldBlock: return
            case .dropped: continue
            case .exhausted:
                poller.remove(listener)
                listenerRests = true
                return
            case .socket(let socket, let peer):
                counters.accepted.wrappingAdd(1, ordering: .relaxed)
                deal(socket, SocketAddress(peer))
            }
        }
    }

    private func deal(_ socket: Int32, _ peer: SocketAddress) {
        if let refusal = counters.take(peer, configuration.limits) {
            refuse(socket, peer, refusal)
            return
        }
        nextLoop = (nextLoop + 1) % max(1, loops.count)
        guard loops.count > 1, loops[nextLoop] !== self else {
            adopt(socket, peer)
            return
        }
        let loop = loops[nextLoop]
        Task(executorPreference: loop.executor) { await loop.adopt(socket, peer) }
    }

    func adopt(_ socket: Int32, _ peer: SocketAddress) {
        guard graceEnd == nil else {
            counters.release(peer, configuration.limits)
            Files.close(socket)
            return
        }
        _ = register(socket, peer, isRefused: false)
    }

    private func refuse(_ socket: Int32, _ peer: SocketAddress, _ refusal: ServerCounters.Refusal) {
        counters.refused.wrappingAdd(1, ordering: .relaxed)
        guard connections.refusedCount < Self.maximumRefusals else {
            Files.close(socket)
            return
        }
        let connection = register(socket, peer, isRefused: true)
        connection.machine.reject(refusal, moment)
        advance(connection)
    }

    private func register(_ socket: Int32, _ peer: SocketAddress, isRefused: Bool) -> Connection {
        let connection = Connection(
            socket: socket, token: connections.newToken(for: socket), peer: peer, isRefused: isRefused,
            machine: ConnectionMachine(limits: configuration.limits, now: moment.now))
        connections.add(connection)
        if !poller.add(socket, .read, token: connection.token) { close(connection) }
        return connection
    }

    // MARK: - Reading and writing

    private func read(_ connection: Connection, isBroken: Bool) {
        guard connection.machine.wantsInput else {
            if isBroken { connection.machine.abort() }
            return
        }
        switch scratch.withUnsafeMutableBytes({ Sockets.receive(connection.socket, into: $0) }) {
        case .done(0):
            connection.machine.receiveEnd()
            if connection.isEndless { connection.machine.abort() }
        case .done(let count):
            counters.received.wrappingAdd(count, ordering: .relaxed)
            scratch.withUnsafeBytes {
                connection.machine.receive(
                    UnsafeRawBufferPointer(rebasing: $0[..<count]), now: moment.now)
            }
        case .wouldBlock: break
        case .failed: connection.machine.abort()
        }
    }

    /// Processes all available steps of a connection and sends its output.
    func advance(_ connection: Connection) {
        // The number of a closed socket may already belong to another connection.
        guard !connection.isAdvancing, !connection.isClosed else { return }
        connection.isAdvancing = true
        var canContinue = true
        while canContinue {
            performSteps(connection)
            let wasCongested = connection.machine.isCongested
            send(connection)
            canContinue = wasCongested && !connection.machine.isCongested
        }
        connection.isAdvancing = false
        settle(connection)
    }

    private func performSteps(_ connection: Connection) {
        while let step = connection.machine.next(moment) { take(step, connection) }
    }

    private func take(_ step: ConnectionMachine.Step, _ connection: Connection) {
        switch step {
        case .request(let head): begin(head, on: connection)
        case .bodyReady: connection.resumeReaders()
        case .refused(let error):
            counters.protocolErrors.wrappingAdd(1, ordering: .relaxed)
            counters.countResponse(error.status)
        }
    }

    private func send(_ connection: Connection) {
        while !connection.machine.output.isEmpty {
            switch connection.machine.output.withFirstBytes({ Sockets.send(connection.socket, $0, $1) })
            {
            case .done(let count):
                counters.sent.wrappingAdd(count, ordering: .relaxed)
                connection.machine.sent(count, now: moment.now)
            case .wouldBlock: return
            case .failed:
                connection.machine.abort()
                return
            }
        }
    }

    private func settle(_ connection: Connection) {
        let needs = connection.machine.settle(now: moment.now)
        switch needs.phase {
        case .closed:
            close(connection)
            return
        case .lingering where !connection.hasEndedWriting:
            connection.hasEndedWriting = true
            Sockets.endWriting(connection.socket)
        default: break
        }
        if !needs.isCongested { connection.resumeWriters() }
        var interest: Poller.Interest = needs.input ? .read : []
        if needs.output { interest.insert(.write) }
        guard interest != connection.interest else { return }
        connection.interest = interest
        poller.change(connection.socket, interest, token: connection.token)
    }

    private func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        connections.remove(connection)
        if !connection.isRefused { counters.release(connection.peer, configuration.limits) }
        connection.machine.abort()
        poller.close(connection.socket)
        if connection.record != nil {
            connection.record?.error = ConnectionClosed()
            log(connection)
        }
        connection.task?.cancel()
        connection.resumeReaders()
        connection.resumeWriters()
        connection.following?.finish()
    }

    // MARK: - Deadlines and closing

    private func sweep() {
        nextSweep = moment.now + sweepInterval
        if listenerRests, let listener {
            listenerRests = false
            _ = poller.add(listener, .read, token: Self.listenerToken)
        }
        let isOver = graceEnd.map { moment.now >= $0 } ?? false
        for connection in connections.all {
            if isOver { connection.machine.abort() }
            if let step = connection.machine.expire(moment) { take(step, connection) }
            advance(connection)
        }
    }

    /// Stops accepting connections, lets responses in progress finish, and cancels endless ones.
    func stop() {
        guard graceEnd == nil else { return }
        refreshMoment()
        acceptAll()
        graceEnd = moment.now + configuration.limits.graceTime
        nextSweep = moment.now
        if let listener { poller.close(listener) }
        listener = nil
        for connection in connections.all {
            // A request that has already arrived counts as in progress.
            read(connection, isBroken: false)
            advance(connection)
            connection.machine.stop()
            if connection.isEndless { connection.task?.cancel() }
            advance(connection)
        }
    }
}
