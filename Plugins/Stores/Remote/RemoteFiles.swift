import LootAPI
import LootCore

/// The files of a server's store, by ID.
struct RemoteFiles: FileKeeper {
    private let store: ServerStore

    init(_ store: ServerStore) { self.store = store }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try await store.ask(API.keepFile, (file.id, .no, file.bytes))
        if let thumbnail { try await store.ask(API.keepFile, (file.id, .only, thumbnail.bytes)) }
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? {
        guard let bytes = try await bytes(id, .no) else { return nil }
        guard let file = try? StoredFile(bytes), file.id == id else { throw damage(id) }
        return file
    }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? {
        guard let bytes = try await bytes(id, .only) else { return nil }
        guard let thumbnail = try? StoredFile(photo: bytes, greatestSize: StoredFile.greatestThumbnail) else {
            throw damage(id)
        }
        return thumbnail
    }

    func ids() async throws(LootError) -> Set<FileID> { try await store.ask(API.listKeptFiles, ()) }

    /// Removes unneeded files on the server. The server also keeps the files that its own items and commits refer to.
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        let (seconds, rest) = age.components
        let age = max(0, rest > 0 ? seconds + 1 : seconds)
        return try await store.ask(API.sweepFiles, FileSweep(keeping: kept, olderThan: Int(age)))
    }

    private func bytes(_ id: FileID, _ thumbnail: Thumbnail) async throws(LootError) -> [UInt8]? {
        try await store.ask(API.readKeptFile, (id, thumbnail), orNil: .noSuchItem)?.bytes
    }

    private func damage(_ id: FileID) -> LootError {
        LootError(
            .damaged, "Can't read the file \(id.short).",
            reason: "The file in the store at \(store.address.text) was altered.",
            place: store.address.text)
    }
}
