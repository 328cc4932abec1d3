import LootCollection
package import LootCore
import Synchronization

/// The files of a store. They can be read and written as long as the store's items can.
struct StoreFiles<Codec: ItemFileCodec>: FileKeeper {
    private let store: FileStore<Codec>
    private let folder: FileFolder

    init(of store: FileStore<Codec>) {
        self.store = store
        folder = store.fileFolder
    }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try store.checkWritable()
        try await folder.put(file, thumbnail: thumbnail)
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? {
        try store.checkOpen()
        return try folder.file(id)
    }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? {
        try store.checkOpen()
        return try folder.thumbnail(of: id)
    }

    func ids() async throws(LootError) -> Set<FileID> {
        try store.checkOpen()
        return try folder.ids()
    }

    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        try store.checkWritable()
        return try folder.sweep(keeping: kept, olderThan: age)
    }
}

extension FileStore {
    /// The files of the store's items, in the folder `items.json.photos` next to the file.
    package var keeper: (any FileKeeper)? { StoreFiles(of: self) }

    var fileFolder: FileFolder {
        FileFolder(
            "\(path).photos", resting: StoreFolder(of: path).photos, like: path, on: files,
            patience: options.patience)
    }

    /// Restores files that an older version of the items needs. If one can't be moved, it is read from the resting
    /// folder.
    func wakeFiles(of items: ItemCollection.Items) {
        let folder = fileFolder
        if folder.hasResting { try? folder.restoreFiles(Set(items.lazy.flatMap(\.fileIDs))) }
    }

    func checkOpen() throws(LootError) { _ = try live.snapshot() }

    /// Throws an error if the store is closed or can't be written. Creates the hidden folder of a new store.
    func checkWritable() throws(LootError) {
        try checkRights()
        try disk.withLock { disk throws(LootError) in
            try disk.checkWritable()
        }
    }

    /// Throws an error if the store is closed or its files aren't writable.
    func checkRights() throws(LootError) {
        try checkOpen()
        if let refusal { throw refusal.during("Can't save the change.") }
    }
}
