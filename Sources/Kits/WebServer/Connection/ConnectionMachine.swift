/// The state machine of a connection. It does no I/O and reads no clock: its owner passes it bytes and times, and it
/// produces requests and output.
///
/// Pipelined requests are handled one at a time. The owner calls `next` until it returns `nil`, sends `output`, and
/// reports the sent bytes with `sent`.
struct ConnectionMachine: ~Copyable {
    typealias Instant = ContinuousClock.Instant

    /// The time of an input, and the matching `Date` line.
    struct Moment {
        var now: Instant
        var dateLine: [UInt8]
    }

    enum Step {
        /// A request has arrived. Answer it with `respond`.
        case request(RequestHead)
        /// More of the request's body is available, or the body has ended or failed.
        case bodyReady
        /// The peer violated the protocol or exceeded a time limit. The output already contains the response.
        case refused(ProtocolError)
    }

    private(set) var phase = ConnectionPhase.reading
    private(set) var exchange: Exchange?
    private(set) var output = OutputQueue()
    private(set) var inputEnded = false

    private let limits: Limits
    private(set) var parser: RequestParser
    private var isStopping = false
    private var headStart: Instant?
    private var lastInput: Instant
    /// The time at which the connection began to discard input.
    private var partingStart: Instant
    private var discardedBytes = 0

    init(limits: Limits, now: Instant) {
        self.limits = limits
        parser = RequestParser(limits: limits)
        headStart = now
        lastInput = now
        partingStart = now
    }

    /// The maximum length of the current request's body in bytes. Set it before the first call of `next` after the
    /// request's head.
    var bodyLimit: Int {
        get { parser.bodyLimit }
        set { parser.bodyLimit = newValue }
    }

    /// Whether the machine accepts more input. If not, the socket shouldn't be read.
    var wantsInput: Bool {
        guard !inputEnded else { return false }
        switch phase {
        case .reading, .draining:
            return parser.pendingBytes <= limits.bufferedBytes + limits.headerBytes
        case .handling:
            return parser.pendingBytes + (exchange?.bufferedBytes ?? 0) <= limits.bufferedBytes
        case .closing, .lingering: return true
        case .closed: return false
        }
    }

    /// Whether the output exceeds the buffer limit, so that writers have to wait.
    var isCongested: Bool { output.count > limits.bufferedBytes }

    // MARK: - Input

    mutating func receive(_ bytes: UnsafeRawBufferPointer, now: Instant) {
        lastInput = now
        switch phase {
        case .reading, .handling, .draining:
            if phase == .reading, headStart == nil { headStart = now }
            parser.feed(bytes)
        case .closing, .lingering:
            discardedBytes += bytes.count
            if discardedBytes > limits.drainedBytes { phase = .closed }
        case .closed: break
        }
    }

    /// Records that the peer has closed its sending side. It may still read the response.
    mutating func receiveEnd() {
        inputEnded = true
        if phase == .lingering { phase = .closed }
    }

    mutating func next(_ moment: Moment) -> Step? {
        while true {
            switch phase {
            case .reading:
                guard !isCongested else { return nil }
                switch parser.next() {
                case .head(let head):
                    headStart = nil
                    exchange = Exchange(head)
                    phase = .handling
                    return .request(head)
                case .failure(let error):
                    return refuse(error, moment)
                case .body, .end:
                    break
                case nil:
                    if inputEnded { phase = .closing }
                    if headStart == nil, parser.isInHead { headStart = moment.now }
                    return nil
                }
            case .handling:
                return pumpBody()
            case .draining:
                switch parser.next() {
                case .body(let bytes):
                    discardedBytes += bytes.count
                    if discardedBytes > limits.drainedBytes { phase = .closing }
                case .end:
                    phase = isStopping ? .closing : .reading
                case .failure, .head:
                    phase = .closing
                case nil:
                    if inputEnded { phase = .closing }
                    return nil
                }
            case .closing, .lingering, .closed:
                return nil
            }
        }
    }

    private mutating func pumpBody() -> Step? {
        guard exchange?.bodyIsOpen == true, exchange?.bufferedBytes ?? 0 < limits.bufferedBytes else {
            return nil
        }
        switch parser.next() {
        case .body(let bytes): exchange?.receive(bytes)
        case .end, .head: exchange?.bodyState = .ended
        case .failure(let error): exchange?.bodyState = .failed(HTTPError(error.status, error.detail))
        case nil:
            guard inputEnded else { return nil }
            exchange?.bodyState = .failed(.disconnected)
        }
        return .bodyReady
    }

    private mutating func refuse(_ error: ProtocolError, _ moment: Moment) -> Step {
        end(with: HTTPError(error.status, error.detail), moment)
        return .refused(error)
    }

    /// Responds with 503 and closes the connection.
    mutating func reject(_ refusal: ServerCounters.Refusal, _ moment: Moment) {
        end(
            with: HTTPError(
                .serviceUnavailable, "\(refusal.rawValue) Try again in a moment.",
                headers: [.retryAfter: "1"]),
            moment)
    }

    private mutating func end(with error: HTTPError, _ moment: Moment) {
        headStart = nil
        let response = Response.problem(error)
        encode(response, .length(response.body.length ?? 0), .close, moment)
        if case .bytes(let bytes) = response.body { append(bytes, now: moment.now) }
        phase = .closing
    }

    // MARK: - The request's body

    enum BodyRead {
        case bytes([UInt8])
        case end
        case failed(HTTPError)
        /// No bytes are available yet. A `bodyReady` step follows.
        case pending
    }

    /// Whether a reader of the body has to wait for more bytes.
    var awaitsBody: Bool {
        phase == .handling && exchange?.bodyIsOpen == true && exchange?.bufferedBytes == 0
    }

