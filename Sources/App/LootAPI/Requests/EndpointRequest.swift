import LootFormats

/// A request that an endpoint has made, to be sent by whatever means.
package struct EndpointRequest: Sendable {
    package let method: EndpointDescription.Method
    package var path: String
    package var parameters: [(name: String, value: String)] = []
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?

    /// Path and query, as they stand in a request's first line.
    package var target: String { path + PercentEncoding.query(parameters) }

    /// Puts a value in the place of `{name}`.
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

/// A request that an endpoint is to read, wherever it comes from.
package protocol RequestSource {
    /// What stands in the place of `{name}` in the endpoint's pattern.
    func placeholder(_ name: String) -> String
    /// The names and values of the query.
    var parameters: [(name: String, value: String)] { get }
    /// The value of a header field; with commas between them where there are several of that name.
    func header(_ name: String) -> String?
}

/// The body of a request: whole, or as it comes.
package enum RequestContent: Sendable {
    case bytes([UInt8])
    case pieces(any AsyncSequence<[UInt8], any Error> & Sendable)

    /// Hands over the body piece by piece.
    package func forEach(_ body: ([UInt8]) async throws -> Void) async throws {
        switch self {
        case .bytes(let bytes): try await body(bytes)
        case .pieces(let pieces): for try await piece in pieces { try await body(piece) }
        }
    }
}
