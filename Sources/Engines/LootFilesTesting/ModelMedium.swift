import LootFiles

/// The contents of a model file system: the state that running programs see, and the state that remains after a power
/// failure.
struct ModelMedium {
    /// An unsynced change to a file's content.
    enum Write {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    /// An unsynced change to a folder.
    enum Naming {
        case name(String, UInt64)
        case rename(String, to: String, UInt64)
        case remove(String)

        var folder: String {
            switch self {
            case .name(let path, _), .rename(_, let path, _), .remove(let path): FilePath.folder(of: path)
            }
        }
    }

    struct Node {
        var bytes: [UInt8] = []
        var synced: [UInt8] = []
        var pending: [Write] = []
        var modified: Int64 = 0
        var changed: Int64 = 0
        var permissions: UInt32 = 0o600
        var isFolder = false
    }

    var nodes: [UInt64: Node] = [:]
    var names: [String: UInt64] = [:]
    var syncedNames: [String: UInt64] = [:]
    var pendingNames: [Naming] = []
    var nextNode: UInt64 = 1
    var time: Int64 = 1_800_000_000_000_000_000

    /// The total size of all files in bytes.
    var used: Int { nodes.values.reduce(0) { $0 + $1.bytes.count } }

    mutating func make(_ path: String, permissions: UInt32, isFolder: Bool = false) -> UInt64 {
        let node = nextNode
        nextNode += 1
        time += 1000
        nodes[node] = Node(modified: time, changed: time, permissions: permissions, isFolder: isFolder)
        names[path] = node
        pendingNames.append(.name(path, node))
        return node
    }

    mutating func change(_ node: UInt64, _ write: Write) {
        time += 1000
        nodes[node]?.modified = time
        nodes[node]?.changed = time
        nodes[node]?.pending.append(write)
        if var bytes = nodes[node]?.bytes {
            nodes[node]?.bytes = []
            write.apply(to: &bytes)
            nodes[node]?.bytes = bytes
        }
    }

    mutating func sync(_ node: UInt64) {
        guard var content = nodes[node] else { return }
        content.synced = content.bytes
        content.pending = []
        nodes[node] = content
    }

    mutating func syncFolder(_ folder: String) {
        for path in syncedNames.keys where FilePath.folder(of: path) == folder { syncedNames[path] = nil }
        for (path, node) in names where FilePath.folder(of: path) == folder { syncedNames[path] = node }
        pendingNames.removeAll { $0.folder == folder }
    }

    /// Creates a folder and all missing parent folders, and syncs them.
    mutating func makeFolders(_ path: String) {
        if path == "." || path == "/" || names[path] != nil { return }
        makeFolders(FilePath.folder(of: path))
        _ = make(path, permissions: 0o700, isFolder: true)
        syncFolder(FilePath.folder(of: path))
    }

    /// Removes files whose folder was lost.
    private mutating func dropLostFolders() {
        while true {
            let lost = names.keys.filter { path in
                let folder = FilePath.folder(of: path)
                return folder != "." && folder != "/" && names[folder] == nil
            }
            if lost.isEmpty { return }
            for path in lost { names[path] = nil }
        }
    }

    /// Returns a possible state after a power failure. Of the unsynced changes, a random subset is applied, in random
    /// order and torn.
    func afterPowerCut(using random: inout some RandomNumberGenerator) -> ModelMedium {
        var result = ModelMedium()
        result.nextNode = nextNode
        result.time = time + 1_000_000_000
        result.names = syncedNames
        for naming in pendingNames where Bool.random(using: &random) {
            switch naming {
            case .name(let path, let node): result.names[path] = node
            case .rename(let path, let target, let node):
                if result.names[path] == node { result.names[path] = nil }
                result.names[target] = node
            case .remove(let path): result.names[path] = nil
            }
        }
        for node in Set(result.names.values) {
            guard let content = nodes[node] else { continue }
            var bytes = content.synced
            for write in content.pending.shuffled(using: &random) {
                write.applyInPart(to: &bytes, using: &random)
            }
            // Syncing the content doesn't guarantee its modification time.
            let modified = Bool.random(using: &random) ? content.modified : content.modified - 500
            result.nodes[node] = Node(
                bytes: bytes, synced: bytes, modified: modified, changed: modified,
                permissions: content.permissions, isFolder: content.isFolder)
        }
        result.names = result.names.filter { result.nodes[$0.value] != nil }
        result.dropLostFolders()
        result.syncedNames = result.names
        return result
    }
}

extension ModelMedium.Write {
    func apply(to content: inout [UInt8]) {
        switch self {
        case .size(let size):
            if size < content.count {
                content.removeLast(content.count - size)
            } else {
                content.append(contentsOf: [UInt8](repeating: 0, count: size - content.count))
            }
        case .bytes(let bytes, let offset):
            let end = offset + bytes.count
            if content.count < end {
                content.append(contentsOf: [UInt8](repeating: 0, count: end - content.count))
            }
            content.replaceSubrange(offset..<end, with: bytes)
        }
    }

    /// Applies nothing, everything, a prefix or some of the sectors. Missing parts of a file that grew read as zeros.
    func applyInPart(to content: inout [UInt8], using random: inout some RandomNumberGenerator) {
        guard case .bytes(let bytes, let offset) = self, !bytes.isEmpty else {
            if Bool.random(using: &random) { apply(to: &content) }
            return
        }
        let end = offset + bytes.count
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return
        case 1: apply(to: &content)
        case 2:
            let count = Int.random(in: 0...bytes.count, using: &random)
            Self.bytes(Array(bytes.prefix(count)), at: offset).apply(to: &content)
        case 3:
            if content.count < end { Self.size(end).apply(to: &content) }
        default:
            if content.count < end { Self.size(end).apply(to: &content) }
            var start = offset
            while start < end {
                let next = min(end, (start / 512 + 1) * 512)
                if Bool.random(using: &random) {
                    content.replaceSubrange(start..<next, with: bytes[start - offset..<next - offset])
                }
                start = next
            }
        }
    }
}
