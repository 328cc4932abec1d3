import CSQLite
import LootCore

/// An error that SQLite reported.
struct SQLiteFailure {
    let code: Int32
    let message: String
    let path: String

    /// Returns the error for the user.
    func error(_ what: String?) -> LootError {
        let (code, why, next) = explanation
        let isWriting = code == .storeFull || code == .readOnly || code == .locked
        return LootError(
            code, what ?? (isWriting ? "can't write" : "can't use the store"), because: why, next: next,
            remedy: next == SQLiteFailure.advice ? .copy : nil, place: path,
            underlying: "SQLite \(self.code): \(message)")
    }

    /// The advice for a damaged database.
    static let advice = "Copy what can be read to a new list"

    private var explanation: (LootError.Code, String, String) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            (.locked, "another program is writing to \(path)", "Try again when it is done")
        case SQLITE_FULL: (.storeFull, "there is no space left for \(path)", "Free some space and try again")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            (.readOnly, "\(path) or its folder can't be written", "Check the permissions")
        case SQLITE_CANTOPEN:
            (.cannotCreate, "\(path) can't be opened", "Check the path and the permissions")
        case SQLITE_NOTADB:
            (.damaged, "\(path) is not a SQLite database", "Check the path, or restore a copy")
        case SQLITE_CORRUPT:
            (.damaged, "\(path) is damaged", SQLiteFailure.advice)
        case SQLITE_TOOBIG: (.invalidValue, "it is too large for SQLite", "")
        case SQLITE_IOERR: (.inputOutput, "reading or writing \(path) failed", "Check the disk")
        default: (.inputOutput, "SQLite reports an error: \(message)", "")
        }
    }
}
