public import LootCore

/// A connection to a database, used by one task at a time. Its calls wait for the database, so they are made where
/// waiting holds up no other task: on a thread that the store has for it.
public protocol SQLSession: AnyObject, SendableMetatype {
    /// How the database wants to be spoken to.
    var dialect: SQLDialect { get }

    /// Runs a statement and hands over each row of its answer.
    ///
    /// - Throws: ``/LootCore/LootError`` when the database refuses it, or what `body` throws.
    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError)

    /// Runs a statement.
    ///
    /// - Returns: how many rows it made, changed or removed.
    @discardableResult
    func run(_ statement: SQL) throws(LootError) -> Int

    /// Puts many rows into a table: their values one after the other, as many for each row as there are columns. The
    /// caller knows that none of them is there already.
    func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError)

    /// Waits until something may have been written, or for a fraction of a second.
    ///
    /// - Returns: whether something may have been written.
    func waitForNews() throws(LootError) -> Bool

    /// What the database itself finds out of order, or says of what it verified.
    func verify() throws(LootError) -> CheckReport

    /// Writes what is there in the least room.
    ///
    /// - Returns: how many bytes it took before and takes now.
    func compact() throws(LootError) -> (before: Int, after: Int)

    /// Gives back what the connection holds.
    func close()
}

/// A connection that is asked without a thread that waits for the answer.
package protocol SQLPipeline: SQLSession {
    /// Sends a statement and returns at once, if the session can do that with this one. Its answer is then taken with
    /// ``receive(_:)`` before anything else is asked.
    func send(_ statement: SQL) throws(LootError) -> Bool

    /// Waits until more of the answer to what was sent has come, without holding up a thread for
    /// more than a moment.
    ///
    /// - Returns: whether it has; an answer that is late is left to ``receiveRest(_:)``.
    func waitForMore() async -> Bool

    /// Hands over the rows that have come.
    func receive(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError) -> SQLReception

    /// Waits for the rest of the answer, and hands it over.
    func receiveRest(_ body: (SQLRow) throws(LootError) -> Void) throws(LootError)
}

/// What has come of an answer.
package enum SQLReception: Sendable {
    /// All of it.
    case whole
    /// A part; more will come.
    case part
    /// It takes so long that the session has given it up: it is to be asked anew where waiting holds up no task.
    case tooLong
}

extension SQLSession {
    /// The first row of an answer, as `body` reads it; nil if there is none.
    func first<Value>(
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

    /// The texts in the first column of an answer.
    package func texts(_ statement: SQL) throws(LootError) -> [String] {
        var texts: [String] = []
        try each(statement) { row in if let text = row.text(0) { texts.append(text) } }
        return texts
    }

    /// Every row of an answer, as `body` reads it.
    func all<Value>(
        _ statement: SQL, _ body: (SQLRow) throws(LootError) -> Value
    ) throws(LootError) -> [Value] {
        var result: [Value] = []
        try each(statement) { row throws(LootError) in result.append(try body(row)) }
        return result
    }

    /// Several statements that see one state; what they change is there whole, or not at all when `body` throws.
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
