import CPostgreSQL

/// Conversion of connection parameters for libpq.
enum ConnectionParameters {
    /// Calls `body` with the keywords and the values as null-terminated C arrays. They are valid during the call.
    static func withCStrings<Result>(
        _ parameters: [(keyword: String, value: String)],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = parameters.flatMap { [$0.keyword, $0.value] }.map { text in
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
            _ = copy.initialize(fromContentsOf: text.utf8CString)
            return copy
        }
        defer {
            for string in strings { string.deallocate() }
        }
        func all(from first: Int) -> [UnsafePointer<CChar>?] {
            stride(from: first, to: strings.count, by: 2).map { UnsafePointer(strings[$0].baseAddress) } + [
                nil
            ]
        }
        return body(all(from: 0), all(from: 1))
    }

    /// Whether the server of a connection responds to a new client.
    static func serverAnswers(
        of connection: OpaquePointer?, _ parameters: [(keyword: String, value: String)]
    ) -> Bool {
        var parameters = parameters
        for (keyword, value) in [
            ("host", PQhost(connection)), ("hostaddr", PQhostaddr(connection)),
            ("port", PQport(connection)),
        ] {
            if let value { parameters.append((keyword, String(cString: value))) }
        }
        return withCStrings(parameters) { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
    }
}
