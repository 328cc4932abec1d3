import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Reading

    /// `GET /api/items/{id}/photo`
    func itemPhoto(_ input: (ItemID, Thumbnail)) async throws -> Reply<[UInt8]> {
        guard let id = try await existing(input.0).photo else { throw Site.noPhoto("the item has none") }
        return try await photo(id, input.1, isNamed: false)
    }

    /// `GET /api/photos/{photo}`
    func namedPhoto(_ input: (PhotoID, Thumbnail)) async throws -> Reply<[UInt8]> {
        try await photo(input.0, input.1, isNamed: true)
    }

    /// A photo, or its thumbnail; where there is none, the photo stands in for it, unless nothing else is wanted.
    ///
    /// What has its own bytes' digest for a name never changes; an item may have another photo tomorrow.
    private func photo(_ id: PhotoID, _ thumbnail: Thumbnail, isNamed: Bool) async throws -> Reply<[UInt8]> {
        let photos = condition.photos
        let (found, isThumbnail) = try await elsewhere { () throws(LootError) -> (Photo?, Bool) in
            if thumbnail == .only { return (try await photos?.thumbnail(of: id), true) }
            if thumbnail == .preferred, let found = try? await photos?.thumbnail(of: id) {
                return (found, true)
            }
            return (try await photos?.photo(id), false)
        }
        let isLasting = isNamed && (thumbnail == .no || isThumbnail && found != nil)
        guard let found else { throw Site.noPhoto("no photo \(id.short) is there") }
        return Reply(
            found.bytes,
            headers: [
                .eTag: "\"\(found.id)\"",
                .cacheControl: isLasting ? "private, max-age=31536000, immutable" : "no-cache",
                "Content-Disposition": "inline",
            ])
    }

    private static func noPhoto(_ why: String) -> LootError {
        LootError(.noSuchItem, "can't find the photo", because: why)
    }

    // MARK: Writing

    /// `PUT /api/items/{id}/photo`; with `?thumbnail` the thumbnail of the photo that the item has.
    func setPhoto(_ input: (ItemID, Thumbnail, Preconditions, [UInt8])) async throws -> Reply<Item> {
        let (id, thumbnail, preconditions, bytes) = input
        if thumbnail != .no { return try await setThumbnail(bytes, of: id) }
        return try await ifAsSeen(preconditions, id) { conditions in
            try await self.keep(bytes, thumbnail: nil, of: id, if: conditions)
            return self.reply(try await self.existing(id))
        }
    }

    private func setThumbnail(_ bytes: [UInt8], of id: ItemID) async throws -> Reply<Item> {
        let item = try await existing(id)
        // An item may name a photo that was never put in: then there is nothing to have a thumbnail of.
        guard let name = item.photo, let photo = try await condition.photos?.photo(name) else {
            throw Site.noPhoto("the item has none")
        }
        let thumbnail = try Site.photo(bytes, greatestSize: Photo.greatestThumbnailSize)
        try await inventory.setPhoto(photo, thumbnail: thumbnail, of: item.id)
        return reply(item)
    }

    /// `PUT /api/photos/{photo}`; with `?thumbnail` the thumbnail of the photo that is there under this name.
    func keepPhoto(_ input: (PhotoID, Thumbnail, [UInt8])) async throws -> Reply<Void> {
        let (id, thumbnail, bytes) = input
        guard let photos = condition.photos else { throw LootError.noPhotos }
        // A digest of many bytes takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            if thumbnail != .no {
                let thumbnail = try Site.photo(bytes, greatestSize: Photo.greatestThumbnailSize)
                guard let photo = try await photos.photo(id) else {
                    throw Site.noPhoto("no photo \(id.short) is there")
                }
                return try await photos.put(photo, thumbnail: thumbnail)
            }
            let photo = try Site.photo(bytes)
            guard photo.id == id else {
                throw HTTPError(.unprocessableContent, "The photo has the name \(photo.id).")
            }
            try await photos.put(photo, thumbnail: nil)
        }
        return Reply(())
    }

    /// `GET /api/photos`
    func listPhotos() async throws -> Reply<Set<PhotoID>> {
        let photos = condition.photos
        return Reply(try await elsewhere { () throws(LootError) in try await photos?.ids() ?? [] })
    }

    /// `POST /api/photos/sweep`
    func sweepPhotos(_ sweep: PhotoSweep) async throws -> Reply<Int> {
        guard let photos = condition.photos else { throw LootError.noPhotos }
        // What the client knows may be old: what items name here stays, whatever it says.
        let kept = sweep.kept.union(try await store.photosInUse())
        return Reply(try await photos.sweep(keeping: kept, olderThan: .seconds(min(sweep.age, 1 << 40))))
    }

    /// `DELETE /api/items/{id}/photo`
    func removePhoto(_ input: (ItemID, Preconditions)) async throws -> Reply<Void> {
        try await ifAsSeen(input.1, input.0) { conditions in
            try await self.inventory.removePhoto(of: input.0, if: conditions)
            return Reply(())
        }
    }

    /// `POST /items/{id}/photo`: the page's form, with the thumbnail that its script has made, if it could.
    func photoFromForm(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let form = try MultipartForm(try await request.body.bytes(), of: request)
        let thumbnail = form["thumbnail"].flatMap { $0.bytes.isEmpty ? nil : $0.bytes }
        try await keep(form["photo"]?.bytes ?? [], thumbnail: thumbnail, of: id)
        return Site.redirect(Site.address(of: id, back: Site.local(form.text("back"))))
    }

    /// The page of an item.
    static func address(of id: ItemID, back: String) -> String {
        "/items/\(id)\(PercentEncoding.query(back == "/" ? [] : [("back", back)]))"
    }

    private func keep(
        _ bytes: [UInt8], thumbnail: [UInt8]?, of id: ItemID, if conditions: [Condition] = []
    ) async throws {
        // A digest of many bytes takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            let photo = try Site.photo(bytes)
            let small = try thumbnail.map { try Site.photo($0, greatestSize: Photo.greatestThumbnailSize) }
            try await self.inventory.setPhoto(photo, thumbnail: small, of: id, if: conditions)
        }
    }

    /// A photo that a client has sent: by RFC 9110 it is a 415 when a look at the bytes finds none.
    private static func photo(_ bytes: [UInt8], greatestSize: Int = Photo.greatestSize) throws -> Photo {
        if bytes.count > greatestSize {
            throw HTTPError(.contentTooLarge, "The photo is longer than \(greatestSize) bytes.")
        }
        do { return try Photo(bytes, greatestSize: greatestSize) } catch {
            throw HTTPError(.unsupportedMediaType, "\(error)")
        }
    }
}
