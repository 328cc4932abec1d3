import LootCore
import LootFormats

/// Maintains the note that identifies the last known content of the file.
extension StoreDisk {
    /// Whether the note is outdated because the program that wrote the file was killed before it wrote the note. If
    /// the file changed in this state, commits that it already contained would be considered missing.
    var isNoteOutdated: Bool {
        number > 0 && file != nil && noted != held && outside == nil && !isRenumbered && problem == nil
    }

    /// Updates an outdated note. The caller must hold the lock.
    mutating func updateNote() {
        guard isNoteOutdated, (try? hasNews()) == false else { return }
        if let note = try? folder.note(on: files), note.file.digest == file?.digest, note.revision == held {
            noted = held
            return
        }
        // The new name of the file may not be durable yet.
        if (try? files.syncFolder(FilePath.folder(of: path))) != nil { writeNote() }
    }

    /// Writes the note. It is only a hint, so it isn't synced, and errors are ignored.
    mutating func writeNote() {
        guard let file else { return }
        noted = held
        folder.write(Traces.Note(file: file, revision: held, journal: journal?.salt), on: files)
    }
}
