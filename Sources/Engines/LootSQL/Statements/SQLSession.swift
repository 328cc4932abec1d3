public import LootCore

/// A connection to a database, used by one task at a time. Calls block, so the store makes them on a separate thread.
public protocol SQLSession: AnyObject, SendableMetatype {
    /// The SQL dialect of the database.
    var dialect: SQLDialect { get }

    /// Makes later statements use the tables of a list. See ``SQLDatabase/list``.
    func use(list: String) throws(LootError)

    /// Returns the name under which ``waitForNews()`` reports changes of the list in use.
    func listName() throws(LootError) -> String

    /// Executes a query and passes each row to `body`.
    ///
    /// - Throws: ``/LootCore/LootError`` if the database rejects the query, or the error that `body` throws.
    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError)

    /// Executes statements in order, and passes the rows of each one with its index to `body`. After an error, later
    /// statements aren't executed. Databases on other machines need only one round trip.
    ///
    /// - Throws: ``/LootCore/LootError`` if the database rejects a statement, or the error that `body` throws.
    func each(of statements: [SQL], _ body: (Int, SQLRow) throws(LootError) -> Void) throws(LootError)

    /// Executes a statement.
    ///
    /// - Returns: The number of rows inserted, updated or deleted.
    @discardableResult
    func run(_ statement: SQL) throws(LootError) -> Int

    /// Inserts many rows into a table. `values` contains the values of all rows, one row after another. The caller
    /// guarantees that the rows don't exist yet.
    func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError)

    /// Waits until another client may have written, or for a few seconds at most.
    ///
    /// - Returns: The names of the lists that may have changed, or `nil` if it may be any list.
    func waitForNews() throws(LootError) -> Set<String>?

    /// Runs the database's own integrity check.
    func verify() throws(LootError) -> CheckReport

    /// Compacts the database.
    ///
    /// - Returns: Its size in bytes before and after.
    func compact() throws(LootError) -> (before: Int, after: Int)

    /// Closes the connection.
    func close()
}

/// A connection that can be used asynchronously, without a blocked thread.
package protocol SQLPipeline: SQLSession {
    /// Sends a statement for a list without blocking. Returns `false` if the session can't do that for this statement.
    /// The result must be read with ``receive(_:)`` before the next statement.
    func send(_ statement: SQL, for list: String) throws(LootError) -> Bool

    /// Waits until more of the result has arrived. Blocks a thread only briefly.
    ///
    /// - Returns: Whether more has arrived. If not, use ``receiveRest(_:)``.
    func waitForMore() async -> Bool

    /// Passes the rows that have arrived to `body`.
    func receive(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) -> SQLReception

    /// Waits for the remaining rows and passes them to `body`.
    func receiveRest(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError)
}

/// The progress of a result.
package enum SQLReception: Sendable {
    /// All rows have arrived.
    case whole
    /// More rows will arrive.
    case part
    /// The session has interrupted the query because it took too long. Execute it again on a thread that may block.
    case tooLong
}

extension SQLSession {
    /// Does nothing. The database contains a single list.
    public func use(list: String) {}

    /// The database contains a single list.
    public func listName() -> String { "" }

    /// Executes statements one by one.
    public func each(
        of statements: [SQL], _ body: (Int, SQLRow) throws(LootError) -> Void
    ) throws(LootError) {
        for (index, statement) in statements.enumerated() {
            try each(statement) { row throws(LootError) in try body(index, row) }
        }
    }

    /// Returns the first row of a result, decoded by `body`, or `nil` if there is none.
    package func first<Value>(
        _ statement: SQL, _ body: (SQLRow) throws(LootError) -> Value?
    ) throws(LootError) -> Value? {
        var result: Value?
        var isFirst = true
        try each(statement) { row throws(LootError) in
            if isFirst { result = try body(row) }
            isFirst = false
        }
        return result
    }

    /// Returns the strings in the first column of a result.
    package func texts(_ statement: SQL) throws(LootError) -> [String] {
        var texts: [String] = []
        try each(statement) { row in if let text = row.text(0) { texts.append(text) } }
        return texts
    }

    /// Returns all rows of a result, decoded by `body`.
    func all<Value>(
        _ statement: SQL, _ body: (SQLRow) throws(LootError) -> Value
    ) throws(LootError) -> [Value] {
        var result: [Value] = []
        try each(statement) { row throws(LootError) in result.append(try body(row)) }
        return result
    }

    /// Runs `body` in a transaction. If `body` throws, its changes are rolled back.
    func transaction<Value>(
        _ begin: SQL, _ body: () throws(LootError) -> Value
    ) throws(LootError) -> Value {
        try run(begin)
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }
}
