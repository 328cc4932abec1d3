import CSQLite
import LootCore

/// An error that SQLite reported.
struct SQLiteFailure {
    let code: Int32
    let message: String
    let path: String

    /// Returns the error for the user.
    func error(_ failure: Message?) -> LootError {
        let (code, reason, advice) = explanation
        let isWriting = code == .storeFull || code == .readOnly || code == .locked
        return LootError(
            code, failure ?? (isWriting ? "Can't save the change." : "Can't use the store."), reason: reason,
            advice: advice, remedy: self.code & 0xFF == SQLITE_CORRUPT ? .copy : nil, place: path,
            underlying: "SQLite \(self.code): \(message)")
    }

    /// The advice for a damaged database.
    static let advice: Message = "Copy what can be read to a new list."

    private var explanation: (LootError.Code, Message, Message) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            (.locked, "Another program is writing to \(path).", "Try again when it is done.")
        case SQLITE_FULL:
            (.storeFull, "There is no space left for \(path).", "Free some space and try again.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            (.readOnly, "\(path) or its folder isn't writable.", "Check the permissions.")
        case SQLITE_CANTOPEN:
            (.cannotCreate, "\(path) can't be opened.", "Check the path and the permissions.")
        case SQLITE_NOTADB:
            (.damaged, "\(path) isn't a SQLite database.", "Check the path, or restore a copy.")
        case SQLITE_CORRUPT:
            (.damaged, "\(path) is damaged.", SQLiteFailure.advice)
        case SQLITE_TOOBIG: (.invalidValue, "The change is too large for SQLite.", "")
        case SQLITE_IOERR: (.inputOutput, "Can't read or write \(path).", "Check the disk.")
        default: (.inputOutput, "SQLite reports an error (\(message)).", "")
        }
    }
}
