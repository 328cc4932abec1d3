import LootCore

/// How a file and its journal stand to each other.
///
/// The journal says which content the file had last, and which one it was about to get since. A file that holds one
/// of these is this store's own, and the commits after it are pending. Any other content, an older one of this store
/// too, was put there by another program or a person: a restored backup, an edit, a checkout. Then the file wins.
struct Standing: Hashable {
    /// What the file holds, nil where there is none.
    var file: FileIdentity?
    /// All commits up to this revision are in the file; nil for a file that was written by another program since the
    /// journal's last word.
    var held: Revision?

    /// How a file stands to the entries of a journal.
    ///
    /// - Parameters:
    ///   - entries: what the journal says, oldest first.
    ///   - traces: what else tells of the file.
    ///   - content: what the file holds, nil where there is none.
    /// - Throws: ``SystemError`` where the content can't be read.
    init(_ entries: [JournalEntry], _ traces: Traces, content: FileContent?) throws(SystemError) {
        let (statements, last) = Standing.statements(in: entries, traces)
        guard let content else {
            if statements.isEmpty { held = .initial }
            if statements.indices.contains(last), statements[last].file == nil {
                held = statements[last].revision
            }
            return
        }
        let status = content.status
        for (index, statement) in statements.enumerated().reversed() {
            guard let identity = statement.file else { continue }
            if identity.isUntouched(status) {
                self = Standing(identity, statement, status)
                return
            }
            guard try content.isContent(of: identity) else { continue }
            // A content from before a replacement, in another file than it was in or in the very one that replaced it,
            // was put back.
            let isPutBack =
                identity.node != status.node
                && (index < last
                    || index == 0 && statements.dropFirst().contains { $0.file?.node == status.node })
            if isPutBack { break }
            self = Standing(identity, statement, status)
            return
        }
        file = try content.identity()
        if statements.isEmpty { held = .initial }
    }

    /// How a file stands to the entries of a journal that tell it by what the system knows of it; nil where they do not.
    init?(untouched status: FileStatus?, _ entries: [JournalEntry], _ traces: Traces) {
        guard let status else { return nil }
        for statement in Standing.statements(in: entries, traces).all.reversed() {
            guard let identity = statement.file, identity.isUntouched(status) else { continue }
            self = Standing(identity, statement, status)
            return
        }
        return nil
    }

    private init(_ identity: FileIdentity, _ statement: Statement, _ status: FileStatus) {
        var identity = identity
        (identity.node, identity.modified, identity.changed) = (status.node, status.modified, status.changed)
        (file, held) = (identity, statement.revision)
    }

    /// What the file was last known to hold, and up to which revision: a file of nil where there was none, nil where the
    /// journal does not say.
    static func lastKnown(
        in entries: [JournalEntry], _ traces: Traces
    ) -> (file: FileIdentity?, held: Revision)? {
        let (statements, last) = Standing.statements(in: entries, traces)
        return statements.isEmpty ? nil : (statements[last].file, statements[last].revision)
    }

    private struct Statement {
        var file: FileIdentity?
        var revision: Revision
    }

    /// What the file was last seen to hold, and after that what it was about to hold; and the place of the last of these
    /// that it is known to have held.
    private static func statements(
        in entries: [JournalEntry], _ traces: Traces
    ) -> (all: [Statement], last: Int) {
        var statements: [Statement] = []
        for entry in entries {
            switch entry {
            case .commit: break
            case .holds(let identity, let revision):
                statements = [Statement(file: identity, revision: revision)]
            case .intent(let identity, let revision):
                statements.append(Statement(file: identity, revision: revision))
            }
        }
        if let seen = traces.seen,
            let index = statements.lastIndex(where: {
                $0.revision == seen.revision && $0.file?.size == seen.file.size
                    && $0.file?.digest == seen.file.digest
            })
        {
            statements = [Statement(file: seen.file, revision: seen.revision)] + statements[(index + 1)...]
        }
        // The file that lies aside was replaced by the next.
        let replaced = statements.dropLast().lastIndex { statement in
            traces.replaced.contains { statement.file?.isSame(as: $0) ?? false }
        }
        return (statements, replaced.map { $0 + 1 } ?? 0)
    }
}

extension FileIdentity {
    /// Whether a file with this status is the very one, with the content that it had, whatever name it has by now.
    fileprivate func isSame(as status: FileStatus) -> Bool {
        (size, node, modified) == (status.size, status.node, status.modified)
    }
}
