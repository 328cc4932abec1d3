import LootCore
import LootFormats

/// The commits in a database.
struct CommitLog {
    let session: any SQLSession

    /// The number of newest commits that other processes can read, regardless of the limit of the history.
    private static var kept: UInt64 { 1000 }
    /// The number of changes per row.
    private static var changesPerPart: Int { 1000 }

    // MARK: Reading

    /// Returns the commits between two revisions, in order, or `nil` if some are missing.
    func commits(after old: Revision, upTo new: Revision) throws(LootError) -> [Commit]? {
        guard old < new else { return [] }
        guard new.rawValue - old.rawValue <= Self.kept else { return nil }
        let commits = try read(
            """
            SELECT revision, changes FROM commits WHERE revision > \(Self.value(old)) \
            AND revision <= \(Self.value(new)) ORDER BY revision, part
            """)
        return UInt64(commits.count) == new.rawValue - old.rawValue ? commits : nil
    }

    /// Returns the newest `limit` commits, undoable commits and redoable commits.
    func history(limit: Int) throws(LootError) -> History {
        let history = try titles(limit: limit)
        if limit <= 0 { return history }
        let commits = try read(
            """
            SELECT c.revision, c.changes FROM (\(newest(limit))) n JOIN commits c ON c.revision = n.revision \
            ORDER BY c.revision, c.part
            """)
        return History(
            commits, undoable: history.undoable.map(\.revision), redoable: history.redoable.map(\.revision))
    }

    /// Returns the same history without the changes of the commits, which aren't read.
    func titles(limit: Int) throws(LootError) -> History {
        guard limit > 0 else { return History() }
        let commits = try session.all(
            """
            SELECT c.revision, c.date, c.title, c.author, c.undoes, c.redoes FROM (\(newest(limit))) n \
            JOIN commits c ON c.revision = n.revision WHERE c.part = 0 ORDER BY c.revision
            """
        ) { row throws(LootError) -> Commit in
            guard let revision = Self.revision(row, 0), let date = row.text(1).flatMap({ Moment($0) }),
                let title = row.text(2)
            else { throw Self.damage }
            let undo = Self.revision(row, 4).map { ItemTransaction.Purpose.undo($0) }
            let redo = Self.revision(row, 5).map { ItemTransaction.Purpose.redo($0) }
            return Commit(
                revision: revision, date: date, title: title, author: row.text(3),
                purpose: undo ?? redo ?? .edit, changes: [])
        }
        return History(commits, undoable: try stack("undo", limit), redoable: try stack("redo", limit))
    }

    /// Selects the revisions of the newest commits, and of the newest ones that can be undone or redone.
    private func newest(_ limit: Int) -> SQL {
        let limit = SQLValue.integer(Int64(limit))
        return """
            SELECT revision FROM (SELECT revision FROM commits WHERE part = 0 AND \(Self.isShown) \
            ORDER BY revision DESC LIMIT \(limit)) a UNION \
            SELECT revision FROM (SELECT revision FROM commits WHERE stack = 'undo' AND part = 0 \
            ORDER BY since DESC LIMIT \(limit)) b UNION \
            SELECT revision FROM (SELECT revision FROM commits WHERE stack = 'redo' AND part = 0 \
            ORDER BY since DESC LIMIT \(limit)) c
            """
    }

    /// Returns the revisions of the newest commits that can be undone or redone. The last one is the next to undo or
    /// redo.
    private func stack(_ name: String, _ limit: Int) throws(LootError) -> [Revision] {
        try session.all(
            """
            SELECT revision FROM commits WHERE stack = \(.text(name)) AND part = 0 \
            ORDER BY since DESC LIMIT \(.integer(Int64(limit)))
            """
        ) { row throws(LootError) -> Revision in
            guard let revision = Self.revision(row, 0) else { throw Self.damage }
            return revision
        }.reversed()
    }

    /// Selects the newest revision beyond the limit of the history. It and older ones aren't in the history.
    private static let dropped: SQL =
        "coalesce((SELECT max(revision) FROM commits WHERE stack = 'dropped'), 0)"

