import LootCore
import LootSQL

/// A SQLite database in a file.
struct SQLiteDatabase: SQLDatabase {
    let path: String
    let options: SQLiteOptions

    /// Creates the database. It is read-only if its file or folder isn't writable.
    init(path: String, options: SQLiteOptions) {
        self.path = path
        var options = options
        if !SQLiteFile(path: path).isWritable { options.isReadOnly = true }
        self.options = options
    }

    var place: String { path }

    /// Whether the store rejects changes.
    var isReadOnly: Bool { options.isReadOnly }

    /// The number of connections for reading. Additional ones would only wait for the processor.
    var readerLimit: Int { 4 }

    func connect(for use: SQLUse) throws(LootError) -> any SQLSession {
        let session = try SQLiteSession(path: path, use: use, options: options)
        do throws(LootError) {
            try session.configure(for: use, options: options)
            if use == .writing { try prepare(session) }
        } catch {
            session.close()
            throw error
        }
        return session
    }

    /// The application ID in the file header, which `file items.sqlite` displays.
    private static var applicationID: Int64 { 0x4C4F_4F54 }

    private func prepare(_ session: SQLiteSession) throws(LootError) {
        let tables: SQL = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
        let found = try session.texts(tables)
        let mark = try session.number("PRAGMA application_id") ?? 0
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
