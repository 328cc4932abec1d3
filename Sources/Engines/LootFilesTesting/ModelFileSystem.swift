public import LootFiles
import Synchronization

/// An in-memory file system that can simulate a power failure after any call. Afterwards, unsynced data is only
/// partially there, torn and reordered, as on the worst disks. Names are lost unless their folder was synced.
///
/// ```swift
/// let files = ModelFileSystem(cutAfter: 7)
/// try? save(on: files)
/// let restarted = files.restarted(using: &random)
/// ```
public final class ModelFileSystem: FileSystem {
    private let state: Mutex<ModelState>
    private let exchanges: Bool

    /// Creates an empty file system.
    ///
    /// - Parameters:
    ///   - cut: The number of modifying calls before the power fails, or `nil` for no limit.
    ///   - capacity: The capacity in bytes, or `nil` for no limit.
    ///   - exchanges: Whether two files can exchange their names.
    public init(cutAfter cut: Int? = nil, capacity: Int? = nil, exchanges: Bool = true) {
        self.exchanges = exchanges
        var state = ModelState()
        state.cut = cut
        state.capacity = capacity
        self.state = Mutex(state)
    }

    /// The number of modifying calls.
    public var steps: Int { state.withLock { $0.steps } }

    /// The total size of all files in bytes.
    public var used: Int { state.withLock { $0.medium.used } }

    /// Sets new limits and resets the number of modifying calls. The files are kept.
    public func limit(cutAfter cut: Int? = nil, capacity: Int? = nil) {
        state.withLock { state in
            state.steps = 0
            state.cut = cut
            state.capacity = capacity
        }
    }

    /// The paths of all files and folders.
    public var paths: Set<String> { state.withLock { Set($0.medium.names.keys) } }

    /// The content of a file, or `nil` if it doesn't exist.
    public subscript(path: String) -> [UInt8]? {
        get { state.withLock { state in state.medium.names[path].flatMap { state.medium.nodes[$0]?.bytes } } }
        set {
            state.withLock { state in
                state.medium.names[path] = nil
                state.medium.makeFolders(FilePath.folder(of: path))
                if let newValue {
                    let node = state.medium.make(path, permissions: 0o644)
                    state.medium.change(node, .bytes(newValue, at: 0))
                    state.medium.sync(node)
                }
                state.medium.syncFolder(FilePath.folder(of: path))
            }
        }
    }

    /// Flips a bit of a file, like a failing disk. Its size and times are unchanged.
    public func flipByte(of path: String, at offset: Int) {
        state.withLock { state in
            guard let node = state.medium.names[path] else { return }
            state.medium.nodes[node]?.bytes[offset] ^= 0x01
        }
    }

    /// Returns a possible state of the file system if the power failed now, without the limits.
    public func restarted(using random: inout some RandomNumberGenerator) -> ModelFileSystem {
        let result = ModelFileSystem(exchanges: exchanges)
        let medium = state.withLock { $0.medium }.afterPowerCut(using: &random)
        result.state.withLock { $0.medium = medium }
        return result
    }

    /// Returns the file system after all processes were killed. Everything that was written is there.
    public func withoutProcesses() -> ModelFileSystem {
        let result = ModelFileSystem(exchanges: exchanges)
        let medium = state.withLock { $0.medium }
        result.state.withLock { $0.medium = medium }
        return result
    }

