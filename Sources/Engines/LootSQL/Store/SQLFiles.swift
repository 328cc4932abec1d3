package import LootCore

/// The files of a store in a database. The table is called `photos`, because it originally contained only photos.
struct SQLFiles: FileKeeper {
    private let store: SQLStore

    init(of store: SQLStore) { self.store = store }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        let now = SQLValue.integer(Moment.now.secondsSinceEpoch)
        try await store.write { session throws(LootError) in
            try session.run(
                """
                INSERT INTO photos (id, added, bytes, thumbnail) VALUES (\(.text(file.id.description)), \(now), \
                \(.bytes(file.bytes)), \(thumbnail.map { .bytes($0.bytes) } ?? .null)) \
                ON CONFLICT (id) DO UPDATE SET added = excluded.added, \
                thumbnail = coalesce(excluded.thumbnail, photos.thumbnail)
                """)
        }
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? {
        guard let bytes = try await bytes("bytes", of: id) else { return nil }
        guard let file = try? StoredFile(bytes), file.id == id else {
            throw damaged(id, "The file is damaged.")
        }
        return file
    }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? {
        guard let bytes = try await bytes("thumbnail", of: id) else { return nil }
        guard let thumbnail = try? StoredFile(photo: bytes) else {
            throw damaged(id, "Its thumbnail is damaged.")
        }
        return thumbnail
    }

    private func bytes(_ column: SQL, of id: FileID) async throws(LootError) -> [UInt8]? {
        let read: @Sendable (ListReader) throws(LootError) -> [UInt8]? = { reader throws(LootError) in
            try reader.session.first("SELECT \(column) FROM photos WHERE id = \(.text(id.description))") {
                row in
                row.bytes(0)
            }
        }
        if let bytes = try await store.read(read) { return bytes }
        // A new file doesn't change the revision, so a replica may lack it.
        if store.database.connections.replicas == nil { return nil }
        return try await store.readPrimary(read)
    }

    private func damaged(_ id: FileID, _ reason: Message) -> LootError {
        LootError(
            .damaged, "Can't read the file \(id.short).", reason: reason, advice: "Add it again.",
            place: store.database.place)
    }

    func ids() async throws(LootError) -> Set<FileID> {
        try await store.readPrimary { reader throws(LootError) in
            var ids: Set<FileID> = []
            try reader.session.each("SELECT id FROM photos") { row in
                if let id = row.text(0).flatMap({ FileID($0) }) { ids.insert(id) }
            }
            return ids
        }
    }

    /// Removes files that are no longer needed. Such a file is first marked with the negated current time, and removed
    /// when the mark is old enough.
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        let now = Moment.now.secondsSinceEpoch
        let limit = now - max(0, min(age.components.seconds, now))
        return try await store.write { session throws(LootError) in
            let found = try session.all("SELECT id, added FROM photos") { row in
                row.text(0).flatMap { FileID($0) }.map { ($0, row.integer(1) ?? 0) }
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
    /// The files of the items, in the same database.
    package var keeper: (any FileKeeper)? { SQLFiles(of: self) }
}
