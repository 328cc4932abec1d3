package import LootCore
package import LootFormats

/// An entry of a journal.
package enum JournalEntry: Hashable, Sendable {
    /// A commit.
    case commit(CommitRecord)
    /// The file contains all commits up to the revision. The identity is `nil` if there was no file.
    case holds(FileIdentity?, Revision)
    /// The file is about to be replaced by one that contains all commits up to the revision.
    case intent(FileIdentity, Revision)
}

extension JournalEntry {
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

    /// Writes the prefix of a commit's bytes.
    mutating func entryHead(_ record: CommitRecord) {
        byte(1)
        unsigned(record.revision.rawValue)
        count(record.bytes.count)
    }

    private mutating func identity(_ identity: FileIdentity) {
        count(identity.size)
        switch identity.digest {
        case .wide(let high, let low):
            byte(1)
            fixed(high)
            fixed(low)
        case .short(let checksum):
            byte(2)
            fixed(checksum)
        }
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
        case 2: return .holds(try earlierIdentity(), revision)
        case 3: return .intent(try earlierIdentity(), revision)
        case 4: return .holds(try summarized(), revision)
        case 5: return .intent(try summarized(), revision)
        case 6: return .holds(try identity(), revision)
        case 7: return .holds(nil, revision)
        case 8: return .intent(try identity(), revision)
        default: throw Malformed()
        }
    }

    private mutating func identity() throws(Malformed) -> FileIdentity {
        let size = try size()
        let digest: FileIdentity.Digest
        switch try byte() {
        case 1: digest = .wide(try fixed(), try fixed())
        case 2: digest = .short(try fixed())
        default: throw Malformed()
        }
        var identity = FileIdentity(size: size, digest: digest, node: try fixed(), modified: try fixed())
        let changed: Int64 = try fixed()
        identity.changed = changed == 0 ? nil : changed
        return identity
    }

    /// Reads an identity in the format of version 1.0.
    private mutating func earlierIdentity() throws(Malformed) -> FileIdentity {
        FileIdentity(size: try size(), digest: .short(try fixed()), node: try fixed(), modified: try fixed())
    }

    /// Reads an identity in the format of version 1.0, followed by the number of items and their total value.
    private mutating func summarized() throws(Malformed) -> FileIdentity {
        let identity = try earlierIdentity()
        _ = try unsigned()
        let _: (UInt64, UInt64) = (try fixed(), try fixed())
        return identity
    }

    private mutating func size() throws(Malformed) -> Int {
        guard let size = Int(exactly: try unsigned()) else { throw Malformed() }
        return size
    }
}
