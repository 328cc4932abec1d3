import CSQLite
import LootCore
import LootPlugins
import LootSQL
import Platform

/// A connection to a SQLite database.
final class SQLiteSession: SQLPipeline {
    let dialect = SQLDialect.sqlite

    private static let library = SystemLibrary(
        "libsqlite3", atLeast: "3.37", package: "libsqlite3-0"
    ) { csqlite_open($0, $1) }

    private struct Prepared {
        let statement: OpaquePointer
        /// Whether the last execution took longer than a thread of the global executor may be blocked.
        let isLong: Bool
    }

    private let path: String
    private let file: SQLiteFile
    private let patience: Int32
    private var database: OpaquePointer?
    private var statements: [String: Prepared] = [:]
    private var lastVersion: Int64?
    /// Whether SQLite assumes that nobody writes to the file, because it can't create the files to find that out.
    private var isImmutable = false
    /// The stamp of the file before it was opened as immutable.
    private var stamp: SQLiteFile.Stamp?
    /// The query to execute in `receive`.
    private var sent: SQL?
    /// The time at which to interrupt the current query.
    private var deadline = ContinuousClock.now

    /// The time for which a query may block a thread of the global executor. A shorter query finishes before another
    /// thread could wake up.
    var moment = Duration.milliseconds(1)

    /// The maximum number of prepared statements.
    private static let statementLimit = 200
    /// The number of SQLite virtual machine instructions between checks of the deadline, about 20 µs.
    private static let stepsBetweenLooks: Int32 = 1_000

