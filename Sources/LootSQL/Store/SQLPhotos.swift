public import LootCore

/// The photos of a store in a database, in a table of their own.
struct SQLPhotos: PhotoStore {
    private let store: SQLStore

    init(of store: SQLStore) { self.store = store }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        let now = SQLValue.integer(Moment.now.secondsSinceEpoch)
        try await store.write { session throws(LootError) in
            try session.run(
                """
                INSERT INTO photos (id, added, bytes, thumbnail) VALUES (\(.text(photo.id.description)), \(now), \
                \(.bytes(photo.bytes)), \(thumbnail.map { .bytes($0.bytes) } ?? .null)) \
                ON CONFLICT (id) DO UPDATE SET added = excluded.added, \
                thumbnail = coalesce(excluded.thumbnail, photos.thumbnail)
                """)
        }
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes("bytes", of: id) else { return nil }
        guard let photo = try? Photo(bytes), photo.id == id else { throw damaged(id, "it is") }
        return photo
    }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? {
        guard let bytes = try await bytes("thumbnail", of: id) else { return nil }
        guard let thumbnail = try? Photo(bytes) else { throw damaged(id, "its thumbnail is") }
        return thumbnail
    }

    private func bytes(_ column: SQL, of id: PhotoID) async throws(LootError) -> [UInt8]? {
        try await store.read { reader throws(LootError) in
            try reader.session.first("SELECT \(column) FROM photos WHERE id = \(.text(id.description))") {
                row in
                row.bytes(0)
            }
        }
    }

    private func damaged(_ id: PhotoID, _ what: String) -> LootError {
        LootError(
            .damaged, "can't read the photo \(id.short)", because: "\(what) no longer what was put in",
            next: "Put it in again", place: store.database.place)
    }

    func ids() async throws(LootError) -> Set<PhotoID> {
        try await store.read { reader throws(LootError) in
            var ids: Set<PhotoID> = []
            try reader.session.each("SELECT id FROM photos") { row in
                if let id = row.text(0).flatMap({ PhotoID($0) }) { ids.insert(id) }
            }
            return ids
        }
    }

    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        let limit = SQLValue.integer(Moment.now.secondsSinceEpoch - age.components.seconds)
        return try await store.write { session throws(LootError) in
            let old = try session.all("SELECT id FROM photos WHERE added <= \(limit)") { row in
                row.text(0).flatMap { PhotoID($0) }
            }
            var count = 0
            for id in old.compactMap({ $0 }) where !kept.contains(id) {
                count += try session.run("DELETE FROM photos WHERE id = \(.text(id.description))")
            }
            return count
        }
    }
}

extension SQLStore {
    /// The photos that its items name, in the same database.
    public var photos: (any PhotoStore)? { SQLPhotos(of: self) }
}
