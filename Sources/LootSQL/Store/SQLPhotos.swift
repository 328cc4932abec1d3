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

    /// See ``LootCore/PhotoStore/sweep(keeping:olderThan:)``. A photo that rests has the time since then, negative, in
    /// place of that when it was put in.
    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        let now = Moment.now.secondsSinceEpoch
        let limit = now - max(0, min(age.components.seconds, now))
        return try await store.write { session throws(LootError) in
            let found = try session.all("SELECT id, added FROM photos") { row in
                row.text(0).flatMap { PhotoID($0) }.map { ($0, row.integer(1) ?? 0) }
            }
            var count = 0
            for (id, added) in found.compactMap({ $0 }) {
                let text = SQLValue.text(id.description)
                if kept.contains(id) {
                    if added < 0 {
                        try session.run("UPDATE photos SET added = \(.integer(-added)) WHERE id = \(text)")
                    }
                } else if age <= .zero || added < 0 && -added <= limit {
                    count += try session.run("DELETE FROM photos WHERE id = \(text)")
                } else if added >= 0 {
                    try session.run("UPDATE photos SET added = \(.integer(-now)) WHERE id = \(text)")
                }
            }
            return count
        }
    }
}

extension SQLStore {
    /// The photos that its items name, in the same database.
    public var photos: (any PhotoStore)? { SQLPhotos(of: self) }
}
