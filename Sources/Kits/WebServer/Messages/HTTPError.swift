/// An error that is an answer: thrown by a handler, it reaches the client as a problem document (RFC 9457).
public struct HTTPError: Error, Sendable, Equatable {
    /// The status of the answer.
    public var status: Status
    /// What is wrong with this request and what to do about it. The client reads it.
    public var detail: String
    /// Further fields of the answer, as `Retry-After` or `Allow`.
    public var headers: Headers

    /// An error with a status and a sentence for the client.
    public init(_ status: Status, _ detail: String, headers: Headers = [:]) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    static var disconnected: HTTPError {
        HTTPError(.badRequest, "The connection ended before the request's body did.")
    }
}

/// The client is gone, or the server stops: nothing more can be written to this response.
public struct ConnectionClosed: Error, Sendable, CustomStringConvertible {
    /// Says that the client is gone.
    public var description: String { "The connection was closed before the response was complete." }
}
