/// What one connection does, without a socket: bytes and times in; requests, bytes to send and the end out.
///
/// Requests are handled one after the other, however many have arrived. The owner of the machine asks it for
/// `next` steps until there is none, sends `output`, and tells it when that has been sent.
struct ConnectionMachine: ~Copyable {
    typealias Instant = ContinuousClock.Instant

    /// The time of an input, and the `Date` line that goes with it.
    struct Moment {
        var now: Instant
        var dateLine: [UInt8]
    }

    enum Step {
        /// A request begins: answer it with `respond`.
        case request(RequestHead)
        /// The reader of the request's body can go on.
        case bodyReady
        /// The peer broke the protocol or took too long; the answer is in the output.
        case refused(ProtocolError)
    }

    enum Phase {
        /// Waits for a request or is in its head.
        case reading
        /// A request is being answered.
        case handling
        /// The answer is given, and what is left of the request's body is thrown away.
        case draining
        /// Nothing more will be read as a request; the output still has to leave.
        case closing
        /// Everything is sent; waits for the peer to close, so that it gets the last answer.
        case lingering
        case closed
    }

    private(set) var phase = Phase.reading
    private(set) var exchange: Exchange?
    private(set) var output = OutputQueue()
    private(set) var inputEnded = false

    private let limits: Limits
    private var parser: RequestParser
    private var isStopping = false
    private var headStart: Instant?
    private var lastInput: Instant
    /// When the connection began to throw away what comes.
    private var partingStart: Instant
    private var discardedBytes = 0

    init(limits: Limits, now: Instant) {
        self.limits = limits
        parser = RequestParser(limits: limits)
        headStart = now
        lastInput = now
        partingStart = now
    }

    /// The longest body of the current request; set it before the first `next` after its head.
    var bodyLimit: Int {
        get { parser.bodyLimit }
        set { parser.bodyLimit = newValue }
    }

    /// Whether bytes from the peer are welcome. If not, the peer has to wait.
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

    /// Whether so much waits for the peer that a writer has to wait too.
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

    /// The peer sends nothing more; it may still read.
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

    /// Answers that there are too many connections, and closes.
    mutating func turnAway(_ refusal: ServerCounters.Refusal, _ moment: Moment) {
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
        /// Nothing is here yet; a `bodyReady` step follows.
        case pending
    }

    /// Whether a reader of the body has to wait for more.
    var awaitsBody: Bool {
        phase == .handling && exchange?.bodyIsOpen == true && exchange?.bufferedBytes == 0
    }

    mutating func readBody(now: Instant) -> BodyRead {
        guard phase == .handling, exchange != nil else { return .failed(.disconnected) }
        if let bytes = exchange?.takeBody(at: now) { return .bytes(bytes) }
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

    /// Takes the current request's response. True if its body is now to be written with `writeStream`.
    mutating func respond(_ response: Response, _ moment: Moment) -> Bool {
        guard phase == .handling, var current = exchange, !current.hasResponded else { return false }
        current.hasResponded = true
        var keepsAlive =
            current.keepsAlive && !isStopping && !inputEnded && !response.closesConnection
            && current.canDrain(upTo: limits.drainedBytes)
        let framing: ResponseEncoder.Framing
        switch response.body.length {
        case _ where response.status.forbidsBody: framing = .none
        case let length?: framing = .length(length)
        case nil where current.version == .http11: framing = .chunked
        case nil:
            framing = .close
            if !current.isHead { keepsAlive = false }
        }
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
            switch framing {
            case .length(let length): exchange?.stream = .length(remaining: length)
            case .chunked: exchange?.stream = .chunked
            case .none, .close: exchange?.stream = .close
            }
            return true
        }
    }

    /// Adds to a streamed body. False if that is more than the length that was promised.
    mutating func writeStream(_ bytes: [UInt8], now: Instant) -> Bool {
        guard !bytes.isEmpty else { return true }
        switch exchange?.stream {
        case .length(let remaining):
            guard bytes.count <= remaining else { return false }
            exchange?.stream = .length(remaining: remaining - bytes.count)
            append(bytes, now: now)
        case .chunked:
            output.write(at: now) { ResponseEncoder.appendChunkSize(bytes.count, to: &$0) }
            output.append(bytes, at: now)
            output.write(at: now) { $0.append(contentsOf: "\r\n".utf8) }
        case .close:
            append(bytes, now: now)
        case nil:
            return false
        }
        return true
    }

    /// Ends a streamed body. False if that is less than the length that was promised.
    mutating func endStream(now: Instant) -> Bool {
        switch exchange?.stream {
        case .length(let remaining): guard remaining == 0 else { return false }
        case .chunked: append(Array("0\r\n\r\n".utf8), now: now)
        case .close: break
        case nil: return false
        }
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

    /// `count` bytes of the output have left.
    mutating func sent(_ count: Int, now: Instant) {
        output.consume(count, at: now)
    }

    /// What the owner of the socket has to know when all steps are taken and all that can be sent is sent.
    struct Needs {
        var phase: Phase
        var input: Bool
        var output: Bool
        var isCongested: Bool
    }

    /// Call when there is no next step. A connection that is to close, and has sent all, lingers from here on.
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

    // MARK: - Time and end

    /// When `expire` has something to do, if nothing happens before.
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
            return min(lastInput + limits.lingerTime, partingStart + limits.greatestLingerTime)
        case .closing, .closed: return nil
        }
    }

    /// Ends what has lasted too long at this moment.
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
                HTTPError(.requestTimeout, "The request's body came too slowly."))
            return .bodyReady
        default:
            phase = .closed
            return nil
        }
    }

    /// No request is read after the current one. An idle connection is closed at once.
    mutating func stop() {
        isStopping = true
        if phase == .reading, !parser.isInHead { phase = output.isEmpty ? .closed : .closing }
    }

    /// Ends the connection without another word.
    mutating func abort() {
        phase = .closed
    }
}
