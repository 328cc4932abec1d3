import CPostgreSQL
import LootCore
import LootSQL
import Platform

/// A connection to a PostgreSQL server.
final class PostgreSQLSession: SQLPipeline {
    /// The SQL dialect of the connected server.
    private(set) var dialect = SQLDialect.postgreSQL()

    let place: String
    private let parameters: [(keyword: String, value: String)]
    private let answerLimit: Duration
    private var connection: OpaquePointer?
    private var statements: [String: Prepared] = [:]
    private var nextName = 0
    private var isListening = false
    /// The first error in the result that is being received.
    private var failure: LootError?

    /// A named prepared statement on the server.
    private struct Prepared {
        let name: String
        /// Whether to receive the result at once instead of row by row.
        let isShort: Bool
        /// The time when the statement expires.
        let end: ContinuousClock.Instant
    }

    /// The maximum number of prepared statements.
    private static let statementLimit = 200
    /// The lifetime of a prepared statement. The server decides on a plan from the estimated costs of earlier plans.
    /// If the table has grown tenfold since then, it would plan the statement on each execution, which takes longer
    /// than executing it.
    private static let statementLifetime = Duration.seconds(10)

    init(
        _ parameters: [(keyword: String, value: String)], place: String, answerLimit: Duration,
        patience: Duration
    ) throws(LootError) {
        self.place = place
        self.parameters = parameters
        self.answerLimit = answerLimit
        connection = ConnectionParameters.withCStrings(parameters) { PQconnectdbParams($0, $1, 1) }
        guard PQstatus(connection) == CONNECTION_OK else {
            let error = PostgreSQLFailure.connecting(
                to: place, message: message, needsPassword: PQconnectionNeedsPassword(connection) == 1)
            close()
            throw error
        }
        // Notices are meant for interactive users.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        // One round trip determines the kind of server, the encoding of bytes, and the lock timeout in milliseconds.
        let milliseconds = Int(max(1, patience / Duration.milliseconds(1)))
        var version = ""
        try each(
            """
            SELECT version(), set_config('bytea_output', 'hex', FALSE), \
            set_config('lock_timeout', \(.text(String(milliseconds))), FALSE)
            """
        ) { row in version = row.text(0) ?? "" }
        let isCockroachDB = version.contains("CockroachDB")
        dialect = .postgreSQL(
            announces: !isCockroachDB,
            changesIndexesInTransactions: !isCockroachDB && !version.contains("-YB-"))
    }

    deinit { close() }

    private var message: String {
        (connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "").trimmed
    }

