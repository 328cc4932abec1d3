import LootCollection
public import LootCore
import Synchronization

/// The photos of a store in a file, which are asked for and written as long as its items are.
struct StorePhotos<Codec: ItemFileCodec>: PhotoStore {
    private let store: FileStore<Codec>
    private let folder: PhotoFolder

    init(of store: FileStore<Codec>) {
        self.store = store
        folder = store.photoFolder
    }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        try store.checkWritable()
        try await folder.put(photo, thumbnail: thumbnail)
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? {
        try store.checkOpen()
        return try folder.photo(id)
    }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? {
        try store.checkOpen()
        return try folder.thumbnail(of: id)
    }

    func ids() async throws(LootError) -> Set<PhotoID> {
        try store.checkOpen()
        return try folder.ids()
    }

    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        try store.checkWritable()
        return try folder.sweep(keeping: kept, olderThan: age)
    }
}

extension FileStore {
    /// The photos that its items name, in the folder `items.json.photos` beside the file.
    public var photos: (any PhotoStore)? { StorePhotos(of: self) }

    var photoFolder: PhotoFolder {
        PhotoFolder(
            "\(path).photos", resting: StoreFolder(of: path).photos, like: path, on: files,
            patience: options.patience)
    }

    /// Puts the photos that an older file names again where they were. What can't be moved is read where it rests.
    func wakePhotos(of items: ItemCollection.Items) {
        let photos = photoFolder
        if photos.hasResting { try? photos.bringBack(Set(items.lazy.compactMap(\.photo))) }
    }

    func checkOpen() throws(LootError) { _ = try live.snapshot() }

    /// Refuses where nothing may be written; makes the folder for a store that has nothing yet.
    func checkWritable() throws(LootError) {
        try checkOpen()
        if let refusal { throw refusal.whileTrying("can't write") }
        try disk.withLock { disk throws(LootError) in
            try disk.checkWritable()
        }
    }
}
