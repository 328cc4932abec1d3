import LootCore
import LootTesting

/// Files in memory, with flaws.
actor FlawedFiles: FileKeeper {
    private let flaw: Flaw
    private let kept = MemoryFiles()
    private var sweeps = 0
    private var begun = 0

    init(_ flaw: Flaw) { self.flaw = flaw }

    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError) {
        if flaw == .losesFilesInTheCrowd {
            let before = try kept.ids()
            // Wait until another call has started, so that neither call keeps the other one's file.
            begun += 1
            for _ in 0..<100_000 where begun < 2 { await Task.yield() }
            try kept.put(file, thumbnail: thumbnail)
            try kept.sweep(keeping: before.union([file.id]), olderThan: .zero)
            return
        }
        if flaw == .forgetsThumbnails, thumbnail == nil { try kept.sweep(keeping: [], olderThan: .zero) }
        try kept.put(file, thumbnail: thumbnail)
    }

    func file(_ id: FileID) async throws(LootError) -> StoredFile? {
        var file = try kept.file(id)
        if flaw == .confusesSimilarFiles {
            let similar = try kept.ids().filter { $0.description.prefix(12) == id.description.prefix(12) }
            if let first = similar.min(by: { $0.description < $1.description }) {
                file = try kept.file(first)
            }
        }
        guard flaw == .rewritesFiles, let file else {
            return file == nil && flaw == .inventsFiles ? try FileFixtures.file(1) : file
        }
        return try StoredFile(file.bytes + [0])
    }

    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile? { try kept.thumbnail(of: id) }

    func ids() async throws(LootError) -> Set<FileID> { try kept.ids() }

    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int {
        sweeps += 1
        let isHasty = flaw == .sweepsWhatIsNew || flaw == .sweepsAtTheSecondLook && sweeps > 1
        return try self.kept.sweep(keeping: kept, olderThan: isHasty ? .zero : age)
    }

    nonisolated func close() { if flaw != .showsFilesForever { kept.close() } }
}
