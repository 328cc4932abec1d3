public import LootFiles
import Synchronization

/// Wraps a file system and makes one of its calls fail: the Nth call, or all calls from the Nth on.
public final class FaultyFileSystem: FileSystem {
    /// The call that fails, and the error.
    public struct Fault: Hashable, Sendable {
        /// The number of calls that succeed before the first failing one.
        public var after: Int
        /// Whether all later calls fail, too.
        public var isLasting: Bool
        /// The reason for the error.
        public var code: SystemError.Code
        /// The kind of calls that are counted and fail, or `nil` for all kinds.
        public var call: SystemError.Call?

        /// Creates a fault.
        public init(
            after: Int, isLasting: Bool = false, code: SystemError.Code = .inputOutput,
            call: SystemError.Call? = nil
        ) {
            self.after = after
            self.isLasting = isLasting
            self.code = code
            self.call = call
        }
    }

    private let base: any FileSystem
    private let interruption = Mutex<Interruption?>(nil)
    private let state: Mutex<(fault: Fault?, calls: Int, hits: Int)>

    /// Wraps `base`. If `fault` is `nil`, no call fails.
    public init(_ base: any FileSystem, _ fault: Fault? = nil) {
        self.base = base
        state = Mutex((fault, 0, 0))
    }

    /// The number of calls that failed because of the fault.
    public var hits: Int { state.withLock { $0.hits } }

    /// The number of counted calls.
    public var calls: Int { state.withLock { $0.calls } }

    /// Sets another fault, or none, and resets the counters.
    public func set(_ fault: Fault?) { state.withLock { $0 = (fault, 0, 0) } }

    private func fails(_ call: SystemError.Call) -> SystemError.Code? {
        state.withLock { state in
            guard let fault = state.fault, fault.call == nil || fault.call == call else { return nil }
            state.calls += 1
            let isDue = fault.isLasting ? state.calls > fault.after : state.calls == fault.after + 1
            if isDue { state.hits += 1 }
            return isDue ? fault.code : nil
        }
    }

    private struct Interruption: Sendable {
        var call: SystemError.Call
        /// The number of calls of this kind to make first.
        var remaining: Int
        var action: @Sendable () -> Void
    }

    /// Calls a closure once, immediately before a system call, to act as another program.
    ///
    /// - Parameters:
    ///   - call: The kind of call.
    ///   - count: The number of calls of this kind to make first.
    ///   - action: The closure.
    public func interrupt(
        _ call: SystemError.Call, after count: Int = 0, by action: @escaping @Sendable () -> Void
    ) {
        interruption.withLock { $0 = Interruption(call: call, remaining: count, action: action) }
    }

    /// Whether the closure of ``interrupt(_:after:by:)`` hasn't been called yet.
    public var isInterruptionDue: Bool { interruption.withLock { $0 != nil } }

    private func step(_ call: SystemError.Call, _ path: String = "the file") throws(SystemError) {
        let action = interruption.withLock { interruption -> (@Sendable () -> Void)? in
            guard let due = interruption, due.call == call else { return nil }
            if due.remaining > 0 {
                interruption?.remaining -= 1
                return nil
            }
            interruption = nil
            return due.action
        }
        action?()
        if let code = fails(call) { throw SystemError(code, call, path) }
    }

    /// Opens a file.
    public func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        try step(.open, path)
        return try base.open(path, options)
    }

    /// Closes a file.
    public func close(_ file: FileDescriptor) { base.close(file) }

    /// Returns the status of an open file.
    public func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try step(.open)
        return try base.status(of: file)
    }

    /// Returns the number of hard links of an open file.
    public func linkCount(of file: FileDescriptor) throws(SystemError) -> Int {
        try base.linkCount(of: file)
    }

    /// Returns the status of the file at a path.
    public func status(at path: String) throws(SystemError) -> FileStatus? {
        try step(.open, path)
        return try base.status(at: path)
    }

    /// Returns the target of a symbolic link.
    public func destination(ofLink path: String) throws(SystemError) -> String? {
        try step(.open, path)
        return try base.destination(ofLink: path)
    }

    /// Reads bytes.
    public func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try step(.read)
        return try base.read(file, at: offset, count: count)
    }

    /// Writes bytes.
    public func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        if let code = fails(.write) {
            // Write half of the bytes, like a disk that fails in the middle.
            try base.write(bytes.extracting(0..<bytes.byteCount / 2), to: file, at: offset)
            throw SystemError(code, .write, "the file")
        }
        try base.write(bytes, to: file, at: offset)
    }

    /// Changes the size of a file.
    public func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try step(.write)
        try base.truncate(file, to: size)
    }

    /// Syncs a file.
    public func sync(_ file: FileDescriptor) throws(SystemError) {
        try step(.sync)
        try base.sync(file)
    }

    /// Syncs a folder.
    public func syncFolder(_ path: String) throws(SystemError) {
        try step(.sync, path)
        try base.syncFolder(path)
    }

    /// Renames a file.
    public func rename(_ path: String, to target: String) throws(SystemError) {
        try step(.rename, target)
        try base.rename(path, to: target)
    }

    /// Renames a file if the new name is unused.
    public func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try step(.rename, name)
        return try base.rename(path, toFree: name)
    }

    /// Exchanges the names of two files.
    public func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        try step(.rename, other)
        return try base.exchange(path, with: other)
    }

    /// Removes a file.
    public func remove(_ path: String) throws(SystemError) {
        try step(.remove, path)
        try base.remove(path)
    }

    /// Creates a folder.
    public func makeFolder(_ path: String) throws(SystemError) {
        try step(.makeFolder, path)
        try base.makeFolder(path)
    }

    /// Returns the names in a folder.
    public func names(in folder: String) throws(SystemError) -> [String] {
        try step(.open, folder)
        return try base.names(in: folder)
    }

    /// Returns the access rights of a file or folder.
    public func access(of path: String) throws(SystemError) -> FileAccess? {
        try step(.open, path)
        return try base.access(of: path)
    }

    /// Returns why a file or folder can't be written.
    public func refusalToWrite(_ path: String) -> SystemError.Code? { base.refusalToWrite(path) }

    /// Sets the access rights of a file or folder.
    public func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        try step(.write, path)
        try base.setAccess(access, of: path)
    }

    /// Tries to lock an open file.
    public func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try step(.lock)
        return try base.lock(file)
    }

    /// Releases the lock.
    public func unlock(_ file: FileDescriptor) { base.unlock(file) }
}
