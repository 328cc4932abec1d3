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
    /// Returns the error for the user: what failed, why, and what to do.
    public func lootError(_ what: String) -> LootError {
        let (code, why, next) = explanation
        return LootError(code, what, because: why, next: next, place: path, underlying: message)
    }

    private var explanation: (LootError.Code, String, String) {
        let isReading = call == .open || call == .read
        switch code {
        case .notFound:
            return (
                isReading ? .noSuchFile : .cannotCreate, "\(path) is not there", "Check the path"
            )
        case .exists where call == .lock:
            return (.locked, "another program is writing \(path)", "Try again when it is done")
        case .exists: return (.cannotCreate, "something named \(path) is in the way", "Move it aside")
        case .denied:
            let verb = isReading ? "open" : "write"
            return (
                isReading ? .inputOutput : .cannotCreate, "this user may not \(verb) \(path)",
                "Check the permissions of the file and of its folder"
            )
        case .readOnly:
            return (.readOnly, "\(path) is on a read-only medium", "Copy it to one that can be written")
        case .noSpace:
            return (
                .noSpace, "there is no room left for \(path)", "Make room and try again; nothing was changed"
            )
        case .inputOutput:
            return (.inputOutput, "the medium failed at \(path)", "Check the medium and your backups")
        case .busy:
            return (
                .cannotCreate, "\(path) is in use as a mount point and can't be replaced as a whole",
                "Mount its folder instead of the file"
            )
        case .isFolder: return (.inputOutput, "\(path) is a folder", "Name a file in it")
        case .notFolder:
            return (.cannotCreate, "a part of the path \(path) is not a folder", "Check the path")
        case .notRegular: return (.inputOutput, "\(path) is a pipe or a device, not a file", "Name a file")
        case .tooManyLinks:
            return (.inputOutput, "the symbolic links at \(path) lead nowhere", "Mend or remove the link")
        case .nameTooLong: return (.cannotCreate, "the name of \(path) is too long", "Choose a shorter one")
        case .tooManyOpen: return (.unavailable, "too many files are open", "Close some and try again")
        case .other(let number):
            let reason = message ?? "error \(number)"
            return (.inputOutput, "the system refused to \(call.rawValue) \(path) (\(reason))", "")
        }
    }
}
