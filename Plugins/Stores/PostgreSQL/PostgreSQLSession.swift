import CPostgreSQL
import LootCore
import LootSQL
import Platform

/// A connection to a PostgreSQL server.
final class PostgreSQLSession: SQLPipeline {
    /// The SQL dialect of the connected server.
    private(set) var dialect = SQLDialect.postgreSQL()
    /// The features of the connected server that the store uses.
    private(set) var features: PostgreSQLFeatures

    let place: String
    private let parameters: [String: String]
    private let answerLimit: Duration
    private var connection: OpaquePointer?
    /// The search path for the list in use.
    private var list = ""
    private var statements = PreparedStatements()
    private var isListening = false
    /// The number of waits without a notification.
    private var quietWaits = 0
    /// The first error in the result that is being received.
    private var failure: LootError?

    init(_ parameters: [String: String], place: String, options: PostgreSQLOptions) throws(LootError) {
        self.place = place
        self.parameters = parameters
        answerLimit = options.answerLimit
        features = options.features
        connection = ConnectionParameters.withCStrings(parameters) { PQconnectdbParams($0, $1, 0) }
        guard PQstatus(connection) == CONNECTION_OK else {
            let error = PostgreSQLFailure.connecting(
                to: place, message: message, needsPassword: PQconnectionNeedsPassword(connection) == 1)
            close()
            throw error
        }
        // Notices are meant for interactive users.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
        // One round trip determines the kind of server, the encoding of bytes, and the lock timeout in milliseconds.
        let milliseconds = Int(max(1, options.patience / Duration.milliseconds(1)))
        try each(
            """
            SELECT version(), set_config('bytea_output', 'hex', FALSE), \
            set_config('lock_timeout', \(.text(String(milliseconds))), FALSE)
            """
        ) { row in features.formIntersection(PostgreSQLFeatures(of: row.text(0) ?? "")) }
        dialect = .postgreSQL(features)
    }

    deinit { close() }

    private var message: String {
        (connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "").trimmed
    }

    // MARK: Lists

    func use(list: String) throws(LootError) {
        if list == self.list { return }
        // The end of a transaction could restore the search path.
        guard PQtransactionStatus(connection) == PQTRANS_IDLE else {
            throw PQstatus(connection) == CONNECTION_OK ? PostgreSQLFailure.inTransaction(place) : lost()
        }
        let path = list.replacing("'", with: "''")
        try command(list.isEmpty ? "RESET search_path" : "SELECT set_config('search_path', '\(path)', FALSE)")
        self.list = list
    }

    func listName() throws(LootError) -> String { try texts("SELECT current_schema()").first ?? "" }

    // MARK: Statements

    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {
        try execute(statement) { result throws(LootError) in try SQLRow.forEach(in: result, body) }
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
            throw begin.map { PostgreSQLFailure(in: $0, place: place).error } ?? lost()
        }
        let isSent = rows.withUnsafeBytes { bytes in  // libpq copies the rows.
            PQputCopyData(
                connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
                == 1
        }
        guard isSent, PQputCopyEnd(connection, nil) == 1 else { throw lost() }
        try receiveResults { _ in }
    }

    /// Executes statements in libpq's pipeline mode.
    func each(
        of statements: [SQL], _ body: (Int, SQLRow) throws(LootError) -> Void
    ) throws(LootError) {
        try forgetExpired()
        guard PQenterPipelineMode(connection) == 1 else { throw lost() }
        defer { PQexitPipelineMode(connection) }
        var steps: [PipelineStep] = []
        var new: [String: PreparedStatement] = [:]
        for (index, statement) in statements.enumerated() {
            if statement.text == "COMMIT", index > 0 {
                // If this machine fails now, the server ends the transaction after a while and releases its lock. It
                // wouldn't do that while it waits for the rest of a pipeline.
                try send { PQpipelineSync(connection) }
                steps.append(.synchronization)
            }
            let prepared: PreparedStatement
            if let known = known(statement) ?? new[statement.text] {
                prepared = known
            } else {
                prepared = try sendPreparation(of: statement)
                new[statement.text] = prepared
                steps.append(.preparation(statement.text, prepared))
            }
            try send { prepared.send(statement.values, on: connection) }
            steps.append(.execution(index))
        }
        try send { PQpipelineSync(connection) }
        steps.append(.synchronization)
        failure = nil
        for step in steps {
            if case .synchronization = step {
                PQclear(try nextResult())
                continue
            }
            while let result = try nextResult() {
                if case .preparation(let text, let prepared) = step,
                    PQresultStatus(result) == PGRES_COMMAND_OK
                {
                    self.statements.add(prepared, text, for: list)
                }
                take(result) { result throws(LootError) in
                    guard case .execution(let index) = step else { return }
                    try SQLRow.forEach(in: result) { row throws(LootError) in try body(index, row) }
                }
            }
        }
        if PQstatus(connection) != CONNECTION_OK { throw lost() }
        if let failure { throw failure }
    }

