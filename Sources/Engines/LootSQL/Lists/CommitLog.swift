import LootCore
import LootFormats

/// The commits that a database remembers: those that can be undone or redone, and the newest for those who follow.
struct CommitLog {
    let session: any SQLSession

    /// How many of the newest commits are kept, undoable or not.
    private static var kept: UInt64 { 1000 }
    /// How many changes stand in one row.
    private static var changesPerPart: Int { 1000 }

    // MARK: Reading

    /// The commits that led from one state to another, in order; nil where they are not all there.
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

    /// The newest commits that can be undone, and redone, at most `limit` of either.
    func history(limit: Int) throws(LootError) -> History {
        guard limit > 0 else { return History() }
        return History(undoable: try stack("undo", limit), redoable: try stack("redo", limit))
    }

    /// The commits that changed an item and can be undone. The database looks for the id in what is encoded, so that no
    /// others are decoded.
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
            // A newer version would have given the database another version.
            guard let part = try? CommitRecord(revision: Revision(rawValue: number), bytes: bytes).commit()
            else { throw Self.damage }
            if let last = parts.last, last.revision != part.revision {
                commits.append(Self.joined(parts))
                parts = []
            }
            parts.append(part)
        }
        if !parts.isEmpty { commits.append(Self.joined(parts)) }
        return commits
    }

    private static let damage = LootError(
        .damaged, "can't read the history", because: "a row of the table “commits” is not what was written",
        next: "Check it", remedy: .check)

    private static func joined(_ parts: [Commit]) -> Commit {
        guard let first = parts.first, parts.count > 1 else { return parts[0] }
        return Commit(
            revision: first.revision, date: first.date, title: first.title, author: first.author,
            purpose: first.purpose, changes: parts.flatMap(\.changes))
    }

    /// Whether a commit is there that was written under a token.
    func has(_ revision: Revision, token: ItemID) throws(LootError) -> Bool {
        try session.first(
            """
            SELECT part FROM commits WHERE revision = \(Self.value(revision)) AND part = 0 \
            AND token = \(.text(token.description))
            """
        ) { row in row.integer(0) } != nil
    }

    // MARK: Writing

    /// Takes note of a commit, by its purpose; then forgets what is beyond the bounds, now and then. By the token its
    /// writer knows it again.
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

    /// A text for those who read the table; the record has it to the byte.
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