    // MARK: Statements

    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void)
        throws(LootError)
    {
        try execute(statement) {
            result throws(LootError) in
            try SQLRow.forEach(in: result, body)
        }
    }

    @discardableResult
    func run(_ statement: SQL) throws(LootError) -> Int {
        var count = 0
        try execute(statement, isShort: true) { result in
            if let text = PQcmdTuples(result) { count = Int(String(cString: text)) ?? 0 }
        }
        return count
    }

    /// Inserts rows with `COPY`.
    func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError) {
        let names = columns.map { SQL(name: $0).text }.joined(separator: ", ")
        let text = "COPY \(SQL(name: table).text) (\(names)) FROM STDIN"
        try send { PQsendQuery(connection, text) }
        var rows: [UInt8] = []
        rows.reserveCapacity(values.count * 12)
        var column = 0
        for value in values {
            column += 1
            value.append(asCopied: &rows)
            rows.append(UInt8(ascii: column == columns.count ? "\n" : "\t"))
            if column == columns.count { column = 0 }
        }
        try waitForResult()
        let begin = PQgetResult(connection)
        defer { PQclear(begin) }
        guard PQresultStatus(begin) == PGRES_COPY_IN else {
            try receiveResults { _ in }
            throw begin.map { error(of: $0) } ?? lost()
        }
        let isSent = rows.withUnsafeBytes { bytes in  // libpq copies the rows.
            PQputCopyData(
                connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
                == 1
        }
        guard isSent, PQputCopyEnd(connection, nil) == 1 else { throw lost() }
        try receiveResults { _ in }
    }

    // MARK: Asynchronous queries

    /// Sends a statement without blocking if it is already prepared and its result has a limit. Otherwise, returns
    /// `false`.
    func send(_ statement: SQL) throws(LootError) -> Bool {
        guard let prepared = statements[statement.text], prepared.isShort,
            prepared.end > .now, Readiness.shared != nil
        else { return false }
        failure = nil
        try send { PostgreSQLSession.sendPrepared(prepared.name, statement.values, on: connection) }
        return true
    }

    func waitForMore() async -> Bool {
        await Readiness.shared?.wait(for: PQsocket(connection), atMost: answerLimit) ?? false
    }

    func receive(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) -> SQLReception {
        if PQconsumeInput(connection) != 1 { throw lost() }
        while PQisBusy(connection) == 0 {
            guard let result = PQgetResult(connection) else {
                if PQstatus(connection) != CONNECTION_OK { throw lost() }
                if let failure { throw failure }
                return .whole
            }
            take(result) { result throws(LootError) in try SQLRow.forEach(in: result, body) }
        }
        return .part
    }

    func receiveRest(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {
        try takeRest { result throws(LootError) in try SQLRow.forEach(in: result, body) }
    }

    // MARK: Queries

    private func execute(
        _ statement: SQL, isShort: Bool? = nil, _ body: (OpaquePointer) throws(LootError) -> Void
    ) throws(LootError) {
        let prepared = try prepared(statement)
        try send { PostgreSQLSession.sendPrepared(prepared.name, statement.values, on: connection) }
        if !(isShort ?? prepared.isShort) { PQsetSingleRowMode(connection) }
        try receiveResults(body)
    }

    /// Returns the prepared statement. Prepares it if necessary.
    private func prepared(_ statement: SQL) throws(LootError) -> Prepared {
        let now = ContinuousClock.now
        // After an error in a transaction, the server rejects everything until the transaction ends.
        let mayForget = PQtransactionStatus(connection) != PQTRANS_INERROR
        if let known = statements[statement.text] {
            if known.end > now || !mayForget { return known }
            statements[statement.text] = nil
            try forget(known.name)
        } else if statements.count >= Self.statementLimit, mayForget {
            statements.removeAll()
            try forget("ALL")
        }
        nextName += 1
        let name = "loot\(nextName)"
        let types = statement.values.map(\.type)
        try send { PQsendPrepare(connection, name, statement.text, Int32(types.count), types) }
        try receiveResults { _ in }
        let prepared = Prepared(
            name: name, isShort: statement.text.contains(" LIMIT "), end: now + Self.statementLifetime)
        statements[statement.text] = prepared
        return prepared
    }

    private func forget(_ name: String) throws(LootError) {
        try send { PQsendQuery(connection, "DEALLOCATE \(name)") }
        try receiveResults { _ in }
    }

    private static func sendPrepared(
        _ name: String, _ values: [SQLValue], on connection: OpaquePointer?
    ) -> Int32 {
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

    private func send(_ call: () -> Int32) throws(LootError) {
        if call() != 1 { throw lost() }
    }

    /// Passes all results of a statement to `body`. After an error, the remaining results are received as well.
    private func receiveResults(_ body: (OpaquePointer) throws(LootError) -> Void) throws(LootError) {
        failure = nil
        try takeRest(body)
    }

    private func takeRest(_ body: (OpaquePointer) throws(LootError) -> Void) throws(LootError) {
        while true {
            try waitForResult()
            guard let result = PQgetResult(connection) else { break }
            take(result, body)
        }
        if PQstatus(connection) != CONNECTION_OK { throw lost() }
        if let failure { throw failure }
    }

    /// Passes a result to `body`. The first error is thrown after the last result.
    private func take(_ result: OpaquePointer, _ body: (OpaquePointer) throws(LootError) -> Void) {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
            if failure == nil { do throws(LootError) { try body(result) } catch { failure = error } }
        default: if failure == nil { failure = error(of: result) }
        }
    }

    /// Waits until a result can be received without blocking. A server that is silent for a while may be busy or
    /// gone, so check whether it accepts new connections.
    private func waitForResult() throws(LootError) {
        if PQisBusy(connection) == 0 { return }
        let start = ContinuousClock.now
        var question = start + answerLimit
        repeat {
            if waitForSocket(milliseconds: 1000) {
                if PQconsumeInput(connection) != 1 { throw lost() }
            } else if ContinuousClock.now > question {
                if ContinuousClock.now > start + answerLimit * 20 || !serverAnswers() {
                    let waited = Duration.seconds((ContinuousClock.now - start).components.seconds)
                    close()
                    throw PostgreSQLFailure.silent(place, after: waited)
                }
                question = ContinuousClock.now + answerLimit
            }
        } while PQisBusy(connection) == 1
    }

    /// Whether the connected server responds to a new client.
    private func serverAnswers() -> Bool {
        var parameters = parameters
        for (keyword, value) in [
            ("host", PQhost(connection)), ("hostaddr", PQhostaddr(connection)),
            ("port", PQport(connection)),
        ] {
            if let value { parameters.append((keyword, String(cString: value))) }
        }
        return ConnectionParameters.withCStrings(parameters) { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
    }

    /// Waits for bytes from the server.
    private func waitForSocket(milliseconds: Int32) -> Bool {
        Poller.waitForBytes(on: PQsocket(connection), milliseconds: milliseconds)
    }

    private func lost() -> LootError { PostgreSQLFailure.lost(place, message: message) }

    private func error(of result: OpaquePointer) -> LootError {
        func field(_ letter: Character) -> String {
            // Field codes are ASCII letters, such as `PG_DIAG_SQLSTATE`.
            let code = Int32(letter.asciiValue ?? 0)
            return PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
        }
        return PostgreSQLFailure(state: field("C"), message: field("M"), place: place).error
    }

    // MARK: Notifications

    /// Subscribes to changes by other clients.
    func listen() throws(LootError) {
        if dialect.announcement == nil { return }
        try run("LISTEN loot_changes")
        isListening = true
    }

    /// Waits for changes by other clients. Servers without notifications are polled frequently.
    func waitForNews() throws(LootError) -> Bool {
        guard isListening else {
            Threads.pause(milliseconds: 250)
            return true
        }
        for _ in 0..<10 {
            if waitForSocket(milliseconds: 200), PQconsumeInput(connection) != 1 { throw lost() }
            var hasNews = false
            while let notice = PQnotifies(connection) {
                PQfreemem(notice)
                hasNews = true
            }
            if hasNews { return true }
        }
        // Notifications can be lost when another server takes over, so check occasionally.
        return true
    }

    func close() {
        if connection != nil { Readiness.shared?.forget(PQsocket(connection)) }
        PQfinish(connection)
        connection = nil
    }
}
