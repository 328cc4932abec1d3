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
    ///   - seen: what the file was last seen to hold, and up to which revision. It is a hint and may be of any age.
    ///   - content: what the file holds, nil where there is none.
    /// - Throws: ``SystemError`` where the content can't be read.
    init(
        _ entries: [JournalEntry], seen: (FileIdentity, Revision)?, content: FileContent?
    ) throws(SystemError) {
        let statements = Standing.statements(in: entries, seen: seen)
        guard let content else {
            if statements.isEmpty { held = .initial }
            if let first = statements.first, first.file == nil { held = first.revision }
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
            // A content from before a replacement, in the very file that replaced it, was put back.
            let isPutBack =
                index == 0 && identity.node != status.node
                && statements.dropFirst().contains { $0.file?.node == status.node }
            if isPutBack { break }
            self = Standing(identity, statement, status)
            return
        }
        file = try content.identity()
        if statements.isEmpty { held = .initial }
    }

    /// How a file stands to the entries of a journal that tell it by what the system knows of it; nil where they do not.
    init?(untouched status: FileStatus?, _ entries: [JournalEntry], seen: (FileIdentity, Revision)?) {
        guard let status else { return nil }
        for statement in Standing.statements(in: entries, seen: seen).reversed() {
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

    /// All commits up to here were in the file when the journal last spoke of it.
    static func lastHeld(in entries: [JournalEntry], seen: (FileIdentity, Revision)?) -> Revision {
        statements(in: entries, seen: seen).first?.revision ?? .initial
    }

    /// What the file held when the journal last spoke of it: `.some(nil)` where there was no file, nil where the journal
    /// does not say.
    static func lastFile(in entries: [JournalEntry], seen: (FileIdentity, Revision)?) -> FileIdentity?? {
        statements(in: entries, seen: seen).first?.file
    }

    private struct Statement {
        var file: FileIdentity?
        var revision: Revision
    }

    /// What the file was last known to hold, and after that what it was about to hold.
    private static func statements(in entries: [JournalEntry], seen: (FileIdentity, Revision)?) -> [Statement]
    {
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
        guard let (identity, revision) = seen,
            let index = statements.lastIndex(where: {
                $0.revision == revision && $0.file?.size == identity.size
                    && $0.file?.digest == identity.digest
            })
        else { return statements }
        return [Statement(file: identity, revision: revision)] + statements[(index + 1)...]
    }
}
