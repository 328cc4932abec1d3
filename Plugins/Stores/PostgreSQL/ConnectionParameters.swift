import CPostgreSQL

/// Conversion of connection parameters for libpq.
enum ConnectionParameters {
    /// Returns the parameters in an address, or `nil` if it is invalid.
    static func parse(_ address: String) -> [String: String]? {
        guard let options = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var option = options  // A C array terminated by an option without a keyword.
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return found
    }

    /// Calls `body` with the keywords and the values as null-terminated C arrays. They are valid during the call.
    static func withCStrings<Result>(
        _ parameters: [String: String],
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = parameters.flatMap { [$0.key, $0.value] }.map { text in
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
        of connection: OpaquePointer?, _ parameters: [String: String]
    ) -> Bool {
        var parameters = parameters
        for (keyword, value) in [
            ("host", PQhost(connection)), ("hostaddr", PQhostaddr(connection)),
            ("port", PQport(connection)),
        ] {
            if let value { parameters[keyword] = String(cString: value) }
        }
        return withCStrings(parameters) { PQpingParams($0, $1, 0) } != PQPING_NO_RESPONSE
    }
}
