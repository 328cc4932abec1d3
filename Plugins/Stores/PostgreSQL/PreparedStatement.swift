import CPostgreSQL
import LootSQL

/// The source of a result in libpq's pipeline mode.
enum PipelineStep {
    /// The preparation of a statement with this text.
    case preparation(String, PreparedStatement)
    /// The execution of the statement with this index.
    case execution(Int)
    /// The end of the statements that the server executes before it responds.
    case synchronization
}

/// A named prepared statement on the server.
struct PreparedStatement {
    let name: String
    /// Whether to receive the result at once instead of row by row.
    let isShort: Bool
    /// The time when the statement expires.
    let end: ContinuousClock.Instant

    /// The lifetime of a prepared statement. The server decides on a plan from the estimated costs of earlier plans.
    /// If the table has grown tenfold since then, it would plan the statement on each execution, which takes longer
    /// than executing it.
    private static let lifetime = Duration.seconds(10)

    init(name: String, text: String) {
        self.name = name
        isShort = text.contains(" LIMIT ")
        end = .now + Self.lifetime
    }

    /// Executes the statement without waiting for the result. Returns 1 if it was sent.
    func send(_ values: [SQLValue], on connection: OpaquePointer?) -> Int32 {
        // The bytes of each value. Strings are null-terminated, as the text format requires.
        let bytes = values.map(\.parameter)
        let lengths = bytes.map { Int32($0?.count ?? 0) }
        let formats = values.map { value -> Int32 in if case .bytes = value { 1 } else { 0 } }
        // All values share one buffer. libpq copies them before the call returns.
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.reduce(1) { $0 + ($1?.count ?? 0) })
        for value in bytes { if let value { joined += value } }
        joined.append(0)
        return joined.withUnsafeBytes { block in
            let start = block.bindMemory(to: CChar.self).baseAddress
            var offset = 0
            let pointers = bytes.map { value -> UnsafePointer<CChar>? in
                guard let value, let start else { return nil }
                defer { offset += value.count }
                return start + offset
            }
            return PQsendQueryPrepared(
                connection, name, Int32(values.count), pointers, lengths, formats, 0)
        }
    }
}
