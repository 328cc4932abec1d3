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

/// The prepared statements of a connection.
struct PreparedStatements {
    /// The statements of each list by their text. A statement is only used with the search path for which it was
    /// prepared.
    private var statements: [String: [String: PreparedStatement]] = [:]
    private var count = 0
    private var nextName = 0
    private var end = ContinuousClock.now

    private static let limit = 200
    /// The server decides on a plan from the estimated costs of earlier plans. If the table has grown tenfold since
    /// then, it would plan a statement on each execution, which takes longer than executing it.
    private static let lifetime = Duration.seconds(10)

    /// Whether all statements must be removed, because they are too old or too many.
    var haveExpired: Bool { count >= Self.limit || count > 0 && end < .now }

    /// Returns the statement with a text, if it was prepared for a list.
    func statement(_ text: String, for list: String) -> PreparedStatement? { statements[list]?[text] }

    /// Creates a statement with a new name.
    mutating func create(_ text: String) -> PreparedStatement {
        nextName += 1
        return PreparedStatement(name: "loot\(nextName)", isShort: text.contains(" LIMIT "))
    }

    /// Adds a statement after the server has prepared it.
    mutating func add(_ statement: PreparedStatement, _ text: String, for list: String) {
        if count == 0 { end = .now + Self.lifetime }
        count += 1
        statements[list, default: [:]][text] = statement
    }

    mutating func removeAll() {
        statements.removeAll()
        count = 0
    }
}

/// A named prepared statement on the server.
struct PreparedStatement {
    let name: String
    /// Whether to receive the result at once instead of row by row.
    let isShort: Bool

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
