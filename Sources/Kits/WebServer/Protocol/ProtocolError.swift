/// What was wrong with the bytes of a request, and the status to answer with before closing.
struct ProtocolError: Error, Equatable {
    let status: Status
    let detail: String

    static func bad(_ detail: String) -> ProtocolError { ProtocolError(status: .badRequest, detail: detail) }
}