    /// Whether a commit is in the history.
    private static let isShown: SQL = "revision > \(dropped) AND (stack IS NULL OR stack <> 'hidden')"

    /// Returns the commit of the history with a revision, or `nil` if there is none.
    func commit(_ revision: Revision) throws(LootError) -> Commit? {
        try read(
            """
            SELECT revision, changes FROM commits WHERE revision = \(Self.value(revision)) \
            AND \(Self.isShown) ORDER BY part
            """
        ).first
    }

    private static func revision(_ row: SQLRow, _ column: Int) -> Revision? {
        row.integer(column).flatMap { UInt64(exactly: $0) }.map { Revision(rawValue: $0) }
    }

    /// Returns the commits that changed an item. The database finds them by the marks of the changed items,
    /// so that the changes of other commits are neither read nor decoded.
    func history(of item: ItemID) throws(LootError) -> [Commit] {
        let mark: SQL = "\(SQLValue.bytes(Self.mark(of: item)))"
        return try read(
            """
            SELECT revision, changes FROM commits WHERE \(session.dialect.find("changed", mark)) > 0 \
            AND \(Self.isShown) ORDER BY revision, part
            """
        ).compactMap { $0.concerning(item) }
    }

    /// Returns the mark of an item in the column `changed`: the last four bytes of its encoded ID. Other items can have
    /// the same mark.
    private static func mark(of item: ItemID) -> [UInt8] { Array(CommitRecord.bytes(of: item).suffix(4)) }

    private func read(_ statement: SQL) throws(LootError) -> [Commit] {
        var commits: [Commit] = []
        var parts: [Commit] = []
        try session.each(statement) { row throws(LootError) in
            guard let number = row.integer(0).flatMap({ UInt64(exactly: $0) }), let bytes = row.bytes(1)
            else {
                throw Self.damage
            }
            // A later version of the format would also have a later schema version.
            guard let part = try? CommitRecord(revision: Revision(rawValue: number), bytes: bytes).commit()
            else { throw Self.damage }
            if let last = parts.last, last.revision != part.revision {
                if let commit = Self.joined(parts) { commits.append(commit) }
                parts = []
            }
            parts.append(part)
        }
        if let commit = Self.joined(parts) { commits.append(commit) }
        return commits
    }

    private static let damage = LootError(
        .damaged, "Can't read the history.", reason: "A row of the table “commits” was altered.",
        advice: "Check the store.", remedy: .check)

    /// Returns the commit that was stored in several rows, or `nil` if there are none.
    static func joined(_ parts: [Commit]) -> Commit? {
        guard let first = parts.first, parts.count > 1 else { return parts.first }
        return Commit(
            revision: first.revision, date: first.date, title: first.title, author: first.author,
            purpose: first.purpose, changes: parts.flatMap(\.changes))
    }

    /// Whether a commit with the given token exists.
    func has(_ revision: Revision, token: ItemID) throws(LootError) -> Bool {
        try session.first(
            """
            SELECT part FROM commits WHERE revision = \(Self.value(revision)) AND part = 0 \
            AND token = \(.text(token.description))
            """
        ) { row in row.integer(0) } != nil
    }

    // MARK: Writing

