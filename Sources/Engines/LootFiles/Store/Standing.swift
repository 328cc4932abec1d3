import LootCore

/// The state of a file according to its journal.
///
/// The journal records the last content of the file, and the contents it was about to get since then. A file with one
/// of these was written by this store, and the commits after that content are pending. Any other content, including
/// an older one of this store, was written by another program or a person: a restored backup, an edit or a checkout.
/// In this case, the file wins.
struct Standing: Hashable {
    /// The identity of the file, or `nil` if there is no file.
    var file: FileIdentity?
    /// The file contains all commits up to this revision. It is `nil` if another program has written the file since
    /// the last entry of the journal.
    var held: Revision?

    /// Compares a file with the entries of a journal.
    ///
    /// - Parameters:
    ///   - entries: The entries of the journal, oldest first.
    ///   - traces: Other evidence about the file.
    ///   - content: The content of the file, or `nil` if there is no file.
    /// - Throws: ``SystemError`` if the content can't be read.
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
            // An earlier content was restored if it is now in another file than before, or in the file that replaced
            // it.
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

    /// Compares a file's metadata with the entries of a journal. Returns `nil` if no entry matches, so that the
    /// content must be read.
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

    /// Returns the last recorded content and revision of the file. The file is `nil` if there was none, and the
    /// result is `nil` if the journal has no record of it.
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

    /// Returns the last recorded content and the contents that were about to follow, and the index of the last one
    /// that the file is known to have had.
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
        // The file that was set aside was replaced by the next one.
        let replaced = statements.dropLast().lastIndex { statement in
            traces.replaced.contains { statement.file?.isSame(as: $0) ?? false }
        }
        return (statements, replaced.map { $0 + 1 } ?? 0)
    }
}

extension FileIdentity {
    /// Whether the status is that of the same file with the same content, regardless of its name.
    fileprivate func isSame(as status: FileStatus) -> Bool {
        (size, node, modified) == (status.size, status.node, status.modified)
    }
}
