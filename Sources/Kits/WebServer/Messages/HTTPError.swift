/// An error that determines the response: if a handler throws it, the client receives a problem document (RFC 9457).
public struct HTTPError: Error, Sendable, Equatable {
    /// The status of the response.
    public var status: Status
    /// An explanation for the client: the problem with this request, and how to fix it.
    public var detail: String
    /// Additional header fields of the response, such as `Retry-After` or `Allow`.
    public var headers: Headers

    /// Creates an error with a status and an explanation for the client.
    public init(_ status: Status, _ detail: String, headers: Headers = [:]) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    /// The error for an address without a route.
    package static let unknownAddress = HTTPError(.notFound, "This address doesn't exist.")

    static var disconnected: HTTPError {
        HTTPError(.badRequest, "The connection was closed before the end of the request's body.")
    }
}

/// An error that indicates that the client has disconnected or the server is stopping, so the response can't be
/// written.
public struct ConnectionClosed: Error, Sendable, CustomStringConvertible {
    /// A description of the error.
    public var description: String { "The connection was closed before the response was complete." }
}