    init(path: String, use: SQLUse, options: SQLiteOptions) throws(LootError) {
        try SQLiteSession.library.open()
        self.path = path
        file = SQLiteFile(path: path)
        let milliseconds = options.patience / Duration.milliseconds(1)
        patience = Int32(min(max(0, milliseconds), 3_600_000))
        if options.isReadOnly {
            try open(path, SQLITE_OPEN_READONLY)
            if needsImmutable() {
                close()
                isImmutable = true
                stamp = file.stamp
                try open(file.immutableAddress, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            }
        } else {
            if use == .writing { try file.create() }
            try open(path, SQLITE_OPEN_READWRITE | (use == .writing ? SQLITE_OPEN_CREATE : 0))
        }
        sqlite3_busy_timeout(database, patience)
    }

    deinit { close() }

    private func open(_ path: String, _ access: Int32) throws(LootError) {
        let code = sqlite3_open_v2(
            path, &database, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        if code != SQLITE_OK {
            let error = failure(code, "Can't open the store.")
            close()
            throw error
        }
    }

    /// Whether the file can't be read normally because its folder isn't writable. While another program is writing,
    /// that isn't a reason, because its log exists.
    private func needsImmutable() -> Bool {
        do throws(LootError) { _ = try texts("SELECT 1 FROM sqlite_schema") } catch {
            return [.cannotCreate, .readOnly].contains(error.code) && !file.hasLog
        }
        return false
    }

    func configure(for use: SQLUse, _ options: SQLiteOptions) throws(LootError) {
        if use == .writing, !options.isReadOnly {
            // In WAL mode, readers and the writer don't wait for each other. With `synchronous = FULL`, commits are
            // durable.
            let mode = try texts("PRAGMA journal_mode = WAL").first
            if mode != "wal" {
                throw LootError(
                    .unsupported, "Can't open the store.",
                    reason: "The file system of \(path) doesn't support sharing a SQLite database.",
                    advice: "Move it to a local disk.", place: path,
                    underlying: "journal_mode \(mode ?? "none")")
            }
            try run("PRAGMA synchronous = FULL")
            // The log of an import can become as large as the database. Truncate it afterwards.
            try run("PRAGMA journal_size_limit = 67108864")
        }
        if use != .writing { try run("PRAGMA query_only = TRUE") }
        try run("PRAGMA cache_size = -32000")
        try run("PRAGMA temp_store = MEMORY")
        try check(SQLiteTotal.register(in: database), "Can't open the store.")
        try check(SQLitePlace.register(in: database), "Can't open the store.")
    }

    // MARK: Statements

    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {
        try refuseIfChanged()
        do throws(LootError) { try step(through: statement, body) } catch {
            // The statement may have failed because it has read parts of different states.
            try refuseIfChanged()
            throw error
        }
        try refuseIfChanged()
    }

    @discardableResult
    func run(_ statement: SQL) throws(LootError) -> Int {
        try each(statement) { _ in }
        return Int(sqlite3_changes64(database))
    }

    func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError) {
        let names = columns.map { SQL(name: $0).text }.joined(separator: ", ")
        let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        let text = "INSERT INTO \(SQL(name: table).text) (\(names)) VALUES (\(places))"
        let prepared = try statement(text)
        defer { giveBack(prepared, text, isLong: true) }
        var column: Int32 = 0
        for value in values {
            column += 1
            try check(SQLiteSession.bind(value, to: prepared, at: column))
            if column < columns.count { continue }
            column = 0
            let code = sqlite3_step(prepared)
            guard code == SQLITE_DONE else { throw failure(code) }
            sqlite3_reset(prepared)
        }
    }

    // MARK: Asynchronous queries

    /// Accepts a query if its statement is prepared and its last execution was short.
    func send(_ statement: SQL, for list: String) throws(LootError) -> Bool {
        guard let prepared = statements[statement.text], !prepared.isLong else { return false }
        sent = statement
        return true
    }

    func waitForMore() async -> Bool { true }

    /// Does nothing. `receive` either returns the whole result or gives up.
    func receiveRest(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {}

    private var isLate: Bool { deadline < .now }

    func receive(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) -> SQLReception {
        guard let sent = sent.take() else { return .whole }
        deadline = .now + moment
        sqlite3_busy_timeout(database, 0)
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            database, Self.stepsBetweenLooks,
            { this in
                guard let this else { return 0 }
                return Unmanaged<SQLiteSession>.fromOpaque(this).takeUnretainedValue().isLate ? 1 : 0
            }, this)
        defer {
            sqlite3_progress_handler(database, 0, nil, nil)
            sqlite3_busy_timeout(database, patience)
        }
        do throws(LootError) { try each(sent, body) } catch {
            if error.code == .locked || isLate { return .tooLong }
            throw error
        }
        return .whole
    }

    // MARK: Queries

    /// Throws if SQLite assumes that the file doesn't change, but another program has written to it. A new connection
    /// sees the changes.
    private func refuseIfChanged() throws(LootError) {
        // Check the log first. It is deleted after the file was written.
        guard isImmutable, file.hasLog || file.stamp != stamp else { return }
        throw LootError(
            .unavailable, "Can't use the store.", reason: "Another program is writing to \(path).",
            advice: "Try again when it is done.", place: path)
    }

    private func step(through statement: SQL, _ body: (SQLRow) throws(LootError) -> Void)
        throws(LootError)
    {
        let prepared = try self.statement(statement.text)
        let end = ContinuousClock.now + moment
        defer { giveBack(prepared, statement.text, isLong: end < .now) }
        for (index, value) in statement.values.enumerated() {
            try check(SQLiteSession.bind(value, to: prepared, at: Int32(index + 1)))
        }
        var cells = [SQLRow.Cell](repeating: .null, count: Int(sqlite3_column_count(prepared)))
        while true {
            let code = sqlite3_step(prepared)
            switch code {
            case SQLITE_ROW:
                for column in cells.indices {
                    cells[column] = Self.cell(of: prepared, column: Int32(column))
                }
                try body(SQLRow(cells))
            case SQLITE_DONE: return
            default: throw failure(code)
            }
        }
    }

    /// Returns the value of a column. The bytes belong to SQLite and are valid until the next step.
    private static func cell(of prepared: OpaquePointer, column: Int32) -> SQLRow.Cell {
        switch sqlite3_column_type(prepared, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(prepared, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(prepared, column)
            let count = Int(sqlite3_column_bytes(prepared, column))
            return .text(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(prepared, column)
            let count = Int(sqlite3_column_bytes(prepared, column))
            let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
            return .bytes(bytes.bindMemory(to: UInt8.self))
        default: return .null
        }
    }

    /// Returns a prepared statement for exclusive use, until it is returned to the cache.
    private func statement(_ text: String) throws(LootError) -> OpaquePointer {
        if let known = statements.removeValue(forKey: text) { return known.statement }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(code) }
        return prepared
    }

    private func giveBack(_ prepared: OpaquePointer, _ text: String, isLong: Bool) {
        sqlite3_reset(prepared)
        sqlite3_clear_bindings(prepared)
        if statements.count >= Self.statementLimit { finalizeAll() }
        let other = statements.updateValue(Prepared(statement: prepared, isLong: isLong), forKey: text)
        if let other { sqlite3_finalize(other.statement) }
    }

    private func finalizeAll() {
        for prepared in statements.values { sqlite3_finalize(prepared.statement) }
        statements.removeAll()
    }

    /// Makes SQLite copy bound values (`SQLITE_TRANSIENT`).
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private static func bind(_ value: SQLValue, to prepared: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(prepared, index)
        case .integer(let number): return sqlite3_bind_int64(prepared, index, number)
        case .flag(let flag): return sqlite3_bind_int64(prepared, index, flag ? 1 : 0)
        case .text(var text):
            return text.withUTF8 { bytes in  // The C function takes no span.
                // An empty string has no address, and a null pointer would bind null.
                guard let start = bytes.baseAddress else {
                    return sqlite3_bind_text64(prepared, index, "", 0, copies, UInt8(SQLITE_UTF8))
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text64(
                        prepared, index, $0, UInt64(bytes.count), copies, UInt8(SQLITE_UTF8))
                }
            }
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in  // The C function takes no span.
                sqlite3_bind_blob64(prepared, index, bytes.baseAddress, UInt64(bytes.count), copies)
            }
        }
    }

