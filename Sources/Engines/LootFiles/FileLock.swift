package import LootCore
import Platform
import Synchronization

/// A lock that lets one task in one process on the machine read, change and write a file as one step.
///
/// A permanent lock file is locked instead of the file that it protects. The protected file is replaced by renaming, so
/// a lock of it would be lost with the old content. The system releases the locks of a process that dies.
package final class FileLock: Sendable {
    private struct State {
        var file: (descriptor: FileDescriptor, node: UInt64)?
        var isBusy = false
    }

    /// The path of the lock file.
    package let path: String
    private let files: any FileSystem
    private let state = Mutex(State())

    /// Creates a lock. The lock file isn't opened or created before the lock is acquired.
    package init(at path: String, on files: any FileSystem) {
        self.path = path
        self.files = files
    }

    deinit { close() }

    /// Waits for the lock and calls `body` while holding it.
    ///
    /// - Parameters:
    ///   - patience: The maximum time to wait.
    ///   - body: The closure to call.
    /// - Returns: The value that `body` returns.
    /// - Throws: ``/LootCore/LootError`` with code `locked` if the lock isn't released in time, or `cancelled` if the
    ///   task is canceled while it waits. The error with code `locked` names the holder of the lock. Also throws the
    ///   error of `body`.
    package func withLock<Result>(
        patience: Duration, _ body: () throws(LootError) -> Result
    ) async throws(LootError) -> Result {
        try await waiting(patience) { () throws(LootError) in try withLockIfFree(body) }
    }

    /// Calls `body` while holding the lock. Returns `nil` without waiting if the lock is taken.
    func withLockIfFree<Result>(_ body: () throws(LootError) -> Result) throws(LootError) -> Result? {
        guard try acquire() else { return nil }
        defer { release() }
        return try body()
    }

    /// Calls `attempt` again and again until it returns a value or the time is up. `attempt` calls
    /// ``withLockIfFree(_:)``.
    func waiting<Result>(
        _ patience: Duration, for attempt: () async throws(LootError) -> Result?
    ) async throws(LootError) -> Result {
        let deadline = ContinuousClock.now + patience
        var pause = Duration.microseconds(200)
        while true {
            if let result = try await attempt() { return result }
            guard ContinuousClock.now < deadline else { throw lockedError(patience) }
            do { try await Task.sleep(for: pause) } catch {
                throw LootError(
                    .cancelled, "Can't save the change.",
                    reason: "The task was canceled while it waited for a lock.")
            }
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Acquires the lock if it is free.
    private func acquire() throws(LootError) -> Bool {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if !isFree { return false }
        do throws(SystemError) {
            if try lockFile() { return true }
        } catch {
            state.withLock { $0.isBusy = false }
            // Locking requires write access, even if `open` is the call that failed.
            let code = error.code
            let refusal =
                code == .denied ? SystemError(code, .lock, error.path, message: error.message) : error
            throw refusal.lootError("Can't lock the store.")
        }
        state.withLock { $0.isBusy = false }
        return false
    }

    private func lockFile() throws(SystemError) -> Bool {
        for _ in 0..<10 {
            let file = try openedFile()
            guard try files.lock(file) else { return false }
            // If the lock file was removed, other processes may have created and locked another one.
            if try exists() {
                try writeHolder(in: file)
                return true
            }
            close()
        }
        throw SystemError(.exists, .lock, path)
    }

    private func openedFile() throws(SystemError) -> FileDescriptor {
        if let file = state.withLock({ $0.file }) { return file.descriptor }
        let (file, status) = try files.openRegular(path, [.write, .create, .noLink])
        state.withLock { $0.file = (file, status.node) }
        return file
    }

    /// Whether the lock file is open and still the file at its path.
    func exists() throws(SystemError) -> Bool {
        guard let node = state.withLock({ $0.file?.node }) else { return false }
        return try files.node(at: path) == node
    }

    /// Closes the lock file. The next ``withLock(patience:_:)`` opens it again.
    package func close() {
        let file = state.withLock { state in
            defer { state.file = nil }
            return state.file
        }
        if let file { files.close(file.descriptor) }
    }

    private func release() {
        if let file = state.withLock({ $0.file }) { files.unlock(file.descriptor) }
        state.withLock { $0.isBusy = false }
    }

    /// Writes the holder's name into the lock file, for error messages of other processes. It is padded to overwrite
    /// a longer name.
    private func writeHolder(in file: FileDescriptor) throws(SystemError) {
        // If the file has another hard link, keep its content.
        if try files.linkCount(of: file) > 1 { return }
        let note = FileLock.note
        if try files.read(file, at: 0, count: note.count) == note { return }
        do { try files.write(note.span.bytes, to: file, at: 0) } catch {
            // Recording the name is optional. A full disk must not keep a person from removing items.
            if error.code != .noSpace { throw error }
        }
    }

    private static let note: [UInt8] = {
        let program = CommandLine.arguments.first.map(FilePath.name(of:)) ?? "unknown"
        let text = "\(program.prefix(32)), process \(ThisProcess.number)"
        return Array((text + String(repeating: " ", count: max(0, 63 - text.utf8.count)) + "\n").utf8)
    }()

    private func lockedError(_ patience: Duration) -> LootError {
        let holder = (try? files.contents(of: path))?.map {
            String(decoding: $0.bytes.prefix(128), as: UTF8.self)
        }
        let name = TextRules.visible((holder ?? "").prefix { $0 != "\n" }.trimmed)
        let seconds = Int(patience.components.seconds)
        return LootError(
            .locked, "Can't write to the store.",
            reason: name.isEmpty
                ? "Another program has held the lock for \(seconds, one: "second", other: "seconds")."
                : "\(name) has held the lock for \(seconds, one: "second", other: "seconds").",
            advice: "Try again when it is done.", place: path)
    }
}