    // MARK: Asynchronous queries

    /// Sends a statement without blocking if it is already prepared for the list and its result has a limit. Otherwise,
    /// returns `false`.
    func send(_ statement: SQL, for list: String) throws(LootError) -> Bool {
        guard list == self.list, let prepared = known(statement), prepared.isShort,
            !statements.haveExpired, Readiness.shared != nil
        else { return false }
        failure = nil
        try send { prepared.send(statement.values, on: connection) }
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
        try send { prepared.send(statement.values, on: connection) }
        if !(isShort ?? prepared.isShort) { PQsetSingleRowMode(connection) }
        try receiveResults(body)
    }

    /// Returns the prepared statement. Prepares it if necessary.
    private func prepared(_ statement: SQL) throws(LootError) -> PreparedStatement {
        try forgetExpired()
        if let known = known(statement) { return known }
        let prepared = try sendPreparation(of: statement)
        try receiveResults { _ in }
        statements.add(prepared, statement.text, for: list)
        return prepared
    }

    private func known(_ statement: SQL) -> PreparedStatement? {
        statements.statement(statement.text, for: list)
    }

    /// Removes all prepared statements if they have expired.
    private func forgetExpired() throws(LootError) {
        // After an error in a transaction, the server rejects everything until the transaction ends.
        guard statements.haveExpired, PQtransactionStatus(connection) != PQTRANS_INERROR else { return }
        statements.removeAll()
        try command("DEALLOCATE ALL")
    }

    private func sendPreparation(of statement: SQL) throws(LootError) -> PreparedStatement {
        let prepared = statements.create(statement.text)
        let types = statement.values.map(\.type)
        try send { PQsendPrepare(connection, prepared.name, statement.text, Int32(types.count), types) }
        return prepared
    }

    /// Executes a statement that isn't prepared.
    private func command(_ text: String) throws(LootError) {
        try send { PQsendQuery(connection, text) }
        try receiveResults { _ in }
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
        while let result = try nextResult() { take(result, body) }
        if PQstatus(connection) != CONNECTION_OK { throw lost() }
        if let failure { throw failure }
    }

    /// Waits for the next result of a statement. Returns `nil` after the last one.
    private func nextResult() throws(LootError) -> OpaquePointer? {
        try waitForResult()
        return PQgetResult(connection)
    }

    /// Passes a result to `body`. The first error is thrown after the last result.
    private func take(_ result: OpaquePointer, _ body: (OpaquePointer) throws(LootError) -> Void) {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
            if failure == nil { do throws(LootError) { try body(result) } catch { failure = error } }
        default: if failure == nil { failure = PostgreSQLFailure(in: result, place: place).error }
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
                if ContinuousClock.now > start + answerLimit * 20
                    || !ConnectionParameters.serverAnswers(of: connection, parameters)
                {
                    let waited = Duration.seconds((ContinuousClock.now - start).components.seconds)
                    close()
                    throw PostgreSQLFailure.silent(place, after: waited)
                }
                question = ContinuousClock.now + answerLimit
            }
        } while PQisBusy(connection) == 1
    }

    /// Waits for bytes from the server.
    private func waitForSocket(milliseconds: Int32) -> Bool {
        Poller.waitForBytes(on: PQsocket(connection), milliseconds: milliseconds)
    }

    private func lost() -> LootError { PostgreSQLFailure.lost(place, message: message) }

    // MARK: Notifications

    /// Subscribes to changes by other clients. Standbys and some compatible servers don't support this.
    private func listen() throws(LootError) {
        if dialect.announcement == nil { return }
        if try texts("SELECT pg_is_in_recovery()").first == "t" { return }
        try run("LISTEN loot_changes")
        isListening = true
    }

    /// Waits for changes by other clients. Servers without notifications are polled frequently.
    func waitForNews() throws(LootError) -> Set<String>? {
        if !isListening {
            try listen()
            // Changes before the subscription weren't announced.
            if !isListening { Threads.pause(milliseconds: 250) }
            return nil
        }
        for _ in 0..<10 {
            if waitForSocket(milliseconds: 200), PQconsumeInput(connection) != 1 { throw lost() }
            var lists: Set<String> = []
            while let notice = PQnotifies(connection) {
                if let name = notice.pointee.extra { lists.insert(String(cString: name)) }
                PQfreemem(notice)
            }
            // Earlier versions of this program don't announce the name of the list.
            if lists.contains("") { return nil }
            if !lists.isEmpty { return lists }
        }
        // Notifications can be lost when another server takes over, so check occasionally.
        quietWaits += 1
        return quietWaits.isMultiple(of: 10) ? nil : []
    }

    func close() {
        if connection != nil { Readiness.shared?.forget(PQsocket(connection)) }
        PQfinish(connection)
        connection = nil
    }
}
