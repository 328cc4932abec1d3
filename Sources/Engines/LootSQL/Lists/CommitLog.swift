import LootCore
import LootFormats

/// The commits in a database: those that can be undone or redone, and the newest ones for other processes.
struct CommitLog {
    let session: any SQLSession

    /// The number of newest commits to keep, regardless of undo.
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

    /// Returns the newest undoable and redoable commits, up to `limit` of each.
    func history(limit: Int) throws(LootError) -> History {
        guard limit > 0 else { return History() }
        return History(undoable: try stack("undo", limit), redoable: try stack("redo", limit))
    }

    /// Returns the newest undoable and redoable commits without their changes, which aren't read.
    func titles(limit: Int) throws(LootError) -> History {
        guard limit > 0 else { return History() }
        return History(undoable: try titles("undo", limit), redoable: try titles("redo", limit))
    }

    private func titles(_ stack: String, _ limit: Int) throws(LootError) -> [Commit] {
        try session.all(
            """
            SELECT revision, date, title, author, undoes, redoes FROM commits WHERE stack = \(.text(stack)) \
            AND part = 0 ORDER BY since DESC LIMIT \(.integer(Int64(limit)))
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
        }.reversed()
    }

    private static func revision(_ row: SQLRow, _ column: Int) -> Revision? {
        row.integer(column).flatMap { UInt64(exactly: $0) }.map { Revision(rawValue: $0) }
    }

    /// Returns the undoable commits that changed an item. The database searches the encoded commits for the ID, so
    /// that others aren't decoded.
    func history(of item: ItemID) throws(LootError) -> [Commit] {
        let id: SQL = "\(SQLValue.bytes(CommitRecord.bytes(of: item)))"
        return try read(
            """
            SELECT revision, changes FROM commits WHERE stack = 'undo' AND \(session.dialect.find("changes", id)) > 0 \
            ORDER BY since, part
            """
        ).compactMap { $0.concerning(item) }
    }

    private func stack(_ name: String, _ limit: Int) throws(LootError) -> [Commit] {
        try read(
            """
            SELECT c.revision, c.changes FROM (SELECT revision, since FROM commits WHERE stack = \(.text(name)) \
            AND part = 0 ORDER BY since DESC LIMIT \(.integer(Int64(limit)))) n \
            JOIN commits c ON c.revision = n.revision ORDER BY n.since, c.part
            """)
    }

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
        .damaged, "can't read the history", because: "a row of the table “commits” is not what was written",
        next: "Check it", remedy: .check)

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

    /// Stores a commit according to its purpose, and removes old commits from time to time. The writer recognizes the
    /// commit by its token.
    func record(_ commit: Commit, token: ItemID, limit: Int) throws(LootError) {
        let revision = Self.value(commit.revision)
        var (undoes, redoes): (SQLValue, SQLValue) = (.null, .null)
        switch commit.purpose {
        case .edit: try session.run("UPDATE commits SET stack = NULL WHERE stack = 'redo'")
        case .undo(let other):
            undoes = Self.value(other)
            try session.run(
                "UPDATE commits SET stack = 'redo', since = \(revision) WHERE revision = \(undoes) AND stack = 'undo'"
            )
        case .redo(let other):
            redoes = Self.value(other)
            try session.run(
                "UPDATE commits SET stack = 'undo', since = \(revision) WHERE revision = \(redoes) AND stack = 'redo'"
            )
        }
        let stack: SQLValue = commit.purpose == .edit && limit > 0 ? .text("undo") : .null
        for (part, changes) in Self.parts(of: commit.changes).enumerated() {
            let record = CommitRecord(
                Commit(
                    revision: commit.revision, date: commit.date, title: commit.title,
                    author: commit.author, purpose: commit.purpose, changes: Array(changes)))
            try session.run(
                """
                INSERT INTO commits (revision, part, date, title, author, undoes, redoes, stack, since, changes, token) \
                VALUES (\(revision), \(SQLValue(part)), \(.text(commit.date.description)), \
                \(Self.readable(commit.title)), \(commit.author.map(Self.readable) ?? .null), \
                \(undoes), \(redoes), \(stack), \(revision), \(.bytes(record.bytes)), \(.text(token.description)))
                """)
        }
        if commit.revision.rawValue.isMultiple(of: 16) { try trim(limit: limit, at: commit.revision) }
    }

    /// Returns text for people who read the table. The encoded commit contains it unchanged.
    private static func readable(_ text: String) -> SQLValue { .text(text.replacing("\0", with: "\u{FFFD}")) }

    private static func parts(of changes: [AppliedChange]) -> [ArraySlice<AppliedChange>] {
        if changes.count <= changesPerPart { return [changes[...]] }
        return stride(from: 0, to: changes.count, by: changesPerPart).map {
            changes[$0..<min($0 + changesPerPart, changes.count)]
        }
    }

    private func trim(limit: Int, at revision: Revision) throws(LootError) {
        let oldest = try session.first(
            """
            SELECT since FROM commits WHERE stack = 'undo' AND part = 0 ORDER BY since DESC LIMIT 1 \
            OFFSET \(.integer(Int64(max(0, limit - 1))))
            """
        ) { row in row.integer(0) }
        if let oldest {
            try session.run(
                "UPDATE commits SET stack = NULL WHERE stack = 'undo' AND since < \(.integer(oldest))")
        }
        if revision.rawValue > Self.kept {
            let last = Revision(rawValue: revision.rawValue - Self.kept)
            try session.run("DELETE FROM commits WHERE stack IS NULL AND since <= \(Self.value(last))")
        }
    }

    static func value(_ revision: Revision) -> SQLValue {
        .integer(Int64(clamping: revision.rawValue))
    }
}
