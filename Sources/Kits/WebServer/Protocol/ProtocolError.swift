/// An error in the bytes of a request, with the status to send before the connection closes.
struct ProtocolError: Error, Equatable {
    let status: Status
    let detail: String

    static func bad(_ detail: String) -> ProtocolError { ProtocolError(status: .badRequest, detail: detail) }
}
