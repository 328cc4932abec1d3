import LootCore

extension StoreConformance {
    static let fileLaws: [Case] = [
        Case("a file is returned byte for byte", needs: [.writable, .files]) { trial in
            let files = try await trial.open().needFiles()
            let thumbnail = try FileFixtures.file(100)
            var expected: [StoredFile] = []
            for (number, kind) in FileKind.allCases.enumerated() {
                expected.append(try FileFixtures.file(number, kind))
                // Every third kind includes a large file, in case files are transferred or stored in pieces.
                if number % 3 == 0 {
                    expected.append(try FileFixtures.file(number + 10, kind, padding: 70_000))
                }
            }
            for file in expected {
                try await files.put(file, thumbnail: file == expected[1] ? thumbnail : nil)
            }
            for file in expected {
                try await files.mustHold(file, thumbnail: file == expected[1] ? thumbnail : nil)
            }
            let ids = try await files.ids()
            try require(
                ids == Set(expected.map(\.id)), "\(ids.count) files are stored, \(expected.count) were added"
            )
        },
        Case("a file is stored once, with its thumbnail", needs: [.writable, .files]) { trial in
            let files = try await trial.open().needFiles()
            let file = try FileFixtures.file(1)
            for (thumbnail, expected) in [(nil, nil), (2, 2), (nil, 2), (3, 3)] as [(Int?, Int?)] {
                let thumbnails = try [thumbnail, expected].map { number in
                    try number.map { try FileFixtures.file($0, $0 == 3 ? .jpeg : .png) }
                }
                try await files.put(file, thumbnail: thumbnails[0])
                try await files.mustHold(file, thumbnail: thumbnails[1])
            }
            let count = try await files.ids().count
            try require(count == 1, "a file that was added four times is stored \(count) times")
        },
        Case("files with similar digests are different files", needs: [.writable, .files]) { trial in
            let files = try await trial.open().needFiles()
            // The first twelve hexadecimal digits of the digests of these files are equal.
            let similar = try [17_478_419, 17_914_079].map { try FileFixtures.file($0, .other) }
            for file in similar { try await files.put(file, thumbnail: nil) }
            for file in similar { try await files.mustHold(file, thumbnail: nil) }
            let ids = try await files.ids()
            try require(ids == Set(similar.map(\.id)), "of two files \(ids.count) are stored")
        },
        Case("an unknown file doesn't exist", needs: .files) { trial in
            let files = try await trial.open().needFiles()
            let id = try FileFixtures.file(1).id
            let found = try await files.file(id)
            try require(found == nil, "there is a file")
            let thumbnail = try await files.thumbnail(of: id)
            try require(thumbnail == nil, "there is a thumbnail")
            let ids = try await files.ids()
            try require(!ids.contains(id), "it is among the IDs")
        },
        Case("a file is removed when no undo can restore it", needs: [.writable, .files]) { trial in
            let store = try await trial.open()
            let files = try await store.needFiles()
            let (named, other) = (try FileFixtures.file(1), try FileFixtures.file(2))
            try await files.put(named, thumbnail: other)
            try await files.put(other, thumbnail: named)
            let receipt = try FileFixtures.file(3, .pdf)
            try await files.put(receipt, thumbnail: nil)
            var item = Item(name: "Lamp")
            item.photo = named.id
            item.files = [FileEntry(receipt, name: "receipt.pdf")]
            try await store.add(item)
            var swept = try await store.sweepFiles()
            try require(swept == 0, "a sweep removes a file that was just added")
            swept = try await store.sweepFiles(olderThan: .zero)
            try require(swept == 1, "a sweep removes \(swept) unused files, not 1")
            try await files.mustHold(named, thumbnail: other)
            try await files.mustHold(receipt, thumbnail: nil)
            let found = try await files.file(other.id)
            let thumbnail = try await files.thumbnail(of: other.id)
            try require(found == nil && thumbnail == nil, "a swept file still exists")
            guard trial.conformance.capabilities.contains(.history) else { return }
            try await store.remove(item.id)
            try await store.sweepFiles(olderThan: .zero)
            if let commit = try await store.history(limit: 1).undoable.last {
                _ = try await store.apply(commit.undo)
            }
            try await store.mustHold([item], "after undoing the removal")
            try await files.mustHold(named, thumbnail: other)
            try await files.mustHold(receipt, thumbnail: nil)
        },
        Case("an unused file is kept for a while", needs: [.writable, .files]) { trial in
            let files = try await trial.open().needFiles()
            let (file, thumbnail) = (try FileFixtures.file(1), try FileFixtures.file(2))
            try await files.put(file, thumbnail: thumbnail)
            let day = Duration.seconds(86_400)
            for kept in [Set<FileID>(), [file.id], [], []] {
                let swept = try await files.sweep(keeping: kept, olderThan: day)
                try require(swept == 0, "a sweep removes a file that was unused for less than a day")
                try await files.mustHold(file, thumbnail: thumbnail)
                let ids = try await files.ids()
                try require(ids.contains(file.id), "an unused file isn't among the IDs")
            }
            let swept = try await files.sweep(keeping: [], olderThan: .zero)
            try require(swept == 1, "a sweep removes \(swept) unused files, not 1")
            let found = try await files.file(file.id)
            try require(found == nil, "a swept file still exists")
        },
        Case("files are kept when the store is reopened", needs: [.writable, .files, .durable]) { trial in
            let medium = trial.newMedium()
            let (file, thumbnail) = (try FileFixtures.file(1, padding: 5000), try FileFixtures.file(2))
            let store = try await trial.open(medium)
            try await store.needFiles().put(file, thumbnail: thumbnail)
            var item = Item(name: "Lamp")
            item.photo = file.id
            try await store.add(item)
            try await store.close()
            let again = try await trial.open(medium)
            try await again.mustHold([item])
            try await again.needFiles().mustHold(file, thumbnail: thumbnail)
        },
        Case("two stores on one medium see each other's files", needs: [.writable, .files, .shared]) {
            trial in
            let medium = trial.newMedium()
            let one = try await trial.open(medium).needFiles()
            let other = try await trial.open(medium).needFiles()
            for number in 0..<4 {
                let file = try FileFixtures.file(number)
                try await (number % 2 == 0 ? one : other).put(file, thumbnail: file)
                try await (number % 2 == 0 ? other : one).mustHold(file, thumbnail: file)
            }
        },
        Case("files that are added concurrently are all kept", needs: [.writable, .files]) { trial in
            let files = try await trial.open().needFiles()
            let expected = try (0..<12).map { try FileFixtures.file($0 / 2, padding: 2000) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for file in expected { group.addTask { try await files.put(file, thumbnail: file) } }
                try await group.waitForAll()
            }
            for file in expected { try await files.mustHold(file, thumbnail: file) }
        },
        Case("a store that isn't writable rejects files", needs: .files) { trial in
            if trial.conformance.capabilities.contains(.writable) {
                throw SkippedLaw(reason: "The store is writable.")
            }
            let files = try await trial.open().needFiles()
            let file = try FileFixtures.file(1)
            for what in ["put", "sweep"] {
                do {
                    if what == "put" { try await files.put(file, thumbnail: nil) }
                    if what == "sweep" { try await files.sweep(keeping: [], olderThan: .zero) }
                } catch { continue }
                throw BrokenLaw("\(what) throws nothing")
            }
        },
        Case("a closed store rejects access to files", needs: .files) { trial in
            let store = try await trial.open()
            let files = try await store.needFiles()
            try await store.close()
            let file = try FileFixtures.file(1)
            for what in ["file", "thumbnail", "ids", "put"] {
                if what == "put", !trial.conformance.capabilities.contains(.writable) { continue }
                do {
                    switch what {
                    case "file": _ = try await files.file(file.id)
                    case "thumbnail": _ = try await files.thumbnail(of: file.id)
                    case "ids": _ = try await files.ids()
                    default: try await files.put(file, thumbnail: nil)
                    }
                } catch {
                    if (error as? LootError)?.code == .closed { continue }
                    throw BrokenLaw("\(what) throws “\(error)” on a closed store, not “closed”")
                }
                throw BrokenLaw("\(what) throws nothing on a closed store")
            }
        },
    ]
}

extension ItemStore {
    /// Returns the files of a store. Throws if a store declares files but has none.
    fileprivate func needFiles() async throws -> any FileKeeper {
        guard let fileKeeper else { throw BrokenLaw("it declares files, but has no file keeper") }
        return fileKeeper
    }
}

extension FileKeeper {
    /// Throws unless the file and its thumbnail are there with the same bytes.
    fileprivate func mustHold(_ file: StoredFile, thumbnail expected: StoredFile?) async throws {
        guard let found = try await self.file(file.id) else { throw BrokenLaw("a stored file is missing") }
        try require(
            found == file,
            "a file of \(file.bytes.count) bytes is returned as another one of \(found.bytes.count)")
        let thumbnail = try await thumbnail(of: file.id)
        try require(
            thumbnail?.bytes == expected?.bytes,
            "a thumbnail of \(expected?.bytes.count ?? 0) bytes is returned with \(thumbnail?.bytes.count ?? 0)"
        )
    }
}
