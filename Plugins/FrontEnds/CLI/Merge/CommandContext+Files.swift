import LootActions
import LootCore
import LootPlugins
import LootFormats

extension CommandContext {
    /// The absolute path of the configured store's file, or `nil` if the store isn't a file of items.
    var storeFile: String? {
        let configuration = host.configuration()
        func value(_ path: String) -> String? {
            let entry = configuration.first { $0.path == path }
            return entry.flatMap { ItemJSON.list("[\($0.value)]")?.first }
        }
        let isFile = value("store.use").map { ItemFormat.all.map(\.name).contains($0) } ?? false
        return isFile ? value("store.path") : nil
    }

    /// The conflicted copies of the store's file that synchronization programs have created in its folder.
    var syncCopies: [String] {
        guard let file = storeFile, let slash = file.lastIndex(of: "/") else { return [] }
        let folder = slash == file.startIndex ? "/" : String(file[..<slash])
        let names = (try? files.names(in: folder)) ?? []
        return SyncCopies.names(of: String(file[file.index(after: slash)...]), among: names)
            .map { folder == "/" ? "/\($0)" : "\(folder)/\($0)" }
    }

    /// Reads the items in the file at the given path. `mayBeEmpty` is whether an empty file is valid.
    func document(_ path: String, mayBeEmpty: Bool = false) throws(LootError) -> ItemDocument {
        try ItemDocument(try files.contents(path), named: path, mayBeEmpty: mayBeEmpty)
    }
}

extension FileAccess {
    /// Returns the contents of the file at the given path.
    func contents(_ path: String) throws(LootError) -> [UInt8] {
        let file = try open(path)
        var bytes: [UInt8] = []
        if let size = file.size { bytes.reserveCapacity(size) }
        while true {
            let chunk = try file.read()
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }
}
