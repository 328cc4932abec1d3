/// A log record for a request and its response.
public struct AccessRecord: Sendable {
    /// The request. Its body can't be read anymore.
    public let request: Request
    /// The status of the response.
    public internal(set) var status: Status
    /// The length of the response's body in bytes.
    public internal(set) var bodyBytes = 0
    /// The time from the end of the request's head to the end of the response.
    public internal(set) var duration = Duration.zero
    /// The error that the handler threw or that interrupted the response, or `nil`. Doesn't include an ``HTTPError``
    /// that was sent as the response.
    public internal(set) var error: (any Error)?

    let start: ContinuousClock.Instant

    init(request: Request, start: ContinuousClock.Instant) {
        self.request = request
        self.start = start
        status = .ok
    }
}
