import LootCore

/// File storage that copies added files to the mirror, if the mirror has files.
struct MirroredFiles: FileKeeper {
    private let files: any FileKeeper
    private let mirror: (any FileKeeper)?
    private let failed: @Sendable (LootError) -> Void

    init(
        _ files: any FileKeeper, mirror: (any FileKeeper)?, failed: @escaping @Sendable (LootError) -> Void
    ) {
        self.files = files
        self.mirror = mirror
        self.failed = failed
    }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        try await files.put(file, thumbnail: thumbnail)
        do { try await mirror?.put(file, thumbnail: thumbnail) } catch { failed(error) }
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? { try await files.file(id) }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? { try await files.thumbnail(of: id) }

    func ids() async throws(LootError) -> Set<FileID> { try await files.ids() }

    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        let count = try await files.sweep(keeping: kept, olderThan: age)
        do { _ = try await mirror?.sweep(keeping: kept, olderThan: age) } catch { failed(error) }
        return count
    }

    /// Copies the files that items refer to and the mirror lacks.
    static func copy(
        _ files: (any FileKeeper)?, to mirror: (any FileKeeper)?, of items: [Item]
    ) async throws(LootError) {
        guard let files, let mirror else { return }
        let known = try await mirror.ids()
        for id in Set(items.flatMap(\.fileIDs)).subtracting(known) {
            guard let file = try await files.file(id) else { continue }
            try await mirror.put(file, thumbnail: try await files.thumbnail(of: id))
        }
    }
}
