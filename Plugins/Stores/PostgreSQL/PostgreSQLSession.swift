#if PostgreSQL
    import CPostgreSQL
    import Foundation
    public import LootCore
    public import LootSQL

    /// A connection to a PostgreSQL server.
    public final class PostgreSQLSession: SQLSession {
        /// PostgreSQL's words, as far as this server knows them.
        public private(set) var dialect = SQLDialect.postgreSQL

        private let place: String
        private let parameters: [(keyword: String, value: String)]
        private let limit: Duration
        private var connection: OpaquePointer?
        private var statements: [String: String] = [:]
        private var nextName = 0
        private var isListening = false

        /// How many prepared statements are kept.
        private static let statementLimit = 200

        init(
            _ parameters: [(keyword: String, value: String)], place: String, limit: Duration
        ) throws(LootError) {
            self.place = place
            self.parameters = parameters
            self.limit = limit
            connection = PostgreSQLSession.withWords(parameters) { PQconnectdbParams($0, $1, 1) }
            guard PQstatus(connection) == CONNECTION_OK else {
                let error = PostgreSQLFailure.connecting(
                    to: place, message: message, needsPassword: PQconnectionNeedsPassword(connection) == 1)
                close()
                throw error
            }
            // Notices are for people at a prompt.
            PQsetNoticeReceiver(connection, { _, _ in }, nil)
            let version = try texts("SELECT version()").first ?? ""
            if version.contains("CockroachDB") { dialect.announcement = nil }
            if version.contains("CockroachDB") || version.contains("-YB-") {
                dialect.changesIndexesInTransactions = false
            }
        }

        deinit { close() }

        /// Hands parameters over as libpq takes them: two C arrays that end with nothing. It copies what it needs.
        private static func withWords<Result>(
            _ parameters: [(keyword: String, value: String)],
            _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Result
        ) -> Result {
            let keywords = parameters.map { strdup($0.keyword) }
            let values = parameters.map { strdup($0.value) }
            defer {
                for text in keywords + values { free(text) }
            }
            return body(
                keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil])
        }

        private var message: String {
            let text = connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        // MARK: Statements

        /// See ``/LootSQL/SQLSession/each(_:_:)``.
        public func each(_ statement: SQL, _ body: (PostgreSQLRow) throws(LootError) -> Void)
            throws(LootError)
        {
            // A short answer comes as a whole; one that may be long, row by row.
            try execute(statement, rowByRow: !statement.text.contains(" LIMIT ")) {
                result throws(LootError) in
                for row in 0..<PQntuples(result) { try body(PostgreSQLRow(result: result, row: row)) }
            }
        }

        /// See ``/LootSQL/SQLSession/run(_:)``.
        @discardableResult
        public func run(_ statement: SQL) throws(LootError) -> Int {
            var count = 0
            try execute(statement, rowByRow: false) { result in
                if let text = PQcmdTuples(result) { count = Int(String(cString: text)) ?? 0 }
            }
            return count
        }

        /// See ``/LootSQL/SQLSession/insert(into:columns:_:)``. The rows go as `COPY` takes them.
        public func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError) {
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
                try takeResults { _ in }
                throw begin.map { error(of: $0) } ?? lost()
            }
            let isSent = rows.withUnsafeBytes { bytes in  // libpq copies them
                PQputCopyData(
                    connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
                    == 1
            }
            guard isSent, PQputCopyEnd(connection, nil) == 1 else { throw lost() }
            try takeResults { _ in }
        }

        private func execute(
            _ statement: SQL, rowByRow: Bool, _ body: (OpaquePointer) throws(LootError) -> Void
        ) throws(LootError) {
            let name = try prepared(statement)
            try send { PostgreSQLSession.sendPrepared(name, statement.values, on: connection) }
            if rowByRow { PQsetSingleRowMode(connection) }
            try takeResults(body)
        }

        /// The name of a prepared statement.
        private func prepared(_ statement: SQL) throws(LootError) -> String {
            if let name = statements[statement.text] { return name }
            if statements.count >= Self.statementLimit {
                statements.removeAll()
                try send { PQsendQuery(connection, "DEALLOCATE ALL") }
                try takeResults { _ in }
            }
            nextName += 1
            let name = "loot\(nextName)"
            let types = statement.values.map(\.type)
            try send { PQsendPrepare(connection, name, statement.text, Int32(types.count), types) }
            try takeResults { _ in }
            statements[statement.text] = name
            return name
        }

        private static func sendPrepared(
            _ name: String, _ values: [SQLValue], on connection: OpaquePointer?
        ) -> Int32 {
            // Each value's bytes, with the zero behind texts that the protocol's text form wants.
            let bytes = values.map(\.parameter)
            let lengths = bytes.map { Int32($0?.count ?? 0) }
            let formats = values.map { value -> Int32 in if case .bytes = value { 1 } else { 0 } }
            // One block of memory for all values: libpq copies them before the call returns.
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

        /// Hands over every result of what was sent; after a failure too, all of them are taken from the connection.
        private func takeResults(_ body: (OpaquePointer) throws(LootError) -> Void) throws(LootError) {
            var failure: LootError?
            while true {
                try waitForResult()
                guard let result = PQgetResult(connection) else { break }
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY:
                    if failure == nil { do throws(LootError) { try body(result) } catch { failure = error } }
                default: if failure == nil { failure = error(of: result) }
                }
            }
            if PQstatus(connection) != CONNECTION_OK { throw lost() }
            if let failure { throw failure }
        }

        /// Waits until a result can be taken without waiting. A server that says nothing for a while may be at work, or
        /// be gone without a word: whether it still takes connections tells.
        private func waitForResult() throws(LootError) {
            if PQisBusy(connection) == 0 { return }
            let start = ContinuousClock.now
            var question = start + limit
            repeat {
                if ContinuousClock.now > question {
                    if ContinuousClock.now > start + limit * 20 || !serverAnswers() {
                        let waited = Duration.seconds((ContinuousClock.now - start).components.seconds)
                        close()
                        throw PostgreSQLFailure.silent(place, after: waited)
                    }
                    question = ContinuousClock.now + limit
                }
                if waitForSocket(milliseconds: 1000), PQconsumeInput(connection) != 1 { throw lost() }
            } while PQisBusy(connection) == 1
        }

        /// Whether the server that this is a connection to answers to somebody new.
        private func serverAnswers() -> Bool {
            var parameters = parameters
            for (keyword, value) in [
                ("host", PQhost(connection)), ("hostaddr", PQhostaddr(connection)),
                ("port", PQport(connection)),
            ] {
                if let value { parameters.append((keyword, String(cString: value))) }
            }
            return PostgreSQLSession.withWords(parameters) { PQpingParams($0, $1, 1) } != PQPING_NO_RESPONSE
        }

        /// Waits for bytes from the server.
        private func waitForSocket(milliseconds: Int32) -> Bool {
            var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, milliseconds) > 0
        }

        private func lost() -> LootError { PostgreSQLFailure.lost(place, message: message) }

        private func error(of result: OpaquePointer) -> LootError {
            func field(_ letter: Character) -> String {
                // The numbers of fields are letters (PG_DIAG_SQLSTATE and others).
                let code = Int32(letter.asciiValue ?? 0)
                return PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
            }
            return PostgreSQLFailure(state: field("C"), message: field("M"), place: place).error
        }

        // MARK: News

        /// Asks to be told of what others write.
        func listen() throws(LootError) {
            if dialect.announcement == nil { return }
            try run("LISTEN loot_changes")
            isListening = true
        }

        /// Waits for word of a change, or for a while; a server that sends no word is asked often instead.
        func waitForNotice() throws(LootError) -> Bool {
            guard isListening else {
                Thread.sleep(forTimeInterval: 0.25)
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
            // Words can be lost, when a server takes the place of another; a question now and then costs little.
            return true
        }

        // MARK: Small questions

        func texts(_ statement: SQL) throws(LootError) -> [String] {
            var texts: [String] = []
            try each(statement) { row in if let text = row.text(0) { texts.append(text) } }
            return texts
        }

        func names(_ statement: SQL) throws(LootError) -> Set<String> { Set(try texts(statement)) }

        /// See ``/LootSQL/SQLSession/close()``.
        public func close() {
            PQfinish(connection)
            connection = nil
        }
    }

    extension SQLValue {
        /// The number of the type in PostgreSQL's catalogue; 0 leaves it to the statement.
        fileprivate var type: Oid {
            switch self {
            case .null: 0
            case .flag: 16
            case .bytes: 17
            case .integer: 20
            case .text: 25
            }
        }

        /// Appends it as a row of `COPY` has it.
        fileprivate func append(asCopied bytes: inout [UInt8]) {
            switch self {
            case .null: bytes += "\\N".utf8
            case .flag(let flag): bytes.append(UInt8(ascii: flag ? "t" : "f"))
            case .integer(let number): bytes += String(number).utf8
            case .bytes(let raw):
                bytes += "\\\\x".utf8
                for byte in raw {
                    for digit in [byte >> 4, byte & 15] {
                        bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
                    }
                }
            case .text(let text):
                for byte in text.utf8 {
                    switch byte {
                    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
                    case UInt8(ascii: "\n"): bytes += "\\n".utf8
                    case UInt8(ascii: "\r"): bytes += "\\r".utf8
                    case UInt8(ascii: "\t"): bytes += "\\t".utf8
                    default: bytes.append(byte)
                    }
                }
            }
        }

        /// What is sent: bytes as they are, the rest as text that ends with a zero.
        fileprivate var parameter: [UInt8]? {
            switch self {
            case .null: nil
            case .flag(let flag): Array((flag ? "t\0" : "f\0").utf8)
            case .integer(let number): Array("\(number)\0".utf8)
            case .text(let text): Array(text.utf8) + [0]
            case .bytes(let bytes): bytes
            }
        }
    }

    /// A row of an answer.
    public struct PostgreSQLRow: SQLRow {
        fileprivate let result: OpaquePointer
        fileprivate let row: Int32

        /// See ``/LootSQL/SQLRow/isNull(_:)``.
        public func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, Int32(column)) == 1 }

        /// See ``/LootSQL/SQLRow/integer(_:)``.
        public func integer(_ column: Int) -> Int64? { text(column).flatMap { Int64($0) } }

        /// See ``/LootSQL/SQLRow/flag(_:)``.
        public func flag(_ column: Int) -> Bool? { text(column).map { $0 == "t" } }

        /// See ``/LootSQL/SQLRow/text(_:)``.
        public func text(_ column: Int) -> String? {
            guard let bytes = raw(column) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// See ``/LootSQL/SQLRow/bytes(_:)``.
        public func bytes(_ column: Int) -> [UInt8]? {
            guard let text = raw(column), let start = text.baseAddress else { return nil }
            var count = 0
            // libpq makes a copy, which is given back to it when it was copied once more.
            guard let copy = PQunescapeBytea(start, &count) else { return nil }
            defer { PQfreemem(copy) }
            return Array(UnsafeMutableBufferPointer(start: copy, count: count))
        }

        /// The bytes of a value, which belong to the result.
        private func raw(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
            if isNull(column) { return nil }
            guard let start = PQgetvalue(result, row, Int32(column)) else { return nil }
            let count = Int(PQgetlength(result, row, Int32(column)))
            return UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
        }
    }
#endif
