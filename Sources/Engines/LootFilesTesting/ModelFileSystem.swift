package import LootFiles
import Synchronization

/// A file system in memory whose power can be cut after any call. What was not synced is then there in part, torn
/// and in another order, as the worst media do it; names are lost unless their folder was synced.
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

    /// An empty file system.
    ///
    /// - Parameters:
    ///   - cut: how many changing calls it makes before the power fails; nil for as many as there are.
    ///   - capacity: how many bytes it has room for; nil for as many as there are.
    ///   - exchanges: whether two files can change places.
    package init(cutAfter cut: Int? = nil, capacity: Int? = nil, exchanges: Bool = true) {
        self.exchanges = exchanges
        var state = State()
        state.cut = cut
        state.capacity = capacity
        self.state = Mutex(state)
    }

    /// How many changing calls were made.
    package var steps: Int { state.withLock { $0.steps } }

    /// How many bytes the files hold.
    package var used: Int { state.withLock { $0.medium.used } }

    /// Gives it other limits and counts changing calls anew; what it holds stays.
    package func limit(cutAfter cut: Int? = nil, capacity: Int? = nil) {
        state.withLock { state in
            state.steps = 0
            state.cut = cut
            state.capacity = capacity
        }
    }

    /// The names of all files.
    package var paths: Set<String> { state.withLock { Set($0.medium.names.keys) } }

    /// The content of a file, nil if it is not there.
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

    /// Changes a byte of a file as a failing medium does: size and times stay the same.
    package func flipByte(of path: String, at offset: Int) {
        state.withLock { state in
            guard let node = state.medium.names[path] else { return }
            state.medium.nodes[node]?.bytes[offset] ^= 0x01
        }
    }

    /// The file system as it may be found after a power cut now, with power again and without limits.
    package func restarted(using random: inout some RandomNumberGenerator) -> ModelFileSystem {
        let result = ModelFileSystem(exchanges: exchanges)
        let medium = state.withLock { $0.medium }.afterPowerCut(using: &random)
        result.state.withLock { $0.medium = medium }
        return result
    }

    /// The file system as every process leaves it that is killed: all that was written is there.
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

    /// See ``/LootFiles/FileSystem/open(_:_:)``.
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

    /// See ``/LootFiles/FileSystem/close(_:)``.
    package func close(_ file: FileDescriptor) {
        state.withLock { state in
            if let node = state.handles[file]?.node, state.locks[node] == file { state.locks[node] = nil }
            state.handles[file] = nil
            let alive = Set(state.handles.values.map(\.node)).union(state.medium.names.values)
                .union(state.medium.syncedNames.values)
            for node in state.medium.nodes.keys where !alive.contains(node) { state.medium.nodes[node] = nil }
        }
    }

    /// See ``/LootFiles/FileSystem/status(of:)``.
    package func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try look(.open, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let status = state.status(node) else {
                throw SystemError(.other(9), .open, "a closed file")
            }
            return status
        }
    }

    /// See ``/LootFiles/FileSystem/status(at:)``.
    package func status(at path: String) throws(SystemError) -> FileStatus? {
        try look(.open, path) { state in
            if path == "." || path == "/" {
                return FileStatus(kind: .folder, size: 0, node: 0, modified: 0, changed: 0)
            }
            return state.medium.names[path].flatMap { state.status($0) }
        }
    }

    /// See ``/LootFiles/FileSystem/destination(ofLink:)``.
    package func destination(ofLink path: String) throws(SystemError) -> String? { nil }

    /// See ``/LootFiles/FileSystem/read(_:at:count:)``.
    package func read(_ file: FileDescriptor, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try look(.read, "an open file") { state throws(SystemError) in
            guard let node = state.handles[file]?.node, let bytes = state.medium.nodes[node]?.bytes else {
                throw SystemError(.other(9), .read, "a closed file")
            }
            return Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    /// See ``/LootFiles/FileSystem/write(_:to:at:)``.
    package func write(_ bytes: RawSpan, to file: FileDescriptor, at offset: Int) throws(SystemError) {
        let array = bytes.withUnsafeBytes { Array($0) }  // an array takes no span yet
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

    /// See ``/LootFiles/FileSystem/truncate(_:to:)``.
    package func truncate(_ file: FileDescriptor, to size: Int) throws(SystemError) {
        try change(.write, "an open file") { state throws(SystemError) in
            state.medium.change(try state.writable(file), .size(size))
        }
    }

    /// See ``/LootFiles/FileSystem/sync(_:)``.
    package func sync(_ file: FileDescriptor) throws(SystemError) {
        try change(.sync, "an open file") { state in
            if let node = state.handles[file]?.node { state.medium.sync(node) }
        }
    }

    /// See ``/LootFiles/FileSystem/syncFolder(_:)``.
    package func syncFolder(_ path: String) throws(SystemError) {
        try change(.sync, path) { state in state.medium.syncFolder(path) }
    }

    /// See ``/LootFiles/FileSystem/rename(_:to:)``.
    package func rename(_ path: String, to target: String) throws(SystemError) {
        try change(.rename, target) { state throws(SystemError) in try state.rename(path, to: target) }
    }

    /// See ``/LootFiles/FileSystem/rename(_:toFree:)``.
    package func rename(_ path: String, toFree name: String) throws(SystemError) -> Bool {
        try change(.rename, name) { state throws(SystemError) in
            if state.medium.names[name] != nil { return false }
            try state.rename(path, to: name)
            return true
        }
    }

    /// See ``/LootFiles/FileSystem/exchange(_:with:)``.
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

    /// See ``/LootFiles/FileSystem/remove(_:)``.
    package func remove(_ path: String) throws(SystemError) {
        try change(.remove, path) { state in
            if state.medium.names.removeValue(forKey: path) != nil {
                state.medium.pendingNames.append(.remove(path))
            }
        }
    }

    /// See ``/LootFiles/FileSystem/makeFolder(_:)``.
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

    /// See ``/LootFiles/FileSystem/names(in:)``.
    package func names(in folder: String) throws(SystemError) -> [String] {
        try look(.open, folder) { state in
            state.medium.names.keys.filter { FilePath.folder(of: $0) == folder }.map(FilePath.name)
        }
    }

    /// See ``/LootFiles/FileSystem/access(of:)``.
    package func access(of path: String) throws(SystemError) -> FileAccess? {
        try look(.open, path) { state in
            state.medium.names[path].flatMap { state.medium.nodes[$0] }.map {
                FileAccess(permissions: $0.permissions)
            }
        }
    }

    /// See ``/LootFiles/FileSystem/refusalToWrite(_:)``. Every process is that of the files' owner.
    package func refusalToWrite(_ path: String) -> SystemError.Code? {
        state.withLock { state in
            let node = state.medium.names[path].flatMap { state.medium.nodes[$0] }
            return node.map { $0.permissions & 0o200 == 0 } ?? false ? .denied : nil
        }
    }

    /// See ``/LootFiles/FileSystem/setAccess(_:of:)``.
    package func setAccess(_ access: FileAccess, of path: String) throws(SystemError) {
        try change(.write, path) { state throws(SystemError) in
            guard let node = state.medium.names[path] else { throw SystemError(.notFound, .write, path) }
            state.medium.nodes[node]?.permissions = access.permissions
        }
    }

    /// See ``/LootFiles/FileSystem/lock(_:)``.
    package func lock(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try look(.lock, "an open file") { state throws(SystemError) in
            let node = try state.writable(file)
            if let holder = state.locks[node], holder != file { return false }
            state.locks[node] = file
            return true
        }
    }

    /// See ``/LootFiles/FileSystem/unlock(_:)``.
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

    /// The working folder is always there; any other has to be made.
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
