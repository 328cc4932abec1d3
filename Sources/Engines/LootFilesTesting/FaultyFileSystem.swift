package import LootFiles
import Synchronization

/// Another file system, one of whose calls fails: the Nth, once or from then on.
package final class FaultyFileSystem: FileSystem {
    /// Which call fails, and how.
    package struct Fault: Hashable, Sendable {
        /// How many calls succeed before.
        package var after: Int
        /// Whether all later calls fail too.
        package var isLasting: Bool
        /// With what.
        package var code: SystemError.Code
        /// The kind of calls that count and fail; nil for every kind.
        package var call: SystemError.Call?

        /// A fault.
        package init(
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

    /// `base` with a fault; nil for none yet.
    package init(_ base: any FileSystem, _ fault: Fault? = nil) {
        self.base = base
        state = Mutex((fault, 0, 0))
    }

    /// How many calls failed that would not have.
    package var hits: Int { state.withLock { $0.hits } }

    /// How many calls were made that count.
    package var calls: Int { state.withLock { $0.calls } }

    /// Begins to count again, toward another fault or none.
    package func set(_ fault: Fault?) { state.withLock { $0 = (fault, 0, 0) } }

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
        /// How many calls of this kind come before.
        var remaining: Int
        var action: @Sendable () -> Void
    }

    /// Calls a closure once, right before a call of a kind, to act as another program.
    ///
    /// - Parameters:
    ///   - call: The kind of call.
    ///   - count: How many calls of this kind come before.
    ///   - action: The closure.
    package func interrupt(
        _ call: SystemError.Call, after count: Int = 0, by action: @escaping @Sendable () -> Void
    ) {
        interruption.withLock { $0 = Interruption(call: call, remaining: count, action: action) }
    }

    /// Whether the closure of ``interrupt(_:after:by:)`` is yet to be called.
    package var isInterruptionDue: Bool { interruption.withLock { $0 != nil } }

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

    /// See ``/LootFiles/FileSystem/open(_:_:)``.
    package func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        try step(.open, path)
        return try base.open(path, options)
    }

    /// See ``/LootFiles/FileSystem/close(_:)``.
    package func close(_ file: FileDescriptor) { base.close(file) }

    /// See ``/LootFiles/FileSystem/status(of:)``.
    package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try step(.open)
        return try base.status(of: file)
    }

    /// See ``/LootFiles/FileSystem/linkCount(of:)``.
    package func linkCount(of file: FileDescriptor) throws(SystemError) -> Int {
        try base.linkCount(of: file)
    }

    /// See ``/LootFiles/FileSystem/status(at:)``.
    package func status(at path: String) throws(SystemError) -> FileStatus? {
        try step(.open, path)
        return try base.status(at: path)
    }

    /// See ``/LootFiles/FileSystem/destination(ofLink:)``.
    package func destination(ofLink path: String) throws(SystemError) -> String? {
        try step(.open, path)
        return try base.destination(ofLink: path)
    }

    /// See ``/LootFiles/FileSystem/read(_:at:count:)``.
    package func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try step(.read)
        return try base.read(file, at: offset, count: count)
    }

    /// See ``/LootFiles/FileSystem/write(_:to:at:)``.
    package func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        if let code = fails(.write) {
            // Half of it arrives, as with a medium that fails in between.
            try base.write(bytes.extracting(0..<bytes.byteCount / 2), to: file, at: offset)
            throw SystemError(code, .write, "the file")
        }
        try base.write(bytes, to: file, at: offset)
    }

    /// See ``/LootFiles/FileSystem/truncate(_:to:)``.
    package func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try step(.write)
        try base.truncate(file, to: size)
    }

    /// See ``/LootFiles/FileSystem/sync(_:)``.
    package func sync(_ file: FileDescriptor) throws(SystemError) {
        try step(.sync)
        try base.sync(file)
    }

    /// See ``/LootFiles/FileSystem/syncFolder(_:)``.
    package func syncFolder(_ path: String) throws(SystemError) {
        try step(.sync, path)
        try base.syncFolder(path)
    }

    /// See ``/LootFiles/FileSystem/rename(_:to:)``.
    package func rename(_ path: String, to target: String) throws(SystemError) {
        try step(.rename, target)
        try base.rename(path, to: target)
    }

    /// See ``/LootFiles/FileSystem/rename(_:toFree:)``.
    package func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try step(.rename, name)
        return try base.rename(path, toFree: name)
    }

    /// See ``/LootFiles/FileSystem/exchange(_:with:)``.
    package func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        try step(.rename, other)
        return try base.exchange(path, with: other)
    }

    /// See ``/LootFiles/FileSystem/remove(_:)``.
    package func remove(_ path: String) throws(SystemError) {
        try step(.remove, path)
        try base.remove(path)
    }

    /// See ``/LootFiles/FileSystem/makeFolder(_:)``.
    package func makeFolder(_ path: String) throws(SystemError) {
        try step(.makeFolder, path)
        try base.makeFolder(path)
    }

    /// See ``/LootFiles/FileSystem/names(in:)``.
    package func names(in folder: String) throws(SystemError) -> [String] {
        try step(.open, folder)
        return try base.names(in: folder)
    }

    /// See ``/LootFiles/FileSystem/access(of:)``.
    package func access(of path: String) throws(SystemError) -> FileAccess? {
        try step(.open, path)
        return try base.access(of: path)
    }

    /// See ``/LootFiles/FileSystem/refusalToWrite(_:)``.
    package func refusalToWrite(_ path: String) -> SystemError.Code? { base.refusalToWrite(path) }

    /// See ``/LootFiles/FileSystem/setAccess(_:of:)``.
    package func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        try step(.write, path)
        try base.setAccess(access, of: path)
    }

    /// See ``/LootFiles/FileSystem/lock(_:)``.
    package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try step(.lock)
        return try base.lock(file)
    }

    /// See ``/LootFiles/FileSystem/unlock(_:)``.
    package func unlock(_ file: FileDescriptor) { base.unlock(file) }
}
