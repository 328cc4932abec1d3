public import LootCore
public import LootFormats

/// What a journal says.
public enum JournalEntry: Hashable, Sendable {
    /// A commit was made.
    case commit(CommitRecord)
    /// The file holds all commits up to a revision.
    case checkpoint(FileIdentity, Revision)
    /// The file is about to be replaced by one that holds all commits up to here.
    case intent(FileIdentity, Revision)
}

extension RecordWriter {
    mutating func entry(_ entry: JournalEntry) {
        switch entry {
        case .commit(let record):
            byte(1)
            unsigned(record.revision.rawValue)
            data(record.bytes)
        case .checkpoint(let identity, let revision):
            byte(identity.summary == nil ? 2 : 4)
            unsigned(revision.rawValue)
            self.identity(identity)
        case .intent(let identity, let revision):
            byte(identity.summary == nil ? 3 : 5)
            unsigned(revision.rawValue)
            self.identity(identity)
        }
    }

    private mutating func identity(_ identity: FileIdentity) {
        count(identity.size)
        fixed(identity.checksum)
        fixed(identity.node)
        fixed(identity.modified)
        if let summary = identity.summary {
            count(summary.count)
            fixed(summary.totalValue)
        }
    }
}

extension RecordReader {
    mutating func entry() throws(Malformed) -> JournalEntry {
        let kind = try byte()
        let revision = Revision(rawValue: try unsigned())
        switch kind {
        case 1: return .commit(CommitRecord(revision: revision, bytes: try data()))
        case 2: return .checkpoint(try identity(), revision)
        case 3: return .intent(try identity(), revision)
        case 4: return .checkpoint(try summarized(identity()), revision)
        case 5: return .intent(try summarized(identity()), revision)
        default: throw Malformed()
        }
    }

    private mutating func summarized(_ identity: FileIdentity) throws(Malformed) -> FileIdentity {
        guard let count = Int(exactly: try unsigned()) else { throw Malformed() }
        var identity = identity
        identity.summary = FileSummary(count: count, totalValue: try fixed())
        return identity
    }

    private mutating func identity() throws(Malformed) -> FileIdentity {
        guard let size = Int(exactly: try unsigned()) else { throw Malformed() }
        return FileIdentity(size: size, checksum: try fixed(), node: try fixed(), modified: try fixed())
    }
}
