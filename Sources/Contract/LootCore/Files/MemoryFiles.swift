import Synchronization

/// Files in memory, for memory stores.
package final class MemoryFiles: FileKeeper {
    private struct Entry {
        var file: StoredFile
        var thumbnail: StoredFile?
        /// The time of the first sweep that found the file unused.
        var resting: ContinuousClock.Instant?
    }

    private let entries = Mutex<[FileID: Entry]?>([:])

    /// Creates an empty keeper.
    package init() {}

    private func with<Result>(_ body: (inout [FileID: Entry]) -> Result) throws(LootError) -> Result {
        try entries.withLock { entries throws(LootError) in
            guard var open = entries else { throw LootError.storeClosed }
            entries = [:]
            defer { entries = open }
            return body(&open)
        }
    }

    package func put(_ file: StoredFile, thumbnail: StoredFile?) throws(LootError) {
        try with { entries in
            let thumbnail = thumbnail ?? entries[file.id]?.thumbnail
            entries[file.id] = Entry(file: file, thumbnail: thumbnail)
        }
    }

    package func file(_ id: FileID) throws(LootError) -> StoredFile? { try with { $0[id]?.file } }

    package func thumbnail(of id: FileID) throws(LootError) -> StoredFile? { try with { $0[id]?.thumbnail } }

    package func ids() throws(LootError) -> Set<FileID> { try with { Set($0.keys) } }

    @discardableResult
    package func sweep(keeping kept: Set<FileID>, olderThan age: Duration) throws(LootError) -> Int {
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

    /// Releases all files. Later calls throw `closed`.
    package func close() { entries.withLock { $0 = nil } }
}
