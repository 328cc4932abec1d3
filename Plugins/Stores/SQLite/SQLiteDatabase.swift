#if SQLite
    import CSQLite
    import Foundation
    public import LootCore
    public import LootSQL

    /// A SQLite database in a file.
    public struct SQLiteDatabase: SQLDatabase {
        /// The file.
        public let path: String
        /// How it is used.
        public let options: SQLiteOptions

        init(path: String, options: SQLiteOptions) {
            self.path = path
            self.options = options
        }

        /// The file.
        public var place: String { path }

        /// Whether it takes no changes.
        public var isReadOnly: Bool { options.isReadOnly }

        /// Readers hold up nobody; more of them than this wait for the processor anyway.
        public var readerLimit: Int { 4 }

        /// See ``/LootSQL/SQLDatabase/connect(for:)``.
        public func connect(for use: SQLUse) throws(LootError) -> SQLiteSession {
            if use == .writing, !isReadOnly { try makeFolder() }
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

        private func makeFolder() throws(LootError) {
            let folder = URL(filePath: path).deletingLastPathComponent()
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw LootError(
                    .cannotCreate, "can't open the store",
                    because: "the folder \(folder.path()) can't be made",
                    place: path, underlying: "\(error)")
            }
        }

        /// Marks a file as ours, for those who wonder: `file items.sqlite` tells the number.
        private static var applicationID: Int64 { 0x4C4F_4F54 }

        private func prepare(_ session: SQLiteSession) throws(LootError) {
            let tables = try session.names("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
            let mark = try session.number("PRAGMA application_id") ?? 0
            if !tables.contains("state"), !tables.isEmpty || (mark != 0 && mark != Self.applicationID) {
                throw LootError(
                    .malformed, "can't open the store", because: "\(path) is another program's database",
                    next: "Give the items a file of their own", place: path)
            }
            try session.prepare(
                tables: { () throws(LootError) in
                    try session.names("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
                },
                columns: { table throws(LootError) in
                    try session.names("SELECT name FROM pragma_table_info(\(.text(table)))")
                },
                isReadOnly: isReadOnly, place: path)
            if mark == 0, !isReadOnly {
                try session.run("PRAGMA application_id = \(number: Self.applicationID)")
            }
        }

        /// See ``/LootSQL/SQLDatabase/waitForNews(on:)``. SQLite sends no word, so it is asked ten times a second; to
        /// ask costs a look at shared memory.
        public func waitForNews(on session: SQLiteSession) throws(LootError) -> Bool {
            if try session.hasNews() { return true }
            Thread.sleep(forTimeInterval: 0.1)
            return try session.hasNews()
        }

        /// See ``/LootSQL/SQLDatabase/verify(on:)``.
        public func verify(on session: SQLiteSession) throws(LootError) -> CheckReport {
            var report = CheckReport()
            let findings = try session.texts("PRAGMA integrity_check")
            if findings == ["ok"] {
                report.verified.append("SQLite found every page and index of \(path) in order")
            } else {
                report.problems = findings.map { finding in
                    LootError(
                        .damaged, "can't rely on the database", because: finding,
                        next: "Save what can be read with: sqlite3 \(path) .recover", place: path)
                }
            }
            return report
        }

        /// See ``/LootSQL/SQLDatabase/compact(on:)``.
        public func compact(on session: SQLiteSession) throws(LootError) -> (before: Int, after: Int) {
            let before = size
            try session.run("VACUUM")
            try session.run("PRAGMA optimize")
            try session.run("PRAGMA wal_checkpoint(TRUNCATE)")
            return (before, size)
        }

        private var size: Int {
            [path, path + "-wal"].reduce(0) { sum, file in
                let attributes = try? FileManager.default.attributesOfItem(atPath: file)
                return sum + ((attributes?[.size] as? Int) ?? 0)
            }
        }
    }
#endif