    mutating func readBody(now: Instant) -> BodyRead {
        guard phase == .handling, exchange != nil else { return .failed(.disconnected) }
        if let bytes = exchange?.removeBody(at: now) { return .bytes(bytes) }
        switch exchange?.bodyState {
        case .ended: return .end
        case .failed(let error): return .failed(error)
        case .open, nil: break
        }
        if exchange?.expectsContinue == true {
            exchange?.expectsContinue = false
            if exchange?.receivedBytes == 0, exchange?.hasResponded == false {
                append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), now: now)
            }
        }
        if exchange?.waitingSince == nil {
            exchange?.wait(from: now)
            lastInput = now
        }
        return .pending
    }

    // MARK: - The response

    /// Starts the response to the current request. Returns whether its body must be written with `writeStream`.
    mutating func respond(_ response: Response, _ moment: Moment) -> Bool {
        guard phase == .handling, var current = exchange, !current.hasResponded else { return false }
        current.hasResponded = true
        var keepsAlive =
            current.keepsAlive && !isStopping && !inputEnded && !response.closesConnection
            && current.canDrain(upTo: limits.drainedBytes)
        let framing = ResponseEncoder.Framing(of: response, for: current.version)
        if case .close = framing, !current.isHead { keepsAlive = false }
        current.keepsAlive = keepsAlive
        exchange = current
        encode(
            response, framing, keepsAlive ? (current.version == .http10 ? .keepAlive : .usual) : .close,
            moment)
        guard !current.isHead, !response.status.forbidsBody else {
            finishExchange(moment.now)
            return false
        }
        switch response.body {
        case .empty:
            finishExchange(moment.now)
            return false
        case .bytes(let bytes):
            append(bytes, now: moment.now)
            finishExchange(moment.now)
            return false
        case .stream:
            exchange?.stream = BodyStream(framing)
            return true
        }
    }

    /// Appends to a streamed body. Returns `false` if the body would exceed the announced length.
    mutating func writeStream(_ bytes: [UInt8], now: Instant) -> Bool {
        exchange?.stream?.write(bytes, to: &output, at: now) ?? false
    }

    /// Ends a streamed body. Returns `false` if the body is shorter than the announced length.
    mutating func endStream(now: Instant) -> Bool {
        guard exchange?.stream?.end(in: &output, at: now) == true else { return false }
        finishExchange(now)
        return true
    }

    private mutating func finishExchange(_ now: Instant) {
        guard let finished = exchange else { return }
        exchange = nil
        discardedBytes = 0
        lastInput = now
        partingStart = now
        guard finished.keepsAlive, !isStopping else {
            phase = .closing
            return
        }
        phase = finished.bodyIsOpen ? .draining : .reading
    }

    // MARK: - Output

    /// Removes `count` bytes that were sent from the output.
    mutating func sent(_ count: Int, now: Instant) {
        output.consume(count, at: now)
    }

    /// The state that the socket's owner needs after all steps are processed and all possible output is sent.
    struct Needs {
        var phase: ConnectionPhase
        var input: Bool
        var output: Bool
        var isCongested: Bool
    }

    /// Moves a closing connection without pending output to the lingering phase, and returns its current needs. Call
    /// it when `next` returns `nil`.
    mutating func settle(now: Instant) -> Needs {
        if phase == .closing, output.isEmpty {
            phase = inputEnded ? .closed : .lingering
            lastInput = now
            partingStart = now
        }
        return Needs(phase: phase, input: wantsInput, output: !output.isEmpty, isCongested: isCongested)
    }

    private mutating func append(_ bytes: [UInt8], now: Instant) { output.append(bytes, at: now) }

    private mutating func encode(
        _ response: Response, _ framing: ResponseEncoder.Framing, _ persistence: ResponseEncoder.Persistence,
        _ moment: Moment
    ) {
        output.write(at: moment.now) {
            ResponseEncoder.encodeHead(response, framing, persistence, date: moment.dateLine, into: &$0)
        }
    }

    // MARK: - Deadlines and closing

    /// The time at which `expire` must be called if nothing else happens before, or `nil`.
    var deadline: Instant? {
        if !output.isEmpty {
            return output.deadline(grace: limits.writeIdleTime, bytesPerSecond: limits.bytesPerSecond)
        }
        switch phase {
        case .reading: return headStart.map { $0 + limits.headerTime } ?? lastInput + limits.keepAliveTime
        case .handling:
            return exchange?.deadline(grace: limits.bodyIdleTime, bytesPerSecond: limits.bytesPerSecond)
                .map { min($0, lastInput + limits.bodyIdleTime) }
        case .draining, .lingering:
            return min(lastInput + limits.lingerTime, partingStart + limits.maximumLingerTime)
        case .closing, .closed: return nil
        }
    }

    /// Enforces the time limits: rejects the request or closes the connection if its deadline has passed.
    mutating func expire(_ moment: Moment) -> Step? {
        guard let deadline, moment.now >= deadline else { return nil }
        guard output.isEmpty else {
            phase = .closed
            return nil
        }
        switch phase {
        case .reading where parser.isInHead:
            return refuse(
                ProtocolError(status: .requestTimeout, detail: "The request's header took too long."), moment)
        case .handling:
            exchange?.bodyState = .failed(
                HTTPError(.requestTimeout, "The request's body was sent too slowly."))
            return .bodyReady
        default:
            phase = .closed
            return nil
        }
    }

    /// Stops reading requests after the current one. An idle connection closes immediately.
    mutating func stop() {
        isStopping = true
        if phase == .reading, !parser.isInHead { phase = output.isEmpty ? .closed : .closing }
    }

    /// Closes the connection immediately and drops its output.
    mutating func abort() {
        phase = .closed
    }
}
