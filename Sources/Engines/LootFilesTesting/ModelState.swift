import LootFiles

/// The state of a model file system: the medium, open files and locks.
struct ModelState {
    /// An open file.
    struct Handle {
        var node: UInt64
        var path: String
        var isWritable: Bool
    }

    var medium = ModelMedium()
    var handles: [FileDescriptor: Handle] = [:]
    var locks: [UInt64: FileDescriptor] = [:]
    var nextHandle: Int32 = 3
    var steps = 0
    var cut: Int?
    var capacity: Int?

    mutating func rename(_ path: String, to target: String) throws(SystemError) {
        try checkFolder(of: target, .rename)
        guard let node = medium.names.removeValue(forKey: path) else {
            throw SystemError(.notFound, .rename, path)
        }
        medium.names[target] = node
        medium.time += 1000
        medium.nodes[node]?.changed = medium.time
        medium.pendingNames.append(.rename(path, to: target, node))
    }

    func status(_ node: UInt64) -> FileStatus? {
        medium.nodes[node].map {
            FileStatus(
                kind: $0.isFolder ? .folder : .regular, size: $0.bytes.count, node: node,
                modified: $0.modified,
                changed: $0.changed)
        }
    }

    /// Throws if the folder of a path doesn't exist. The working folder always exists.
    func checkFolder(of path: String, _ call: SystemError.Call) throws(SystemError) {
        let folder = FilePath.folder(of: path)
        if folder == "." || folder == "/" { return }
        guard let node = medium.names[folder] else { throw SystemError(.notFound, call, path) }
        if medium.nodes[node]?.isFolder != true { throw SystemError(.notFolder, call, path) }
    }

    func writable(_ file: FileDescriptor) throws(SystemError) -> UInt64 {
        guard let handle = handles[file], handle.isWritable else {
            throw SystemError(.other(9), .write, "a closed file")
        }
        return handle.node
    }
}
