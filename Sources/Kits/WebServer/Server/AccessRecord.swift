/// One answered request, for a log.
public struct AccessRecord: Sendable {
    /// The request. Its body has been read, or never will be.
    public let request: Request
    /// The status of the answer.
    public internal(set) var status: Status
    /// The bytes of the answer's body.
    public internal(set) var bodyBytes = 0
    /// From the end of the request's head to the end of the answer.
    public internal(set) var duration = Duration.zero
    /// Why the handler failed, if it did.
    public internal(set) var error: (any Error)?

    let start: ContinuousClock.Instant

    init(request: Request, start: ContinuousClock.Instant) {
        self.request = request
        self.start = start
        status = .ok
    }
}
