import LootCore
import LootFormats

/// The evidence in the hidden folder about a file and its journal, except the journal itself.
struct Traces: Sendable {
    /// A note that identifies the last known content of the file. It is a hint and may be outdated.
    struct Note: Sendable {
        var file: FileIdentity
        var revision: Revision
        /// The salt of the journal that contains the same entry, or `nil` if there was no journal.
        var journal: UInt64?
    }

    var seen: Note?
    /// The files in the folder that may have been the store's file before it was replaced.
    var replaced: [FileStatus] = []
    /// The number of the list that the journal must belong to, or `nil` if it isn't known.
    var list: UInt32?

    /// Opens a journal and reads its entries. Returns `nil` if there is no journal.
    ///
    /// If the journal belongs to another list or lacks the entry in the note, its `problem` is set.
    func journal(
        at path: String, on files: any FileSystem
    ) throws(LootError) -> (journal: Journal, entries: [JournalEntry])? {
        guard var journal = try Journal.open(at: path, on: files, list: list) else { return nil }
        let entries = try journal.readOn()
        if let seen, seen.journal == journal.salt, journal.problem == nil, !entries.contains(seen) {
            journal.failLackingEntries()
        }
        return (journal, entries)
    }
}

extension StoreFolder {
    /// Reads the evidence. The replaced file is in the folder even if the program that replaced it was killed before
    /// it wrote the note.
    func traces(on files: any FileSystem) throws(SystemError) -> Traces {
        var traces = Traces(seen: try note(on: files), list: try listNumber(on: files))
        for place in [previous, next] {
            if let status = try files.status(at: place) { traces.replaced.append(status) }
        }
        return traces
    }

    /// Reads the note. It often makes reading the file unnecessary, and shows whether an intended replacement took
    /// place.
    func note(on files: any FileSystem) throws(SystemError) -> Traces.Note? {
        guard let bytes = try files.contents(of: seen)?.bytes, bytes.count > 4 else { return nil }
        var head = RecordReader(bytes)
        guard let length: UInt32 = try? head.fixed(), let checksum: UInt32 = try? head.fixed(),
            bytes.count >= 8 + Int(length),
            Checksum(of: bytes.span.bytes.extracting(8..<8 + Int(length))).value == checksum
        else { return nil }
        var reader = RecordReader(bytes, from: 8, to: 8 + Int(length))
        guard case .holds(let identity?, let revision)? = try? reader.entry() else {
            return nil
        }
        return Traces.Note(file: identity, revision: revision, journal: try? reader.fixed())
    }

    /// Writes the note. It is only a hint, so it isn't synced, and errors are ignored.
    func write(_ note: Traces.Note, on files: any FileSystem) {
        var content = RecordWriter()
        content.entry(.holds(note.file, note.revision))
        if let journal = note.journal { content.fixed(journal) }
        var head = RecordWriter()
        head.fixed(UInt32(content.bytes.count))
        head.fixed(Checksum(of: content.bytes.span.bytes).value)
        let bytes = head.bytes + content.bytes
        guard let open = try? files.openOwn(seen).file else { return }
        defer { files.close(open) }
        try? files.write(bytes.span.bytes, to: open, at: 0)
    }
}

extension [JournalEntry] {
    /// Whether one of the entries matches the note.
    func contains(_ note: Traces.Note) -> Bool {
        contains { entry in
            entry.revision == note.revision && entry.file?.size == note.file.size
                && entry.file?.digest == note.file.digest
        }
    }

    /// Appends an entry for the last known content of the file if a damaged journal lacks it.
    mutating func completeDamaged(by note: Traces.Note) {
        if !contains(note), last.map({ $0.revision <= note.revision }) ?? true {
            append(.holds(note.file, note.revision))
        }
    }
}