    private func change<Result>(
        _ call: SystemError.Call, _ path: String, _ body: (inout ModelState) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            if let cut = state.cut, state.steps >= cut { throw SystemError(.inputOutput, call, path) }
            state.steps += 1
            return try body(&state)
        }
    }

    private func look<Result>(
        _ call: SystemError.Call, _ path: String, _ body: (inout ModelState) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            if let cut = state.cut, state.steps >= cut { throw SystemError(.inputOutput, call, path) }
            return try body(&state)
        }
    }

    /// Opens a file.
    public func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        let isThere = state.withLock { $0.medium.names[path] != nil }
        let body: (inout ModelState) throws(SystemError) -> FileDescriptor = { state throws(SystemError) in
            var node = state.medium.names[path]
            if node == nil, options.contains(.create) {
                try state.checkFolder(of: path, .open)
                node = state.medium.make(path, permissions: 0o600)
            }
            guard let node else { throw SystemError(.notFound, .open, path) }
            if options.contains(.write), (state.medium.nodes[node]?.permissions ?? 0) & 0o200 == 0 {
                throw SystemError(.denied, .open, path)
            }
            let file = FileDescriptor(rawValue: state.nextHandle)
            state.nextHandle += 1
            state.handles[file] = ModelState.Handle(
                node: node, path: path, isWritable: options.contains(.write))
            return file
        }
        return isThere ? try look(.open, path, body) : try change(.open, path, body)
    }

    /// Closes a file.
    public func close(_ file: FileDescriptor) {
        state.withLock { state in
            if let node = state.handles[file]?.node, state.locks[node] == file { state.locks[node] = nil }
            state.handles[file] = nil
            let alive = Set(state.handles.values.map(\.node)).union(state.medium.names.values)
                .union(state.medium.syncedNames.values)
            for node in state.medium.nodes.keys where !alive.contains(node) { state.medium.nodes[node] = nil }
        }
    }

    /// Returns the status of an open file.
    public func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try look(.open, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let status = state.status(node) else {
                throw SystemError(.other(9), .open, "a closed file")
            }
            return status
        }
    }

    /// Returns the status of the file at a path.
    public func status(at path: String) throws(SystemError) -> FileStatus? {
        try look(.open, path) { state in
            if path == "." || path == "/" {
                return FileStatus(kind: .folder, size: 0, node: 0, modified: 0, changed: 0)
            }
            return state.medium.names[path].flatMap { state.status($0) }
        }
    }

    /// Returns the target of a symbolic link.
    public func destination(ofLink path: String) throws(SystemError) -> String? { nil }

    /// Reads bytes.
    public func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try look(.read, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let bytes = state.medium.nodes[node]?.bytes else {
                throw SystemError(.other(9), .read, "a closed file")
            }
            return Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    /// Writes bytes.
    public func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        let array = bytes.withUnsafeBytes { Array($0) }  // `Array` can't be created from a span yet.
        try change(.write, "an open file") { state throws(SystemError) in
            let node = try state.writable(file)
            let size = state.medium.nodes[node]?.bytes.count ?? 0
            let growth = max(0, offset + array.count - size)
            guard let capacity = state.capacity, state.medium.used + growth > capacity else {
                return state.medium.change(node, .bytes(array, at: offset))
            }
            let excess = state.medium.used + growth - capacity
            if excess < array.count {
                state.medium.change(node, .bytes(Array(array.dropLast(excess)), at: offset))
            }
            throw SystemError(.noSpace, .write, state.handles[file]?.path ?? "")
        }
    }

    /// Changes the size of a file.
    public func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try change(.write, "an open file") { state throws(SystemError) in
            state.medium.change(try state.writable(file), .size(size))
        }
    }

    /// Syncs a file.
    public func sync(_ file: FileDescriptor) throws(SystemError) {
        try change(.sync, "an open file") { state in
            if let node = state.handles[file]?.node { state.medium.sync(node) }
        }
    }

    /// Syncs a folder.
    public func syncFolder(_ path: String) throws(SystemError) {
        try change(.sync, path) { state in state.medium.syncFolder(path) }
    }

    /// Renames a file.
    public func rename(_ path: String, to target: String) throws(SystemError) {
        try change(.rename, target) { state throws(SystemError) in try state.rename(path, to: target) }
    }

    /// Renames a file if the new name is unused.
    public func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try change(.rename, name) { state throws(SystemError) in
            if state.medium.names[name] != nil { return false }
            try state.rename(path, to: name)
            return true
        }
    }

    /// Exchanges the names of two files.
    public func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
        guard exchanges else { return false }
        return try change(.rename, other) { state throws(SystemError) in
            guard let node = state.medium.names[path], let replaced = state.medium.names[other] else {
                throw SystemError(.notFound, .rename, other)
            }
            (state.medium.names[path], state.medium.names[other]) = (replaced, node)
            state.medium.time += 1000
            for node in [node, replaced] { state.medium.nodes[node]?.changed = state.medium.time }
            state.medium.pendingNames += [.rename(path, to: other, node), .name(path, replaced)]
            return true
        }
    }

    /// Removes a file.
    public func remove(_ path: String) throws(SystemError) {
        try change(.remove, path) { state in
            if state.medium.names.removeValue(forKey: path) != nil {
                state.medium.pendingNames.append(.remove(path))
            }
        }
    }

    /// Creates a folder.
    public func makeFolder(_ path: String) throws(SystemError) {
        try change(.makeFolder, path) { state throws(SystemError) in
            if let node = state.medium.names[path] {
                if state.medium.nodes[node]?.isFolder == true { return }
                throw SystemError(.exists, .makeFolder, path)
            }
            try state.checkFolder(of: path, .makeFolder)
            _ = state.medium.make(path, permissions: 0o700, isFolder: true)
        }
    }

    /// Returns the names in a folder.
    public func names(in folder: String) throws(SystemError) -> [String] {
        try look(.open, folder) { state in
            state.medium.names.keys.filter { FilePath.folder(of: $0) == folder }.map(FilePath.name)
        }
    }

    /// Returns the access rights of a file or folder.
    public func access(of path: String) throws(SystemError) -> FileAccess? {
        try look(.open, path) { state in
            state.medium.names[path].flatMap { state.medium.nodes[$0] }.map {
                FileAccess(permissions: $0.permissions)
            }
        }
    }

    /// Checks the owner's permissions. All processes run as the owner of the files.
    public func refusalToWrite(_ path: String) -> SystemError.Code? {
        state.withLock { state in
            let node = state.medium.names[path].flatMap { state.medium.nodes[$0] }
            return node.map { $0.permissions & 0o200 == 0 } ?? false ? .denied : nil
        }
    }

    /// Sets the access rights of a file or folder.
    public func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        try change(.write, path) { state throws(SystemError) in
            guard let node = state.medium.names[path] else { throw SystemError(.notFound, .write, path) }
            state.medium.nodes[node]?.permissions = access.permissions
        }
    }

    /// Tries to lock an open file.
    public func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try look(.lock, "an open file") { state throws(SystemError) in
            let node = try state.writable(file)
            if let holder = state.locks[node], holder != file { return false }
            state.locks[node] = file
            return true
        }
    }

    /// Releases the lock.
    public func unlock(_ file: FileDescriptor) {
        state.withLock { state in
            if let node = state.handles[file]?.node, state.locks[node] == file { state.locks[node] = nil }
        }
    }
}
