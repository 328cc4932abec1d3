package import LootCore
import Platform
import Synchronization

/// The right to read, change and write a file as one step, which one task of one process on the machine has at a
/// time.
///
/// The lock is on a permanent file, not on the one that it protects: that one is replaced by renaming, and a lock on
/// it would go with the old content. A process that dies gives its locks back.
package final class FileLock: Sendable {
    private struct State {
        var file: (descriptor: FileDescriptor, node: UInt64)?
        var isBusy = false
    }

    /// Where the lock is.
    package let path: String
    private let files: any FileSystem
    private let state = Mutex(State())

    /// A lock on the file at `path`, which is made where it is missing. Nothing is opened yet.
    package init(at path: String, on files: any FileSystem) {
        self.path = path
        self.files = files
    }

    deinit { close() }

    /// Does something while nothing else has the lock, as soon as that is so.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for others.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: ``/LootCore/LootError`` with code `locked`, which names the holder, when they take longer; `cancelled` when
    ///   the task is canceled while it waits; what `body` throws.
    package func withLock<Result>(
        patience: Duration, _ body: () throws(LootError) -> Result
    ) async throws(LootError) -> Result {
        try await waiting(patience) { () throws(LootError) in try withLockIfFree(body) }
    }

    /// Does something if nothing else has the lock; nil if something has it.
    func withLockIfFree<Result>(_ body: () throws(LootError) -> Result) throws(LootError) -> Result? {
        guard try acquire() else { return nil }
        defer { release() }
        return try body()
    }

    /// Tries something until it is done, which ``withLockIfFree(_:)`` was a part of.
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
                    .cancelled, "can't write", because: "it was cancelled while waiting for a lock")
            }
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Takes the lock if it is free.
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
            // To lock is to write, whichever call refused it.
            let code = error.code
            let refusal =
                code == .denied ? SystemError(code, .lock, error.path, message: error.message) : error
            throw refusal.lootError("can't lock the store")
        }
        state.withLock { $0.isBusy = false }
        return false
    }

    private func lockFile() throws(SystemError) -> Bool {
        for _ in 0..<10 {
            let file = try openedFile()
            guard try files.lock(file) else { return false }
            // The lock file may have been removed, and others may then lock another one.
            if try isThere() {
                try noteHolder(in: file)
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

    /// Whether the lock file is open, and still the one under its name.
    func isThere() throws(SystemError) -> Bool {
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

    /// Writes who holds the lock, for those who wait in vain. Padded, so that nothing of a longer name remains.
    private func noteHolder(in file: FileDescriptor) throws(SystemError) {
        // A file with another name is locked, and keeps its content.
        if try files.linkCount(of: file) > 1 { return }
        let note = FileLock.note
        if try files.read(file, at: 0, count: note.count) == note { return }
        do { try files.write(note.span.bytes, to: file, at: 0) } catch {
            // The note is a courtesy; a full disk must not be what keeps a person from removing items.
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
        let seconds = patience.components.seconds
        return LootError(
            .locked, "can't write to the store",
            because: "\(name.isEmpty ? "another program" : name) has held its lock for \(seconds) seconds",
            next: "Try again when it is done", place: path)
    }
}
