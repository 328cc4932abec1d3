import LootCore
import LootTesting

/// Photos in memory, with what a store can get wrong about them.
actor FlawedPhotos: PhotoStore {
    private let flaw: Flaw
    private let kept = MemoryPhotos()
    private var sweeps = 0

    init(_ flaw: Flaw) { self.flaw = flaw }

    func put(_ photo: Photo, thumbnail: Photo?) async throws(LootError) {
        if flaw == .losesPhotosInTheCrowd {
            let before = try kept.ids()
            for _ in 0..<8 { await Task.yield() }
            try kept.put(photo, thumbnail: thumbnail)
            try kept.sweep(keeping: before.union([photo.id]), olderThan: .zero)
            return
        }
        if flaw == .forgetsThumbnails, thumbnail == nil { try kept.sweep(keeping: [], olderThan: .zero) }
        try kept.put(photo, thumbnail: thumbnail)
    }

    func photo(_ id: PhotoID) async throws(LootError) -> Photo? {
        let photo = try kept.photo(id)
        guard flaw == .rewritesPhotos, let photo else {
            return photo == nil && flaw == .inventsPhotos ? try PhotoFixtures.photo(1) : photo
        }
        return try Photo(photo.bytes + [0])
    }

    func thumbnail(of id: PhotoID) async throws(LootError) -> Photo? { try kept.thumbnail(of: id) }

    func ids() async throws(LootError) -> Set<PhotoID> { try kept.ids() }

    func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) async throws(LootError) -> Int {
        sweeps += 1
        let isHasty = flaw == .sweepsWhatIsNew || flaw == .sweepsAtTheSecondLook && sweeps > 1
        return try self.kept.sweep(keeping: kept, olderThan: isHasty ? .zero : age)
    }

    nonisolated func close() { if flaw != .showsPhotosForever { kept.close() } }
}
