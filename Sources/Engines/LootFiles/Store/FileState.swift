import LootCore

/// The state of a file according to its journal.
///
/// The journal identifies the last content of the file, and the contents that it was about to get afterward. A file
/// with one of these was written by this store, and the commits after that content are pending. Any other content,
/// including an older one of this store, was written by another program or a person: a restored backup, an edit or a
/// checkout. In this case, the file wins.
struct FileState: Hashable {
    /// The identity of the file, or `nil` if there is no file.
    var file: FileIdentity?
    /// The file contains all commits up to this revision. It is `nil` if another program has written the file since
    /// the last entry of the journal.
    var held: Revision?

    /// Compares the content of the file with the given entries of its journal.
    ///
    /// - Parameters:
    ///   - entries: The entries of the journal, oldest first.
    ///   - traces: Other evidence about the file.
    ///   - content: The content of the file, or `nil` if there is no file.
    /// - Throws: ``SystemError`` if the content can't be read.
    init(_ entries: [JournalEntry], _ traces: Traces, content: FileContent?) throws(SystemError) {
        let (records, last) = FileState.records(in: entries, traces)
        guard let content else {
            if records.isEmpty { held = .initial }
            if records.indices.contains(last), records[last].file == nil {
                held = records[last].revision
            }
            return
        }
        let status = content.status
        for (index, record) in records.enumerated().reversed() {
            guard let identity = record.file else { continue }
            if identity.isUntouched(status) {
                self = FileState(identity, record, status)
                return
            }
            guard try content.isContent(of: identity) else { continue }
            // An earlier content was restored if it is now in another file than before, or in the file that replaced
            // it.
            let isRestored =
                identity.node != status.node
                && (index < last
                    || index == 0 && records.dropFirst().contains { $0.file?.node == status.node })
            if isRestored { break }
            self = FileState(identity, record, status)
            return
        }
        file = try content.identity()
        if records.isEmpty { held = .initial }
    }

    /// Compares the metadata of the file with the given entries of its journal. Returns `nil` if no entry matches. In
    /// this case, the content must be read.
    init?(untouched status: FileStatus?, _ entries: [JournalEntry], _ traces: Traces) {
        guard let status else { return nil }
        for record in FileState.records(in: entries, traces).all.reversed() {
            guard let identity = record.file, identity.isUntouched(status) else { continue }
            self = FileState(identity, record, status)
            return
        }
        return nil
    }

    private init(_ identity: FileIdentity, _ record: Record, _ status: FileStatus) {
        var identity = identity
        (identity.node, identity.modified, identity.changed) = (status.node, status.modified, status.changed)
        (file, held) = (identity, record.revision)
    }

    /// Returns the last recorded content and revision of the file. The file is `nil` if there was none, and the
    /// result is `nil` if the journal has no record of it.
    static func lastKnown(
        in entries: [JournalEntry], _ traces: Traces
    ) -> (file: FileIdentity?, held: Revision)? {
        let (records, last) = FileState.records(in: entries, traces)
        return records.isEmpty ? nil : (records[last].file, records[last].revision)
    }

    private struct Record {
        var file: FileIdentity?
        var revision: Revision
    }

    /// Returns the last recorded content and the intended contents after it, and the index of the last
    /// content that the file is known to have had.
    private static func records(
        in entries: [JournalEntry], _ traces: Traces
    ) -> (all: [Record], last: Int) {
        var records: [Record] = []
        for entry in entries {
            switch entry {
            case .commit: break
            case .holds(let identity, let revision):
                records = [Record(file: identity, revision: revision)]
            case .intent(let identity, let revision):
                records.append(Record(file: identity, revision: revision))
            }
        }
        if let seen = traces.seen,
            let index = records.lastIndex(where: {
                $0.revision == seen.revision && $0.file?.size == seen.file.size
                    && $0.file?.digest == seen.file.digest
            })
        {
            records = [Record(file: seen.file, revision: seen.revision)] + records[(index + 1)...]
        }
        // The file that was set aside was replaced by the next one.
        let replaced = records.dropLast().lastIndex { record in
            traces.replaced.contains { record.file?.isSame(as: $0) ?? false }
        }
        return (records, replaced.map { $0 + 1 } ?? 0)
    }
}

extension FileIdentity {
    /// Whether the status is that of the same file with the same content, regardless of its name.
    fileprivate func isSame(as status: FileStatus) -> Bool {
        (size, node, modified) == (status.size, status.node, status.modified)
    }
}
