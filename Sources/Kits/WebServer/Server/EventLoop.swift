import Platform
import Synchronization

/// One thread with its connections: waits for sockets, feeds their machines, runs their handlers.
///
/// Handlers run on this actor's thread, from the line that read the request on: one that waits for nothing has
/// answered before the next request is looked at. So a request that finds its answer in memory never changes
/// threads.
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
    /// By socket.
    private var connections: [Connection?] = []
    private var connectionCount = 0
    private var refusedCount = 0
    private var generation: UInt64 = 0
    private var scratch = [UInt8](repeating: 0, count: 65_536)
    var runningTasks = 0
    /// Messages that other threads have left here.
    nonisolated let posted = Mutex<[Delivery]>([])
    /// Messages that not all have got yet, the oldest first.
    var deliveries: [Delivery] = []

    private var listener: Int32?
    private var listenerRests = false
    private var loops: [EventLoop] = []
    private var nextLoop = 0
    private var graceEnd: ContinuousClock.Instant?

    /// Tokens of the poller that are no connections.
    private static let wakerToken: UInt64 = 0
    private static let listenerToken: UInt64 = 1
    private static let refusedAtOnce = 256
    /// How many sockets are read before the first answer is sent.
    private static let eventsAtOnce = 16
    /// How many jobs run before sockets are looked at again: a change that a thousand clients are told of holds
    /// up no other client.
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

    /// Serves until it is stopped and its last connection and handler are gone. A handler that goes on although it
    /// was canceled is left behind: it finds that its connection is gone whenever it comes back.
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
        guard let graceEnd, connectionCount == 0 else { return false }
        return runningTasks == 0 || moment.now >= graceEnd + configuration.limits.partingTime
    }

    /// Whether no new work is taken on.
    var isStopping: Bool { graceEnd != nil }

    private var timeout: Int32 {
        guard connectionCount > 0 || listenerRests || graceEnd != nil else { return -1 }
        // A sweep is never further away than half a second.
        return Int32((max(nextSweep - moment.now, .zero) / .milliseconds(1)).rounded(.up))
    }

    private func refreshMoment() {
        moment.now = clock.now
        let second = Machine.secondsSince1970
        guard second != dateSecond else { return }
        dateSecond = second
        moment.dateLine = ResponseEncoder.dateLine(secondsSince1970: second)
    }

    /// Reads requests and works out their answers, and sends these afterward: a client that waits for many is
    /// woken once and finds several, where each would wake it anew.
    private func handle(_ events: ArraySlice<Poller.Event>) {
        for event in events {
            switch event.token {
            case Self.wakerToken: executor.waker.clear()
            case Self.listenerToken: acceptAll()
            default:
                guard let connection = connection(event.token) else { continue }
                if event.isReadable || event.isBroken { read(connection, isBroken: event.isBroken) }
                connection.isAdvancing = true
                takeSteps(connection)
                connection.isAdvancing = false
            }
        }
        for event in events { if let connection = connection(event.token) { advance(connection) } }
    }

    private func connection(_ token: UInt64) -> Connection? {
        let socket = Int(token & 0xFFFF_FFFF)
        guard socket < connections.count, let connection = connections[socket], connection.token == token
        else { return nil }
        return connection
    }

    /// The connection that still has this request in hand.
    func connection(_ exchange: ExchangeID) -> Connection? {
        guard let connection = connection(exchange.token), connection.exchangeNumber == exchange.number,
            connection.machine.exchange != nil
        else { return nil }
        return connection
    }

    // MARK: - Accepting

    /// Takes connections from a socket that listens, and deals them out to the loops.
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
        // Bounded, so that a flood of connections does not starve those that are open.
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
            counters.letGo(of: peer, configuration.limits)
            Files.close(socket)
            return
        }
        _ = register(socket, peer, isRefused: false)
    }

    private func refuse(_ socket: Int32, _ peer: SocketAddress, _ refusal: ServerCounters.Refusal) {
        counters.refused.wrappingAdd(1, ordering: .relaxed)
        guard refusedCount < Self.refusedAtOnce else {
            Files.close(socket)
            return
        }
        refusedCount += 1
        let connection = register(socket, peer, isRefused: true)
        connection.machine.turnAway(refusal, moment)
        advance(connection)
    }

    private func register(_ socket: Int32, _ peer: SocketAddress, isRefused: Bool) -> Connection {
        generation += 1
        let connection = Connection(
            socket: socket, token: generation << 32 | UInt64(UInt32(bitPattern: socket)), peer: peer,
            isRefused: isRefused,
            machine: ConnectionMachine(limits: configuration.limits, now: moment.now))
        while connections.count <= Int(socket) { connections.append(nil) }
        connections[Int(socket)] = connection
        connectionCount += 1
        if !poller.add(socket, .read, token: connection.token) { close(connection) }
        return connection
    }

    // MARK: - Moving bytes

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

    /// Takes every step that the connection can take now, and sends what there is to send.
    func advance(_ connection: Connection) {
        // The number of a socket that was closed may be another connection's by now.
        guard !connection.isAdvancing, !connection.isClosed else { return }
        connection.isAdvancing = true
        var canContinue = true
        while canContinue {
            takeSteps(connection)
            let wasCongested = connection.machine.isCongested
            send(connection)
            canContinue = wasCongested && !connection.machine.isCongested
        }
        connection.isAdvancing = false
        settle(connection)
    }

    private func takeSteps(_ connection: Connection) {
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
        connections[Int(connection.socket)] = nil
        connectionCount -= 1
        if connection.isRefused {
            refusedCount -= 1
        } else {
            counters.letGo(of: connection.peer, configuration.limits)
        }
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

    // MARK: - Time and end

    private func sweep() {
        nextSweep = moment.now + sweepInterval
        if listenerRests, let listener {
            listenerRests = false
            _ = poller.add(listener, .read, token: Self.listenerToken)
        }
        let isOver = graceEnd.map { moment.now >= $0 } ?? false
        for case let connection? in connections {
            if isOver { connection.machine.abort() }
            if let step = connection.machine.expire(moment) { take(step, connection) }
            advance(connection)
        }
    }

    /// Takes no new connections, lets the answers in flight finish, and ends what has no end of its own.
    func stop() {
        guard graceEnd == nil else { return }
        refreshMoment()
        acceptAll()
        graceEnd = moment.now + configuration.limits.graceTime
        nextSweep = moment.now
        if let listener { poller.close(listener) }
        listener = nil
        for case let connection? in connections {
            // A request that is here already is in flight.
            read(connection, isBroken: false)
            advance(connection)
            connection.machine.stop()
            if connection.isEndless { connection.task?.cancel() }
            advance(connection)
        }
    }
}
