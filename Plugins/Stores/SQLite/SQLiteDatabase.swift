import LootCore
import LootSQL

/// A SQLite database in a file.
struct SQLiteDatabase: SQLDatabase {
    let path: String
    let options: SQLiteOptions
    let connections: SQLConnections

    /// Creates the database. It is read-only if its file or folder isn't writable.
    init(path: String, options: SQLiteOptions) {
        self.path = path
        var options = options
        if !SQLiteFile(path: path).isWritable { options.isReadOnly = true }
        self.options = options
        // More readers would only wait for the processor.
        connections = SQLConnections(to: path, readers: 4) { [options] use throws(LootError) in
            // If this fails, the session is closed when it is deallocated.
            let session = try SQLiteSession(path: path, use: use, options: options)
            try session.configure(for: use, options)
            return session
        }
    }

    var place: String { path }

    /// Whether the store rejects changes.
    var isReadOnly: Bool { options.isReadOnly }

    /// The application ID in the file header, which `file items.sqlite` displays.
    private static var applicationID: Int64 { 0x4C4F_4F54 }

    func prepare(_ session: any SQLSession) throws(LootError) {
        let tables: SQL = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
        let found = try session.texts(tables)
        let mark = try session.first("PRAGMA application_id") { row in row.integer(0) } ?? 0
        if !found.contains("state"), !found.isEmpty || (mark != 0 && mark != Self.applicationID) {
            throw LootError(
                .malformed, "Can't open the store.", reason: "\(path) is another program's database.",
                advice: "Use a separate file for the items.", place: path)
        }
        try session.prepare(
            tables: tables, columns: { "SELECT name FROM pragma_table_info(\(.text($0)))" },
            isReadOnly: isReadOnly, place: path)
        if mark == 0, !isReadOnly {
            try session.run("PRAGMA application_id = \(number: Self.applicationID)")
        }
    }
}
