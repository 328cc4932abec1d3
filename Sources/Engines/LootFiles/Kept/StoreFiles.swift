import LootCollection
package import LootCore
import Synchronization

/// The kept files of a store in a file, which are asked for and written as long as its items are.
struct StoreFiles<Codec: ItemFileCodec>: FileKeeper {
    private let store: FileStore<Codec>
    private let folder: FolderFiles

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
    /// The files that its items name, in the folder `items.json.photos` beside the file.
    package var keeper: (any FileKeeper)? { StoreFiles(of: self) }

    var fileFolder: FolderFiles {
        FolderFiles(
            "\(path).photos", resting: StoreFolder(of: path).photos, like: path, on: files,
            patience: options.patience)
    }

    /// Puts the files that an older file names again where they were. What can't be moved is read where it rests.
    func wakeFiles(of items: ItemCollection.Items) {
        let folder = fileFolder
        if folder.hasResting { try? folder.bringBack(Set(items.lazy.flatMap(\.fileIDs))) }
    }

    func checkOpen() throws(LootError) { _ = try live.snapshot() }

    /// Refuses where nothing may be written; makes the folder for a store that has nothing yet.
    func checkWritable() throws(LootError) {
        try checkRights()
        try disk.withLock { disk throws(LootError) in
            try disk.checkWritable()
        }
    }

    /// Refuses where the store is closed, or its files may not be written.
    func checkRights() throws(LootError) {
        try checkOpen()
        if let refusal { throw refusal.whileTrying("can't write") }
    }
}