    /// Returns the statements that store a commit according to its purpose. The writer recognizes the commit by its
    /// token.
    static func statements(storing commit: Commit, token: ItemID) -> [SQL] {
        var statements: [SQL] = []
        let revision = Self.value(commit.revision)
        var (undoes, redoes) = (SQLValue.null, SQLValue.null)
        var stack = SQLValue.null
        switch commit.purpose {
        case .edit:
            stack = .text("undo")
            statements.append("UPDATE commits SET stack = NULL WHERE stack = 'redo'")
        case .undo(let other):
            undoes = Self.value(other)
            statements.append(
                "UPDATE commits SET stack = 'redo', since = \(revision) WHERE revision = \(undoes) AND stack = 'undo'"
            )
        case .redo(let other):
            redoes = Self.value(other)
            statements.append(
                "UPDATE commits SET stack = 'undo', since = \(revision) WHERE revision = \(redoes) AND stack = 'redo'"
            )
        case .bookkeeping: stack = .text("hidden")
        }
        for (part, changes) in Self.parts(of: commit.changes).enumerated() {
            let marks = Set(changes.compactMap(\.change.item)).flatMap(Self.mark)
            let record = CommitRecord(
                Commit(
                    revision: commit.revision, date: commit.date, title: commit.title,
                    author: commit.author, purpose: commit.purpose, changes: Array(changes)))
            statements.append(
                """
                INSERT INTO commits (revision, part, date, title, author, undoes, redoes, stack, since, \
                changed, changes, token) VALUES (\(revision), \(SQLValue(part)), \(.text(commit.date.description)), \
                \(Self.readable(commit.title)), \(commit.author.map(Self.readable) ?? .null), \
                \(undoes), \(redoes), \(stack), \(revision), \(.bytes(marks)), \
                \(.bytes(record.bytes)), \(.text(token.description)))
                """)
        }
        return statements
    }

    /// Returns the value for a readable column. Null characters are replaced, because databases reject them. The
    /// encoded commit contains the original text.
    private static func readable(_ text: String) -> SQLValue { .text(text.replacing("\0", with: "\u{FFFD}")) }

    private static func parts(of changes: [AppliedChange]) -> [ArraySlice<AppliedChange>] {
        if changes.count <= changesPerPart { return [changes[...]] }
        return stride(from: 0, to: changes.count, by: changesPerPart).map {
            changes[$0..<min($0 + changesPerPart, changes.count)]
        }
    }

    /// Drops the commits beyond the limit after a new commit, like ``LootCore/History``. They are deleted as soon as
    /// other processes don't need them.
    ///
    /// - Returns: Whether these are the first commits of the list.
    func drop(beyond limit: HistoryLimit, at commit: Commit) throws(LootError) -> Bool {
        let end = Self.value(commit.revision.next)
        let kept: SQL = "SELECT since FROM commits WHERE stack = 'undo' AND part = 0"
        let firstKept: SQL =
            if let day = limit.firstDay(of: commit.date) {
                "coalesce((\(kept) AND date >= \(.text(day.description)) ORDER BY since LIMIT 1), \(end))"
            } else if let count = limit.count, count > 0 {
                "(\(kept) ORDER BY since DESC LIMIT 1 OFFSET \(.integer(Int64(count - 1))))"
            } else {
                "\(end)"
            }
        let wasComplete =
            try session.first(
                """
                SELECT revision FROM commits WHERE revision = \(Self.value(Revision.initial.next)) \
                AND NOT EXISTS (SELECT revision FROM commits WHERE stack = 'dropped') LIMIT 1
                """
            ) { row in row.integer(0) } != nil
        let count = try session.run(
            "UPDATE commits SET stack = 'dropped' WHERE stack = 'undo' AND since < \(firstKept)")
        if count == 0, limit.count != 0 { return false }
        // The newest dropped commit precedes all commits that can be undone or redone.
        try session.run(
            """
            UPDATE commits SET stack = 'dropped' WHERE revision = (SELECT max(revision) FROM commits \
            WHERE revision < coalesce(\
            (SELECT revision FROM commits WHERE stack = 'undo' AND part = 0 ORDER BY since LIMIT 1), \
            (SELECT revision FROM commits WHERE stack = 'redo' AND part = 0 ORDER BY since DESC LIMIT 1), \(end)))
            """)
        guard commit.revision.rawValue > Self.kept else { return wasComplete }
        let last = Self.value(Revision(rawValue: commit.revision.rawValue - Self.kept))
        try session.run("DELETE FROM commits WHERE revision <= \(last) AND revision <= \(Self.dropped)")
        return wasComplete
    }

    static func value(_ revision: Revision) -> SQLValue {
        .integer(Int64(clamping: revision.rawValue))
    }
}
