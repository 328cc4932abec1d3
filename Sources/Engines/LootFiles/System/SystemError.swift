public import LootCore

/// A failed system call.
public struct SystemError: Error, Hashable, Sendable {
    /// A platform-independent reason.
    @nonexhaustive
    public enum Code: Hashable, Sendable {
        /// There is no such file.
        case notFound
        /// There is already a file with that name.
        case exists
        /// Permission was denied.
        case denied
        /// The file system is read-only.
        case readOnly
        /// The disk or the user's quota is full.
        case noSpace
        /// The disk failed.
        case inputOutput
        /// The file is in use, for example as a mount point.
        case busy
        /// The path is a folder.
        case isFolder
        /// A component of the path isn't a folder.
        case notFolder
        /// The path is a pipe, a device or a socket.
        case notRegular
        /// Symbolic links form a loop, or a link isn't allowed.
        case tooManyLinks
        /// The name is too long for the file system.
        case nameTooLong
        /// The process or the system has too many open files.
        case tooManyOpen
        /// Any other reason, with the system's error number.
        case other(Int32)
    }

    /// The kind of the failed call.
    @nonexhaustive
    public enum Call: String, Hashable, Sendable {
        /// Opening a file or reading its status.
        case open
        /// Reading.
        case read
        /// Writing or truncating.
        case write
        /// Syncing.
        case sync
        /// Renaming.
        case rename
        /// Removing.
        case remove
        /// Creating a folder.
        case makeFolder
        /// Locking.
        case lock
    }

    /// The reason.
    public let code: Code
    /// The kind of the failed call.
    public let call: Call
    /// The path of the file.
    public let path: String
    /// The system's description of the error, if there is one.
    public let message: String?

    /// Creates an error from its components.
    public init(_ code: Code, _ call: Call, _ path: String, message: String? = nil) {
        self.code = code
        self.call = call
        self.path = path
        self.message = message
    }
}

extension SystemError {
    /// Returns the error for the person: what failed, why, and what to do.
    public func lootError(_ failure: Message) -> LootError {
        let (code, reason, advice) = explanation
        let error = LootError(
            code, failure, reason: reason, advice: advice, place: path, underlying: message)
        return self.code == .noSpace ? error.followed(by: "Nothing was changed.") : error
    }

    private var explanation: (LootError.Code, Message, Message) {
        let isReading = call == .open || call == .read
        switch code {
        case .notFound:
            return (isReading ? .noSuchFile : .cannotCreate, "\(path) doesn't exist.", "Check the path.")
        case .exists where call == .lock:
            return (.locked, "Another program is writing to \(path).", "Try again when it is done.")
        case .exists: return (.cannotCreate, "\(path) already exists.", "Move it elsewhere.")
        case .denied:
            let advice: Message = "Check the permissions of the file and of its folder."
            return isReading
                ? (.inputOutput, "This user doesn't have permission to open \(path).", advice)
                : (.cannotCreate, "This user doesn't have permission to write to \(path).", advice)
        case .readOnly:
            return (.readOnly, "\(path) is on a read-only file system.", "Copy it to a writable one.")
        case .noSpace:
            return (.noSpace, "There is no space left for \(path).", "Free some space and try again.")
        case .inputOutput:
            return (
                .inputOutput, "The disk reported an error at \(path).", "Check the disk and your backups."
            )
        case .busy:
            return (
                .cannotCreate, "\(path) is in use as a mount point and can't be replaced.",
                "Mount its folder instead of the file."
            )
        case .isFolder: return (.inputOutput, "\(path) is a folder.", "Choose a file.")
        case .notFolder:
            return (.cannotCreate, "A part of the path \(path) isn't a folder.", "Check the path.")
        case .notRegular:
            return (.inputOutput, "\(path) is a pipe or a device, not a file.", "Choose a file.")
        case .tooManyLinks:
            return (
                .inputOutput, "The symbolic links at \(path) don't lead to a file.", "Fix or remove the link."
            )
        case .nameTooLong:
            return (.cannotCreate, "The name of \(path) is too long.", "Choose a shorter name.")
        case .tooManyOpen:
            return (.unavailable, "Too many files are open.", "Close some files and try again.")
        case .other(let number):
            let reason: Message =
                message.map { "The system call “\(call.rawValue)” failed for \(path) (\($0))." }
                ?? "The system call “\(call.rawValue)” failed for \(path) (error \(Int(number)))."
            return (.inputOutput, reason, "")
        }
    }
}
