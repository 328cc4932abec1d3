/// One request and its response, as the connection sees them.
struct Exchange {
    enum BodyState {
        case open
        case ended
        case failed(HTTPError)
    }

    /// How the end of a streamed response is told.
    enum Stream {
        case length(remaining: Int)
        case chunked
        case close
    }

    let isHead: Bool
    let version: RequestHead.Version
    let framing: RequestHead.Framing
    var keepsAlive: Bool
    var expectsContinue: Bool

    var bodyState: BodyState
    private var body: [UInt8] = []
    private(set) var receivedBytes = 0
    /// Since when a reader waits for more of the body, if one does.
    private(set) var waitingSince: ContinuousClock.Instant?
    /// How long readers have waited before that.
    private var waited = Duration.zero

    var hasResponded = false
    var stream: Stream?

    init(_ head: RequestHead) {
        isHead = head.method == .head
        version = head.version
        framing = head.framing
        keepsAlive = head.keepsAlive
        expectsContinue = head.expectsContinue && head.framing != .none
        bodyState = head.framing == .none ? .ended : .open
    }

    var bodyIsOpen: Bool { if case .open = bodyState { true } else { false } }

    /// Bytes of the body that have not been read yet.
    var bufferedBytes: Int { body.count }

    mutating func receive(_ bytes: [UInt8]) {
        receivedBytes += bytes.count
        // One piece however small its parts were; the usual one is not copied.
        if body.isEmpty { body = bytes } else { body += bytes }
    }

    /// What has come, for a reader, which waits no longer.
    mutating func takeBody(at now: ContinuousClock.Instant) -> [UInt8]? {
        guard !body.isEmpty else { return nil }
        if let start = waitingSince { waited += now - start }
        waitingSince = nil
        defer { body = [] }
        return body
    }

    /// A reader waits for more of the body from now on.
    mutating func wait(from now: ContinuousClock.Instant) { waitingSince = waitingSince ?? now }

    /// When the client has taken too long for what a reader waits for, however little it pauses: a time of grace, and
    /// beyond it so many bytes in each second of waiting.
    func deadline(grace: Duration, bytesPerSecond: Int) -> ContinuousClock.Instant? {
        waitingSince.map { start in
            start - waited + grace + .milliseconds(receivedBytes * 1_000 / max(1, bytesPerSecond))
        }
    }

    /// Whether what is left of the body can be read and thrown away, so that the connection stays usable.
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
