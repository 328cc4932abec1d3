package import LootFiles
import Synchronization

/// An in-memory file system that can simulate a power failure after any call. Afterwards, unsynced data is only
/// partially there, torn and reordered, as on the worst disks. Names are lost unless their folder was synced.
///
/// ```swift
/// let files = ModelFileSystem(cutAfter: 7)
/// try? save(on: files)
/// let restarted = files.restarted(using: &random)
/// ```
package final class ModelFileSystem: FileSystem {
    fileprivate struct Handle {
        var node: UInt64
        var path: String
        var isWritable: Bool
    }

    fileprivate struct State {
        var medium = ModelMedium()
        var handles: [FileDescriptor: Handle] = [:]
        var locks: [UInt64: FileDescriptor] = [:]
        var nextHandle: Int32 = 3
        var steps = 0
        var cut: Int?
        var capacity: Int?
    }

    private let state: Mutex<State>
    private let exchanges: Bool

    /// Creates an empty file system.
    ///
    /// - Parameters:
    ///   - cut: The number of modifying calls before the power fails, or `nil` for no limit.
    ///   - capacity: The capacity in bytes, or `nil` for no limit.
    ///   - exchanges: Whether two files can exchange their names.
    package init(cutAfter cut: Int? = nil, capacity: Int? = nil, exchanges: Bool = true) {
        self.exchanges = exchanges
        var state = State()
        state.cut = cut
        state.capacity = capacity
        self.state = Mutex(state)
    }

    /// The number of modifying calls.
    package var steps: Int { state.withLock { $0.steps } }

    /// The total size of all files in bytes.
    package var used: Int { state.withLock { $0.medium.used } }

    /// Sets new limits and resets the number of modifying calls. The files are kept.
    package func limit(cutAfter cut: Int? = nil, capacity: Int? = nil) {
        state.withLock { state in
            state.steps = 0
            state.cut = cut
            state.capacity = capacity
        }
    }

    /// The paths of all files.
    package var paths: Set<String> { state.withLock { Set($0.medium.names.keys) } }

    /// The content of a file, or `nil` if it doesn't exist.
    package subscript(path: String) -> [UInt8]? {
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
    package func flipByte(of path: String, at offset: Int) {
        state.withLock { state in
            guard let node = state.medium.names[path] else { return }
            state.medium.nodes[node]?.bytes[offset] ^= 0x01
        }
    }

    /// Returns a possible state of the file system after a power failure now, without limits.
    package func restarted(using random: inout some RandomNumberGenerator) -> ModelFileSystem {
        let result = ModelFileSystem(exchanges: exchanges)
        let medium = state.withLock { $0.medium }.afterPowerCut(using: &random)
        result.state.withLock { $0.medium = medium }
        return result
    }

    /// Returns the file system after all processes were killed. Everything that was written is there.
    package func withoutProcesses() -> ModelFileSystem {
        let result = ModelFileSystem(exchanges: exchanges)
        let medium = state.withLock { $0.medium }
        result.state.withLock { $0.medium = medium }
        return result
    }

    private func change<Result>(
        _ call: SystemError.Call, _ path: String, _ body: (inout State) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            if let cut = state.cut, state.steps >= cut { throw SystemError(.inputOutput, call, path) }
            state.steps += 1
            return try body(&state)
        }
    }

    private func look<Result>(
        _ call: SystemError.Call, _ path: String, _ body: (inout State) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try state.withLock { state throws(SystemError) in
            if let cut = state.cut, state.steps >= cut { throw SystemError(.inputOutput, call, path) }
            return try body(&state)
        }
    }

    package func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> FileDescriptor {
        let isThere = state.withLock { $0.medium.names[path] != nil }
        let body: (inout State) throws(SystemError) -> FileDescriptor = { state throws(SystemError) in
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
            state.handles[file] = Handle(node: node, path: path, isWritable: options.contains(.write))
            return file
        }
        return isThere ? try look(.open, path, body) : try change(.open, path, body)
    }

    package func close(_ file: FileDescriptor) {
        state.withLock { state in
            if let node = state.handles[file]?.node, state.locks[node] == file { state.locks[node] = nil }
            state.handles[file] = nil
            let alive = Set(state.handles.values.map(\.node)).union(state.medium.names.values)
                .union(state.medium.syncedNames.values)
            for node in state.medium.nodes.keys where !alive.contains(node) { state.medium.nodes[node] = nil }
        }
    }

    package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try look(.open, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let status = state.status(node) else {
                throw SystemError(.other(9), .open, "a closed file")
            }
            return status
        }
    }

    package func status(at path: String) throws(SystemError) -> FileStatus? {
        try look(.open, path) { state in
            if path == "." || path == "/" {
                return FileStatus(kind: .folder, size: 0, node: 0, modified: 0, changed: 0)
            }
            return state.medium.names[path].flatMap { state.status($0) }
        }
    }

    package func destination(ofLink path: String) throws(SystemError) -> String? { nil }

    package func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try look(.read, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let bytes = state.medium.nodes[node]?.bytes else {
                throw SystemError(.other(9), .read, "a closed file")
            }
            return Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    package func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
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

    package func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try change(.write, "an open file") { state throws(SystemError) in
            state.medium.change(try state.writable(file), .size(size))
        }
    }

    package func sync(_ file: FileDescriptor) throws(SystemError) {
        try change(.sync, "an open file") { state in
            if let node = state.handles[file]?.node { state.medium.sync(node) }
        }
    }

    package func syncFolder(_ path: String) throws(SystemError) {
        try change(.sync, path) { state in state.medium.syncFolder(path) }
    }

    package func rename(_ path: String, to target: String) throws(SystemError) {
        try change(.rename, target) { state throws(SystemError) in try state.rename(path, to: target) }
    }

    package func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try change(.rename, name) { state throws(SystemError) in
            if state.medium.names[name] != nil { return false }
            try state.rename(path, to: name)
            return true
        }
    }

    package func exchange(_ path: String, with other: String) throws(SystemError) -> Bool {
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

    package func remove(_ path: String) throws(SystemError) {
        try change(.remove, path) { state in
            if state.medium.names.removeValue(forKey: path) != nil {
                state.medium.pendingNames.append(.remove(path))
            }
        }
    }

    package func makeFolder(_ path: String) throws(SystemError) {
        try change(.makeFolder, path) { state throws(SystemError) in
            if let node = state.medium.names[path] {
                if state.medium.nodes[node]?.isFolder == true { return }
                throw SystemError(.exists, .makeFolder, path)
            }
            try state.checkFolder(of: path, .makeFolder)
            _ = state.medium.make(path, permissions: 0o700, isFolder: true)
        }
    }

    package func names(in folder: String) throws(SystemError) -> [String] {
        try look(.open, folder) { state in
            state.medium.names.keys.filter { FilePath.folder(of: $0) == folder }.map(FilePath.name)
        }
    }

    package func access(of path: String) throws(SystemError) -> FileAccess? {
        try look(.open, path) { state in
            state.medium.names[path].flatMap { state.medium.nodes[$0] }.map {
                FileAccess(permissions: $0.permissions)
            }
        }
    }

    /// Checks the owner's permissions. All processes run as the owner of the files.
    package func refusalToWrite(_ path: String) -> SystemError.Code? {
        state.withLock { state in
            let node = state.medium.names[path].flatMap { state.medium.nodes[$0] }
            return node.map { $0.permissions & 0o200 == 0 } ?? false ? .denied : nil
        }
    }

    package func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        try change(.write, path) { state throws(SystemError) in
            guard let node = state.medium.names[path] else { throw SystemError(.notFound, .write, path) }
            state.medium.nodes[node]?.permissions = access.permissions
        }
    }

    package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try look(.lock, "an open file") { state throws(SystemError) in
            let node = try state.writable(file)
            if let holder = state.locks[node], holder != file { return false }
            state.locks[node] = file
            return true
        }
    }

    package func unlock(_ file: FileDescriptor) {
        state.withLock { state in
            if let node = state.handles[file]?.node, state.locks[node] == file { state.locks[node] = nil }
        }
    }
}

