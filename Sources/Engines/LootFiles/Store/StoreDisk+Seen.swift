import LootCore
import LootFormats

/// What the file was last seen to hold, as a note in the folder beside it.
extension StoreDisk {
    /// What the folder tells of the file. The file that was replaced last lies there, be it that the program which did that
    /// was killed before it could note what the file holds.
    func readTraces() throws(SystemError) -> Traces {
        var traces = Traces(seen: try readSeen())
        for place in [folder.previous, folder.next] {
            if let status = try files.status(at: place) { traces.replaced.append(status) }
        }
        return traces
    }

    /// The note of what the file was last seen to hold. It saves reading the file to know it, and tells a replacement
    /// that was done from one that was only announced.
    func readSeen() throws(SystemError) -> (FileIdentity, Revision)? {
        guard let bytes = try files.contents(of: folder.seen)?.bytes, bytes.count > 4 else { return nil }
        var reader = RecordReader(bytes)
        guard let length: UInt32 = try? reader.fixed(), let checksum: UInt32 = try? reader.fixed(),
            bytes.count >= 8 + Int(length),
            Checksum(of: bytes.span.bytes.extracting(8..<8 + Int(length))).value == checksum,
            case .holds(let identity?, let revision)? = try? reader.entry()
        else { return nil }
        return (identity, revision)
    }

    /// Whether the note is not of what the file holds: the program that has put that into the file was killed before it
    /// could note it. Whatever becomes of the file then, what was in it would be taken for what it lacks.
    var isNoteOld: Bool {
        number > 0 && file != nil && noted != held && outside == nil && !isRenumbered && problem == nil
    }

    /// Notes what the file holds after all. To be called under the lock.
    mutating func catchUpSeen() {
        guard isNoteOld, (try? hasNews()) == false else { return }
        if let (identity, revision) = try? readSeen(), identity.digest == file?.digest, revision == held {
            noted = held
            return
        }
        // The file may not have its name for good yet.
        if (try? files.syncFolder(FilePath.folder(of: path))) != nil { writeSeen() }
    }

    /// Notes what the file holds. That is only a hint, so that it need not be on the medium, and may fail.
    mutating func writeSeen() {
        guard let file else { return }
        noted = held
        var entry = RecordWriter()
        entry.entry(.holds(file, held))
        var note = RecordWriter()
        note.fixed(UInt32(entry.bytes.count))
        note.fixed(Checksum(of: entry.bytes.span.bytes).value)
        let bytes = note.bytes + entry.bytes
        guard let open = try? files.openRegular(folder.seen, [.write, .create, .noLink]).file else { return }
        defer { files.close(open) }
        try? files.write(bytes.span.bytes, to: open, at: 0)
    }
}
