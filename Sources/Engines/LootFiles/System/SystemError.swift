package import LootCore

/// A call to the operating system that failed.
package struct SystemError: Error, Hashable, Sendable {
    /// Why, in names that hold on every platform.
    package enum Code: Hashable, Sendable {
        /// Nothing has that name.
        case notFound
        /// Something else has that name.
        case exists
        /// The process may not do that.
        case denied
        /// The medium can't be written.
        case readOnly
        /// The medium, or the user's share of it, is full.
        case noSpace
        /// The medium failed.
        case inputOutput
        /// The file is in use in a way that forbids it: it is a mount point.
        case busy
        /// It is a folder.
        case isFolder
        /// A part of the path is no folder.
        case notFolder
        /// It is a pipe, a device or a socket.
        case notRegular
        /// Symbolic links lead in a circle, or a link is where none may be.
        case tooManyLinks
        /// The name is too long for the medium.
        case nameTooLong
        /// The process, or the system, has too many files open.
        case tooManyOpen
        /// Anything else, by the system's number.
        case other(Int32)
    }

    /// The call that failed.
    package enum Call: String, Hashable, Sendable {
        /// Opening or looking at a file.
        case open
        /// Reading.
        case read
        /// Writing, or cutting off.
        case write
        /// Waiting for the medium.
        case sync
        /// Giving another name.
        case rename
        /// Taking a name away.
        case remove
        /// Making a folder.
        case makeFolder
        /// Locking.
        case lock
    }

    /// Why.
    package let code: Code
    /// What was asked for.
    package let call: Call
    /// The file concerned.
    package let path: String
    /// What the system says of it, if it says anything.
    package let message: String?

    /// A failure.
    package init(_ code: Code, _ call: Call, _ path: String, message: String? = nil) {
        self.code = code
        self.call = call
        self.path = path
        self.message = message
    }
}

extension SystemError {
    /// What a person is told: what could not be done, why, and what to do next.
    package func lootError(_ what: String) -> LootError {
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
