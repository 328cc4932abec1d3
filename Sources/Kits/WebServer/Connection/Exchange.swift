/// The state of a request and its response on a connection.
struct Exchange {
    enum BodyState {
        case open
        case ended
        case failed(HTTPError)
    }

    let isHead: Bool
    let version: RequestHead.Version
    let framing: RequestHead.Framing
    var keepsAlive: Bool
    var expectsContinue: Bool

    var bodyState: BodyState
    private var body: [UInt8] = []
    private(set) var receivedBytes = 0
    /// The time since which a reader has been waiting for more of the body, or `nil` if none is waiting.
    private(set) var waitingSince: ContinuousClock.Instant?
    /// The total time of earlier waits.
    private var waited = Duration.zero

    var hasResponded = false
    /// The body of the response while it is streamed.
    var stream: BodyStream?

    init(_ head: RequestHead) {
        isHead = head.method == .head
        version = head.version
        framing = head.framing
        keepsAlive = head.keepsAlive
        expectsContinue = head.expectsContinue && head.framing != .none
        bodyState = head.framing == .none ? .ended : .open
    }

    var bodyIsOpen: Bool { if case .open = bodyState { true } else { false } }

    /// The number of received body bytes that the handler hasn't read yet.
    var bufferedBytes: Int { body.count }

    mutating func receive(_ bytes: [UInt8]) {
        receivedBytes += bytes.count
        // Combine small fragments into one piece. The common case, a single fragment, isn't copied.
        if body.isEmpty { body = bytes } else { body += bytes }
    }

    /// Removes and returns the buffered bytes and ends the reader's wait, or returns `nil` if the buffer is empty.
    mutating func removeBody(at now: ContinuousClock.Instant) -> [UInt8]? {
        guard !body.isEmpty else { return nil }
        if let start = waitingSince { waited += now - start }
        waitingSince = nil
        defer { body = [] }
        return body
    }

    /// Starts the wait of a reader for more of the body.
    mutating func wait(from now: ContinuousClock.Instant) { waitingSince = waitingSince ?? now }

    /// Returns the time at which the client counts as too slow, or `nil` if no reader is waiting.
    ///
    /// The client has a grace period, plus the time that the received bytes take at the minimum rate. Pauses don't
    /// reset the period, so a client can't send single bytes indefinitely.
    func deadline(grace: Duration, bytesPerSecond: Int) -> ContinuousClock.Instant? {
        waitingSince.map { start in
            start - waited + grace + .milliseconds(receivedBytes * 1_000 / max(1, bytesPerSecond))
        }
    }

    /// Returns whether the rest of the body can be read and discarded, so that the connection stays usable.
    func canDrain(upTo limit: Int) -> Bool {
        switch bodyState {
        case .ended: return true
        case .failed: return false
        case .open:
            guard !expectsContinue else { return false }
            guard case .length(let length) = framing else { return true }
            return length - receivedBytes <= limit
        }
    }
}
