import LootCore

/// A session that delays statements whose results aren't needed, and executes them together with the next query, so that
/// a database on another machine needs fewer round trips.
final class DelayingSession: SQLSession {
    private let session: any SQLSession
    private var delayed: [SQL] = []
    /// Changes whenever the transaction can't return to an earlier mark any more.
    private var barriers = 0

    /// The maximum number of delayed statements.
    private static let limit = 500

    init(_ session: any SQLSession) { self.session = session }

    var dialect: SQLDialect { session.dialect }

    /// Executes a statement later, but before all following ones.
    func delay(_ statement: SQL) throws(LootError) {
        delayed.append(statement)
        if delayed.count >= Self.limit { try flush() }
    }

    /// Executes the delayed statements.
    func flush() throws(LootError) {
        if !delayed.isEmpty { try each(of: []) { _, _ in } }
    }

    /// A point to which ``rollBack(to:)`` returns.
    struct Mark {
        fileprivate let delayedCount: Int
        fileprivate let barriers: Int
    }

    /// The current point.
    var mark: Mark { Mark(delayedCount: delayed.count, barriers: barriers) }

    /// Drops the statements that were delayed after a mark.
    ///
    /// - Returns: `false` if some of them were executed, or a statement has failed.
    func rollBack(to mark: Mark) -> Bool {
        guard barriers == mark.barriers else { return false }
        delayed.removeSubrange(mark.delayedCount...)
        return true
    }

    func each(_ statement: SQL, _ body: (SQLRow) throws(LootError) -> Void) throws(LootError) {
        if delayed.isEmpty {
            return try watched { () throws(LootError) in try session.each(statement, body) }
        }
        try each(of: [statement]) { _, row throws(LootError) in try body(row) }
    }

    func each(of statements: [SQL], _ body: (Int, SQLRow) throws(LootError) -> Void) throws(LootError) {
        let first = delayed.count
        let all = delayed + statements
        delayed.removeAll(keepingCapacity: true)
        if first > 0 { barriers += 1 }
        try watched { () throws(LootError) in
            try session.each(of: all) { index, row throws(LootError) in
                if index >= first { try body(index - first, row) }
            }
        }
    }

    private func watched<Value>(_ body: () throws(LootError) -> Value) throws(LootError) -> Value {
        do throws(LootError) { return try body() } catch {
            barriers += 1
            throw error
        }
    }

    @discardableResult
    func run(_ statement: SQL) throws(LootError) -> Int {
        try flush()
        barriers += 1
        return try watched { () throws(LootError) in try session.run(statement) }
    }

    func insert(into table: String, columns: [String], _ values: [SQLValue]) throws(LootError) {
        try flush()
        barriers += 1
        try watched { () throws(LootError) in try session.insert(into: table, columns: columns, values) }
    }

    func waitForNews() throws(LootError) -> Set<String>? { try session.waitForNews() }

    func verify() throws(LootError) -> CheckReport { try session.verify() }

    func compact() throws(LootError) -> (before: Int, after: Int) { try session.compact() }

    func close() { session.close() }
}
