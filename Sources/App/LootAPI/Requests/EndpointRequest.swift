import LootFormats

/// A request encoded by an endpoint, independent of the transport.
package struct EndpointRequest: Sendable {
    package let method: EndpointDescription.Method
    package var path: String
    package var parameters: [(name: String, value: String)] = []
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?

    /// The path and query, as in the request line.
    package var target: String { path + PercentEncoding.query(parameters) }

    /// Replaces the placeholder `{name}` with a value.
    mutating func fill(_ name: String, with value: String) {
        var rest = path.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            if path[path.utf8.index(after: open)..<close] == name {
                path.replaceSubrange(open...close, with: value)
                return
            }
            rest = path.utf8[path.utf8.index(after: close)...]
        }
    }
}

/// A request to decode, independent of the transport.
package protocol RequestSource {
    /// Returns the value of the placeholder `{name}` in the endpoint's pattern.
    func placeholder(_ name: String) -> String
    /// The names and values of the query.
    var parameters: [(name: String, value: String)] { get }
    /// Returns the value of a header field. Multiple values are joined with commas.
    func header(_ name: String) -> String?
}

/// The body of a request: in memory or streamed.
package enum RequestContent: Sendable {
    case bytes([UInt8])
    case pieces(any AsyncSequence<[UInt8], any Error> & Sendable)

    /// Calls `body` with each piece of the request's body.
    package func forEach(_ body: ([UInt8]) async throws -> Void) async throws {
        switch self {
        case .bytes(let bytes): try await body(bytes)
        case .pieces(let pieces): for try await piece in pieces { try await body(piece) }
        }
    }
}
