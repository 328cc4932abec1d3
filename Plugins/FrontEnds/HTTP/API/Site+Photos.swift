import LootControllers
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Reading

    /// `GET /api/items/{id}/photo`
    func itemPhoto(_ request: Request) async throws -> Response {
        let item = try await shownItem(request)
        guard let id = item.photo else { throw Site.noPhoto("the item has none") }
        return try await photo(id, request, isNamed: false)
    }

    /// `GET /api/photos/{photo}`
    func namedPhoto(_ request: Request) async throws -> Response {
        guard let id = PhotoID(request.parameters["photo"]) else {
            throw Site.noPhoto("this is no name of a photo")
        }
        return try await photo(id, request, isNamed: true)
    }

    /// A photo, or with `?thumbnail` its thumbnail; where there is none, the photo stands in for it, but for
    /// `?thumbnail=only`.
    ///
    /// What has its own bytes' digest for a name never changes; an item may have another photo tomorrow.
    private func photo(_ id: PhotoID, _ request: Request, isNamed: Bool) async throws -> Response {
        let wantsThumbnail = request.query["thumbnail"] != nil
        let wantsNothingElse = request.query["thumbnail"] == "only"
        let photos = condition.photos
        let (found, isThumbnail) = try await elsewhere { () throws(LootError) -> (Photo?, Bool) in
            if wantsNothingElse { return (try await photos?.thumbnail(of: id), true) }
            if wantsThumbnail, let found = try? await photos?.thumbnail(of: id) { return (found, true) }
            return (try await photos?.photo(id), false)
        }
        let isLasting = isNamed && (!wantsThumbnail || isThumbnail && found != nil)
        guard let found else { throw Site.noPhoto("no photo \(id.short) is there") }
        var response = Response(bytes: found.bytes, type: found.kind.mediaType)
        response.headers[.eTag] = "\"\(found.id)\""
        response.headers[.cacheControl] = isLasting ? "private, max-age=31536000, immutable" : "no-cache"
        response.headers["Content-Disposition"] = "inline"
        return response
    }

    private static func noPhoto(_ why: String) -> LootError {
        LootError(.noSuchItem, "can't find the photo", because: why)
    }

    // MARK: Writing

    /// `PUT /api/items/{id}/photo`; with `?thumbnail` the thumbnail of the photo that the item has.
    func setPhoto(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let bytes = try await request.body.bytes()
        if request.query["thumbnail"] != nil { return try await setThumbnail(bytes, of: request) }
        return try await ifAsSeen(request, id) { conditions in
            try await self.keep(bytes, thumbnail: nil, of: id, if: conditions)
            guard let item = try await self.store.item(id) else { throw LootError.missing(id) }
            return self.itemResponse(.ok, item)
        }
    }

    private func setThumbnail(_ bytes: [UInt8], of request: Request) async throws -> Response {
        let item = try await shownItem(request)
        // An item may name a photo that was never put in: then there is nothing to have a thumbnail of.
        guard let name = item.photo, let photo = try await condition.photos?.photo(name) else {
            throw Site.noPhoto("the item has none")
        }
        let thumbnail = try Site.photo(bytes, greatestSize: Photo.greatestThumbnailSize)
        try await inventory.setPhoto(photo, thumbnail: thumbnail, of: item.id)
        return itemResponse(.ok, item)
    }

    /// `PUT /api/photos/{photo}`; with `?thumbnail` the thumbnail of the photo that is there under this name.
    func keepPhoto(_ request: Request) async throws -> Response {
        guard let id = PhotoID(request.parameters["photo"]) else {
            throw Site.noPhoto("this is no name of a photo")
        }
        guard let photos = condition.photos else { throw LootError.noPhotos }
        let bytes = try await request.body.bytes()
        let isThumbnail = request.query["thumbnail"] != nil
        // A digest of many bytes takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            if isThumbnail {
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
        return Response(.noContent)
    }

    /// `GET /api/photos`
    func listPhotos() async throws -> Response {
        let photos = condition.photos
        let ids = try await elsewhere { () throws(LootError) in try await photos?.ids() ?? [] }
        let body = JSON([("photos", JSON(ids.sorted().map { JSON($0.description) }))])
        return Response(bytes: body.bytes, type: "application/json")
    }

    /// `POST /api/photos/sweep`
    func sweepPhotos(_ request: Request) async throws -> Response {
        let document = try await document(request, types: ["application/json"])
        let (kept, age) = try ChangeReader.read(document) { reader, value -> (Set<PhotoID>, Int)? in
            guard reader.object(value, keys: ["keep", "olderThan"]) != nil else { return nil }
            let age = reader.member("olderThan", of: value) { $0.position($1) } ?? 30 * 86_400
            let kept = reader.member("keep", of: value) { reader, list -> [PhotoID]? in
                guard case .array(let names) = list.content else {
                    reader.refuse("a list of photos' names should stand here")
                    return nil
                }
                // A name that is none could be meant for a photo that has to stay.
                return names.compactMap { name in
                    guard let text = reader.text(name) else { return nil }
                    if let photo = PhotoID(text) { return photo }
                    reader.refuse("a photo's name, 64 lower-case hexadecimal digits, should stand here")
                    return nil
                }
            }
            return (Set(kept ?? []), age)
        }
        guard let photos = condition.photos else { throw LootError.noPhotos }
        // What the client knows may be old: what items name here stays, whatever it says.
        let inUse = try await store.photosInUse()
        let count = try await photos.sweep(keeping: kept.union(inUse), olderThan: .seconds(min(age, 1 << 40)))
        return Response(bytes: JSON([("removed", JSON(count))]).bytes, type: "application/json")
    }

    /// `DELETE /api/items/{id}/photo`
    func removePhoto(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        return try await ifAsSeen(request, id) { conditions in
            try await self.inventory.removePhoto(of: id, if: conditions)
            return Response(.noContent)
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
