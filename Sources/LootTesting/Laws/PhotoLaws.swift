import LootCore

extension StoreConformance {
    static let photoLaws: [Case] = [
        Case("a photo comes out byte for byte", needs: [.writable, .photos]) { trial in
            let photos = try await trial.open().needPhotos()
            let thumbnail = try PhotoFixtures.photo(100)
            var expected: [Photo] = []
            for (number, kind) in PhotoKind.allCases.enumerated() {
                expected.append(try PhotoFixtures.photo(number, kind))
                expected.append(try PhotoFixtures.photo(number + 10, kind, padding: 70_000))
            }
            for photo in expected {
                try await photos.put(photo, thumbnail: photo == expected[1] ? thumbnail : nil)
            }
            for photo in expected {
                try await photos.mustHold(photo, thumbnail: photo == expected[1] ? thumbnail : nil)
            }
            let ids = try await photos.ids()
            try require(
                ids == Set(expected.map(\.id)), "\(ids.count) photos are there, \(expected.count) were put in"
            )
        },
        Case("a photo is there once, and keeps its thumbnail", needs: [.writable, .photos]) { trial in
            let photos = try await trial.open().needPhotos()
            let photo = try PhotoFixtures.photo(1)
            for (thumbnail, expected) in [(nil, nil), (2, 2), (nil, 2), (3, 3)] as [(Int?, Int?)] {
                let thumbnails = try [thumbnail, expected].map { number in
                    try number.map { try PhotoFixtures.photo($0, $0 == 3 ? .jpeg : .png) }
                }
                try await photos.put(photo, thumbnail: thumbnails[0])
                try await photos.mustHold(photo, thumbnail: thumbnails[1])
            }
            let count = try await photos.ids().count
            try require(count == 1, "a photo that was put in four times is there \(count) times")
        },
        Case("a photo that was never put in is not there", needs: .photos) { trial in
            let photos = try await trial.open().needPhotos()
            let id = try PhotoFixtures.photo(1).id
            let found = try await photos.photo(id)
            try require(found == nil, "a photo is there")
            let thumbnail = try await photos.thumbnail(of: id)
            try require(thumbnail == nil, "a thumbnail is there")
            let ids = try await photos.ids()
            try require(!ids.contains(id), "it is among the ids")
        },
        Case("a photo goes when nothing can bring it back", needs: [.writable, .photos]) { trial in
            let store = try await trial.open()
            let photos = try await store.needPhotos()
            let (named, other) = (try PhotoFixtures.photo(1), try PhotoFixtures.photo(2))
            try await photos.put(named, thumbnail: other)
            try await photos.put(other, thumbnail: named)
            var item = Item(name: "Lamp")
            item.photo = named.id
            try await store.add(item)
            var swept = try await store.sweepPhotos()
            try require(swept == 0, "a sweep takes away a photo that was only just put in")
            swept = try await store.sweepPhotos(olderThan: .zero)
            try require(swept == 1, "a sweep takes away \(swept) photos that no item names, not 1")
            try await photos.mustHold(named, thumbnail: other)
            let found = try await photos.photo(other.id)
            let thumbnail = try await photos.thumbnail(of: other.id)
            try require(found == nil && thumbnail == nil, "what a sweep took away is still there")
            guard trial.conformance.capabilities.contains(.history) else { return }
            try await store.remove(item.id)
            try await store.sweepPhotos(olderThan: .zero)
            if let commit = try await store.history(limit: 1).undoable.last {
                _ = try await store.apply(commit.undo)
            }
            try await store.mustHold([item], "after undoing the removal")
            try await photos.mustHold(named, thumbnail: other)
        },
        Case("a photo that nothing needs rests before it goes", needs: [.writable, .photos]) { trial in
            let photos = try await trial.open().needPhotos()
            let (photo, thumbnail) = (try PhotoFixtures.photo(1), try PhotoFixtures.photo(2))
            try await photos.put(photo, thumbnail: thumbnail)
            let day = Duration.seconds(86_400)
            for kept in [Set<PhotoID>(), [photo.id], [], []] {
                let swept = try await photos.sweep(keeping: kept, olderThan: day)
                try require(swept == 0, "a sweep takes away what has not rested for a day")
                try await photos.mustHold(photo, thumbnail: thumbnail)
                let ids = try await photos.ids()
                try require(ids.contains(photo.id), "a photo that rests is not among the ids")
            }
            let swept = try await photos.sweep(keeping: [], olderThan: .zero)
            try require(swept == 1, "a sweep takes away \(swept) photos that rest, not 1")
            let found = try await photos.photo(photo.id)
            try require(found == nil, "a photo that rested and was taken away is still there")
        },
        Case("photos last as long as the items", needs: [.writable, .photos, .durable]) { trial in
            let medium = trial.newMedium()
            let (photo, thumbnail) = (try PhotoFixtures.photo(1, padding: 5000), try PhotoFixtures.photo(2))
            let store = try await trial.open(medium)
            try await store.needPhotos().put(photo, thumbnail: thumbnail)
            var item = Item(name: "Lamp")
            item.photo = photo.id
            try await store.add(item)
            try await store.close()
            let again = try await trial.open(medium)
            try await again.mustHold([item])
            try await again.needPhotos().mustHold(photo, thumbnail: thumbnail)
        },
        Case("two ways to one medium see each other's photos", needs: [.writable, .photos, .shared]) {
            trial in
            let medium = trial.newMedium()
            let one = try await trial.open(medium).needPhotos()
            let other = try await trial.open(medium).needPhotos()
            for number in 0..<4 {
                let photo = try PhotoFixtures.photo(number)
                try await (number % 2 == 0 ? one : other).put(photo, thumbnail: photo)
                try await (number % 2 == 0 ? other : one).mustHold(photo, thumbnail: photo)
            }
        },
        Case("photos that are put in at the same time are all kept", needs: [.writable, .photos]) { trial in
            let photos = try await trial.open().needPhotos()
            let expected = try (0..<12).map { try PhotoFixtures.photo($0 / 2, padding: 2000) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for photo in expected { group.addTask { try await photos.put(photo, thumbnail: photo) } }
                try await group.waitForAll()
            }
            for photo in expected { try await photos.mustHold(photo, thumbnail: photo) }
        },
        Case("a store that takes no changes takes no photos", needs: .photos) { trial in
            if trial.conformance.capabilities.contains(.writable) { return }
            let photos = try await trial.open().needPhotos()
            let photo = try PhotoFixtures.photo(1)
            for what in ["put", "sweep"] {
                do {
                    if what == "put" { try await photos.put(photo, thumbnail: nil) }
                    if what == "sweep" { try await photos.sweep(keeping: [], olderThan: .zero) }
                } catch { continue }
                throw BrokenLaw("\(what) throws nothing")
            }
        },
        Case("the photos of a closed store say so", needs: .photos) { trial in
            let store = try await trial.open()
            let photos = try await store.needPhotos()
            try await store.close()
            let photo = try PhotoFixtures.photo(1)
            for what in ["photo", "thumbnail", "ids", "put"] {
                if what == "put", !trial.conformance.capabilities.contains(.writable) { continue }
                do {
                    switch what {
                    case "photo": _ = try await photos.photo(photo.id)
                    case "thumbnail": _ = try await photos.thumbnail(of: photo.id)
                    case "ids": _ = try await photos.ids()
                    default: try await photos.put(photo, thumbnail: nil)
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
    /// The photos of a store that declares to keep some.
    fileprivate func needPhotos() async throws -> any PhotoStore {
        guard let photos else { throw BrokenLaw("it declares photos and has none") }
        return photos
    }
}

extension PhotoStore {
    /// Fails unless the photo and its thumbnail are there, to the byte.
    fileprivate func mustHold(_ photo: Photo, thumbnail expected: Photo?) async throws {
        guard let found = try await self.photo(photo.id) else { throw BrokenLaw("a photo is not there") }
        try require(
            found == photo,
            "a photo of \(photo.bytes.count) bytes comes out as another of \(found.bytes.count)")
        let thumbnail = try await thumbnail(of: photo.id)
        try require(
            thumbnail?.bytes == expected?.bytes,
            "a thumbnail of \(expected?.bytes.count ?? 0) bytes comes out with \(thumbnail?.bytes.count ?? 0)"
        )
    }
}