extension ModelFileSystem.State {
    fileprivate mutating func rename(_ path: String, to target: String) throws(SystemError) {
        try checkFolder(of: target, .rename)
        guard let node = medium.names.removeValue(forKey: path) else {
            throw SystemError(.notFound, .rename, path)
        }
        medium.names[target] = node
        medium.time += 1000
        medium.nodes[node]?.changed = medium.time
        medium.pendingNames.append(.rename(path, to: target, node))
    }

    fileprivate func status(_ node: UInt64) -> FileStatus? {
        medium.nodes[node].map {
            FileStatus(
                kind: $0.isFolder ? .folder : .regular, size: $0.bytes.count, node: node,
                modified: $0.modified,
                changed: $0.changed)
        }
    }

    /// Throws if the folder of a path doesn't exist. The working folder always exists.
    fileprivate func checkFolder(of path: String, _ call: SystemError.Call) throws(SystemError) {
        let folder = FilePath.folder(of: path)
        if folder == "." || folder == "/" { return }
        guard let node = medium.names[folder] else { throw SystemError(.notFound, call, path) }
        if medium.nodes[node]?.isFolder != true { throw SystemError(.notFolder, call, path) }
    }

    fileprivate func writable(_ file: FileDescriptor) throws(SystemError) -> UInt64 {
        guard let handle = handles[file], handle.isWritable else {
            throw SystemError(.other(9), .write, "a closed file")
        }
        return handle.node
    }
}
