package import LootCore
package import LootFormats

/// An entry of a journal.
package enum JournalEntry: Hashable, Sendable {
    /// A commit.
    case commit(CommitRecord)
    /// The file with this identity contains all commits up to the revision. A `nil` identity means that the file didn't
    /// exist, so the list was empty at that revision.
    case holds(FileIdentity?, Revision)
    /// The file is about to be replaced by one that contains all commits up to the revision.
    case intent(FileIdentity, Revision)
}

extension JournalEntry {
    /// The byte before a digest that identifies the hash algorithm, so that later versions of the format can use
    /// another one.
    fileprivate static let digestKind: UInt8 = 1

    var revision: Revision {
        switch self {
        case .commit(let record): record.revision
        case .holds(_, let revision), .intent(_, let revision): revision
        }
    }

    /// The identity of the current or the next file, if the entry has one.
    var file: FileIdentity? {
        switch self {
        case .commit: nil
        case .holds(let file, _): file
        case .intent(let file, _): file
        }
    }

    var record: CommitRecord? {
        if case .commit(let record) = self { record } else { nil }
    }
}

extension RecordWriter {
    mutating func entry(_ entry: JournalEntry) {
        switch entry {
        case .commit(let record):
            entryHead(record)
            spelled(record.bytes)
        case .holds(let identity?, let revision):
            byte(6)
            unsigned(revision.rawValue)
            self.identity(identity)
        case .holds(nil, let revision):
            byte(7)
            unsigned(revision.rawValue)
        case .intent(let identity, let revision):
            byte(8)
            unsigned(revision.rawValue)
            self.identity(identity)
        }
    }

    /// Writes the prefix that precedes the bytes of the given commit.
    mutating func entryHead(_ record: CommitRecord) {
        byte(1)
        unsigned(record.revision.rawValue)
        count(record.bytes.count)
    }

    private mutating func identity(_ identity: FileIdentity) {
        count(identity.size)
        byte(JournalEntry.digestKind)
        fixed(identity.digest.high)
        fixed(identity.digest.low)
        fixed(identity.node)
        fixed(identity.modified)
        fixed(identity.changed ?? 0)
    }
}

extension RecordReader {
    mutating func entry() throws(Malformed) -> JournalEntry {
        let kind = try byte()
        let revision = Revision(rawValue: try unsigned())
        switch kind {
        case 1: return .commit(CommitRecord(revision: revision, bytes: try data()))
        case 6: return .holds(try identity(), revision)
        case 7: return .holds(nil, revision)
        case 8: return .intent(try identity(), revision)
        default: throw Malformed()
        }
    }

    private mutating func identity() throws(Malformed) -> FileIdentity {
        guard let size = Int(exactly: try unsigned()), try byte() == JournalEntry.digestKind else {
            throw Malformed()
        }
        let digest = FileIdentity.Digest(high: try fixed(), low: try fixed())
        var identity = FileIdentity(size: size, digest: digest, node: try fixed(), modified: try fixed())
        let changed: Int64 = try fixed()
        identity.changed = changed == 0 ? nil : changed
        return identity
    }
}
