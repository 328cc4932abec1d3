public import LootCore

/// What a journal says.
public enum JournalEntry: Hashable, Sendable {
    /// A commit was made.
    case commit(CommitRecord)
    /// The file holds all commits up to a revision.
    case checkpoint(FileIdentity, Revision)
    /// The file is about to be replaced by one that holds all commits up to here.
    case intent(FileIdentity, Revision)
}

/// A commit as bytes: most of them are read to be counted, not to be looked into.
public struct CommitRecord: Hashable, Sendable {
    /// The state that it made.
    public let revision: Revision
    let bytes: [UInt8]

    /// The commit as bytes.
    public init(_ commit: Commit) {
        var writer = ByteWriter()
        writer.commit(commit)
        revision = commit.revision
        bytes = writer.bytes
    }

    init(revision: Revision, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }

    /// The commit.
    ///
    /// - Throws: ``LootError`` with code `newer-format`: the checksum says that the bytes are as they were written,
    ///   so it was a newer version that wrote them.
    public func commit() throws(LootError) -> Commit {
        var reader = ByteReader(bytes)
        do throws(ByteReader.Malformed) {
            let commit = try reader.commit()
            if reader.isAtEnd { return commit }
        } catch {}
        throw LootError(
            .newerFormat, "can't read a change in the journal",
            because: "it holds something that this version does not know",
            next: "Use the newer version of loot")
    }
}

extension ByteWriter {
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

extension ByteReader {
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