    // MARK: Changes and maintenance

    /// Waits for changes by other connections. SQLite has no notifications, so this polls ten times a second, which
    /// only reads shared memory.
    func waitForNews() throws(LootError) -> Set<String>? {
        if try hasNews() { return nil }
        Threads.pause(milliseconds: 100)
        return try hasNews() ? nil : []
    }

    /// Whether another connection has written since the last call.
    private func hasNews() throws(LootError) -> Bool {
        let version = try first("PRAGMA data_version") { row in row.integer(0) }
        defer { lastVersion = version }
        return version != lastVersion
    }

    func verify() throws(LootError) -> CheckReport {
        var report = CheckReport()
        let findings = try texts("PRAGMA integrity_check")
        if findings == ["ok"] {
            report.verified.append("SQLite found no errors in the pages and indexes of \(path).")
        } else {
            report.problems = findings.map { finding in
                LootError(
                    .damaged, "The database is inconsistent.", reason: Message(verbatim: finding),
                    advice: SQLiteFailure.advice, remedy: .copy, place: path)
            }
        }
        return report
    }

    func compact() throws(LootError) -> (before: Int, after: Int) {
        let before = size
        try run("VACUUM")
        try run("PRAGMA optimize")
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
        return (before, size)
    }

    private var size: Int {
        [file.path, file.path + "-wal"].reduce(0) { sum, file in
            sum + ((try? Files.status(at: file))?.size ?? 0)
        }
    }

    func close() {
        finalizeAll()
        sqlite3_close_v2(database)
        database = nil
    }

    // MARK: Failures

    private func check(_ code: Int32, _ operation: Message? = nil) throws(LootError) {
        if code != SQLITE_OK { throw failure(code, operation) }
    }

    private func failure(_ code: Int32, _ operation: Message? = nil) -> LootError {
        let message = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        return SQLiteFailure(code: code, message: message ?? "", path: path).error(operation)
    }
}
