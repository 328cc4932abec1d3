import LootCore

/// Photos that are put into the mirror too, if it keeps any.
struct MirroredPhotos: PhotoStore {
    private let photos: any PhotoStore
    private let mirror: (any PhotoStore)?
    private let failed: @Sendable (LootError) -> Void

    init(
        _ photos: any PhotoStore, mirror: (any PhotoStore)?, failed: @escaping @Sendable (LootError) -> Void
    ) {
        self.photos = photos
        self.mirror = mirror
        self.failed = failed
    }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        try await photos.put(photo, thumbnail: thumbnail)
        do { try await mirror?.put(photo, thumbnail: thumbnail) } catch { failed(error) }
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? { try await photos.photo(id) }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? { try await photos.thumbnail(of: id) }

    func ids() async throws(LootError) -> Set<PhotoID> { try await photos.ids() }

    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        let count = try await photos.sweep(keeping: kept, olderThan: age)
        do { _ = try await mirror?.sweep(keeping: kept, olderThan: age) } catch { failed(error) }
        return count
    }

    /// Puts the photos that items name, and the mirror has not, into the mirror.
    static func copy(
        _ photos: (any PhotoStore)?, to mirror: (any PhotoStore)?, of items: [Item]
    ) async throws(LootError) {
        guard let photos, let mirror else { return }
        let known = try await mirror.ids()
        for id in Set(items.compactMap(\.photo)).subtracting(known) {
            guard let photo = try await photos.photo(id) else { continue }
            try await mirror.put(photo, thumbnail: try await photos.thumbnail(of: id))
        }
    }
}
