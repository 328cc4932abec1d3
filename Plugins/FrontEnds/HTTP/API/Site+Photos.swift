import LootControllers
import LootCore
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

    /// A photo, or with `?thumbnail` its thumbnail; where there is none, the photo stands in for it.
    ///
    /// What has its own bytes' digest for a name never changes; an item may have another photo tomorrow.
    private func photo(_ id: PhotoID, _ request: Request, isNamed: Bool) async throws -> Response {
        let wantsThumbnail = request.query["thumbnail"] != nil
        var found: Photo?
        if wantsThumbnail { found = try? await store.photos?.thumbnail(of: id) }
        let isLasting = isNamed && (!wantsThumbnail || found != nil)
        if found == nil { found = try await store.photos?.photo(id) }
        guard let found else { throw Site.noPhoto("no photo \(id.short) is there") }
        let tag = "\"\(found.id)\""
        var response = Response(bytes: found.bytes, type: found.kind.mediaType)
        if request.headers.contains(entityTag: tag, in: .ifNoneMatch) ?? false {
            response = Response(.notModified)
        }
        response.headers[.eTag] = tag
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
        return try await ifMatching(request, id) { precondition in
            try await self.keep(bytes, thumbnail: nil, of: id, if: precondition)
            guard let item = try await self.store.item(id) else { throw LootError.missing(id) }
            let bytes = self.itemBytes(item)
            return self.itemResponse(.ok, bytes, EntityTag.of(bytes))
        }
    }

    private func setThumbnail(_ bytes: [UInt8], of request: Request) async throws -> Response {
        let item = try await shownItem(request)
        guard let photo = try await inventory.photo(of: item) else { throw Site.noPhoto("the item has none") }
        let thumbnail = try Site.photo(bytes, greatestSize: Photo.greatestThumbnailSize)
        try await inventory.setPhoto(photo, thumbnail: thumbnail, of: item.id)
        let answer = itemBytes(item)
        return itemResponse(.ok, answer, EntityTag.of(answer))
    }

    /// `DELETE /api/items/{id}/photo`
    func removePhoto(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        return try await ifMatching(request, id) { precondition in
            try await self.inventory.removePhoto(of: id, if: precondition)
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
        _ bytes: [UInt8], thumbnail: [UInt8]?, of id: ItemID,
        if precondition: @escaping Inventory.Precondition = { _ in }
    ) async throws {
        // A digest of many bytes takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            let photo = try Site.photo(bytes)
            let small = try thumbnail.map { try Site.photo($0, greatestSize: Photo.greatestThumbnailSize) }
            try await self.inventory.setPhoto(photo, thumbnail: small, of: id, if: precondition)
        }
    }

    /// A photo that somebody has sent: by RFC 9110 it is a 415 when a look at the bytes finds none.
    private static func photo(_ bytes: [UInt8], greatestSize: Int = Photo.greatestSize) throws -> Photo {
        if bytes.count > greatestSize {
            throw HTTPError(.contentTooLarge, "The photo is longer than \(greatestSize) bytes.")
        }
        do { return try Photo(bytes, greatestSize: greatestSize) } catch {
            throw HTTPError(.unsupportedMediaType, "\(error)")
        }
    }
}
