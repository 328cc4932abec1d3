import Synchronization

/// Photos in memory, for stores that keep their items there.
public final class MemoryPhotos: PhotoStore {
    private struct Entry {
        var photo: Photo
        var thumbnail: Photo?
        /// Since when nothing needs it, as sweeps have found.
        var resting: ContinuousClock.Instant?
    }

    private let entries = Mutex<[PhotoID: Entry]?>([:])

    /// None yet.
    public init() {}

    private func with<Result>(_ body: (inout [PhotoID: Entry]) -> Result) throws(LootError) -> Result {
        try entries.withLock { entries throws(LootError) in
            guard var open = entries else { throw LootError.storeClosed }
            entries = [:]
            defer { entries = open }
            return body(&open)
        }
    }

    /// See ``PhotoStore/put(_:thumbnail:)``.
    public func put(_ photo: Photo, thumbnail: Photo?) throws(LootError) {
        try with { entries in
            let thumbnail = thumbnail ?? entries[photo.id]?.thumbnail
            entries[photo.id] = Entry(photo: photo, thumbnail: thumbnail)
        }
    }

    /// See ``PhotoStore/photo(_:)``.
    public func photo(_ id: PhotoID) throws(LootError) -> Photo? { try with { $0[id]?.photo } }

    /// See ``PhotoStore/thumbnail(of:)``.
    public func thumbnail(of id: PhotoID) throws(LootError) -> Photo? { try with { $0[id]?.thumbnail } }

    /// See ``PhotoStore/ids()``.
    public func ids() throws(LootError) -> Set<PhotoID> { try with { Set($0.keys) } }

    /// See ``PhotoStore/sweep(keeping:olderThan:)``.
    @discardableResult
    public func sweep(keeping kept: Set<PhotoID>, olderThan age: Duration) throws(LootError) -> Int {
        let now = ContinuousClock.now
        return try with { entries in
            let before = entries.count
            entries = entries.filter { id, entry in
                kept.contains(id) || age > .zero && entry.resting.map { $0 > now - age } ?? true
            }
            for (id, entry) in entries {
                entries[id]?.resting = kept.contains(id) ? nil : entry.resting ?? now
            }
            return before - entries.count
        }
    }

    /// Lets go of all of them; later calls throw `closed`.
    public func close() { entries.withLock { $0 = nil } }
}
