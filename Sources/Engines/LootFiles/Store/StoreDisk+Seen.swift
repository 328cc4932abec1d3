import LootCore
import LootFormats

/// What the file was last seen to hold, as a note in the folder beside it.
extension StoreDisk {
    /// Whether the note is not of what the file holds: the program that has put that into the file was killed before it
    /// could note it. Whatever becomes of the file then, what was in it would be taken for what it lacks.
    var isNoteOld: Bool {
        number > 0 && file != nil && noted != held && outside == nil && !isRenumbered && problem == nil
    }

    /// Notes what the file holds after all. To be called under the lock.
    mutating func catchUpSeen() {
        guard isNoteOld, (try? hasNews()) == false else { return }
        if let note = try? folder.note(on: files), note.file.digest == file?.digest, note.revision == held {
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
        folder.write(Traces.Note(file: file, revision: held, journal: journal?.salt), on: files)
    }
}
