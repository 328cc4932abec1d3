/// The state of a connection.
enum ConnectionPhase {
    /// Waiting for a request, or reading its head.
    case reading
    /// Waiting for the handler's response, or sending its body.
    case handling
    /// Discarding the rest of the request's body, after the response.
    case draining
    /// Sending the remaining output. No further request is read.
    case closing
    /// Waiting for the peer to close the connection after all output was sent. Closing first could reset the
    /// connection before the peer has read the response.
    case lingering
    case closed
}
