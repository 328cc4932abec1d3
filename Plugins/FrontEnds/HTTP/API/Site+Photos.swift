import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Reading

    /// Handles `GET /api/items/{id}/photo`.
    func itemPhoto(_ input: (ItemID, Thumbnail)) async throws -> Reply<FileContents> {
        let item = try await existing(input.0)
        guard let id = item.photo else { throw Site.noPhoto }
        return try await contents(id, input.1, of: item)
    }

    /// Handles `GET /api/files/{file}`.
    func keptFile(_ input: (FileID, Thumbnail)) async throws -> Reply<FileContents> {
        try await contents(input.0, input.1)
    }

    private static let noPhoto = LootError(
        .noSuchItem, "Can't find the photo.", reason: "The item has no photo.")

    // MARK: Writing

    /// Handles `PUT /api/items/{id}/photo`. With `?thumbnail`, sets the thumbnail of the item's photo.
    func setPhoto(_ input: (ItemID, Thumbnail, Preconditions, [UInt8])) async throws -> Reply<Item> {
        let (id, thumbnail, preconditions, bytes) = input
        if thumbnail != .no { return try await setThumbnail(bytes, of: id) }
        // An invalid photo is rejected regardless of the item. Hashing many bytes takes time and must not block other
        // requests of this thread.
        let photo = try await withTaskExecutorPreference(globalConcurrentExecutor) { try Site.photo(bytes) }
        return try await ifAsSeen(preconditions, id) { conditions in
            try await self.inventory.setPhoto(photo, of: id, if: conditions)
            return self.reply(try await self.existing(id))
        }
    }

    private func setThumbnail(_ bytes: [UInt8], of id: ItemID) async throws -> Reply<Item> {
        let item = try await existing(id)
        // The item can refer to a photo that was never uploaded. Such a photo can't have a thumbnail.
        guard let keeper = condition.fileKeeper, let name = item.photo,
            let photo = try await keeper.file(name)
        else {
            throw Site.noPhoto
        }
        let thumbnail = try Site.photo(bytes, greatestSize: StoredFile.greatestThumbnail)
        try await keeper.put(photo, thumbnail: thumbnail)
        return reply(item)
    }

    /// Handles `PUT /api/files/{file}`. With `?thumbnail`, sets the thumbnail of an existing file.
    func keepFile(_ input: (FileID, Thumbnail, [UInt8])) async throws -> Reply<Void> {
        let (id, thumbnail, bytes) = input
        guard let keeper = condition.fileKeeper else { throw LootError.keepsNoFiles }
        // Hashing many bytes takes time and must not block other requests of this thread.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            if thumbnail != .no {
                let thumbnail = try Site.photo(bytes, greatestSize: StoredFile.greatestThumbnail)
                guard let file = try await keeper.file(id) else {
                    throw Site.noFile("There is no file \(id.short).")
                }
                return try await keeper.put(file, thumbnail: thumbnail)
            }
            let file = try StoredFile(bytes)
            guard file.id == id else {
                throw HTTPError(
                    .unprocessableContent,
                    String(
                        localized: "The content doesn't match this file name. The correct name is \(file.id)."
                    ))
            }
            try await keeper.put(file, thumbnail: nil)
        }
        return Reply(())
    }

    /// Handles `GET /api/files`.
    func listKeptFiles() async throws -> Reply<Set<FileID>> {
        let keeper = condition.fileKeeper
        return Reply(try await elsewhere { () throws(LootError) in try await keeper?.ids() ?? [] })
    }

    /// Handles `POST /api/files/sweep`.
    func sweepFiles(_ sweep: FileSweep) async throws -> Reply<Int> {
        guard let keeper = condition.fileKeeper else { throw LootError.keepsNoFiles }
        // The client's list may be outdated, so files that items refer to are always kept.
        let kept = sweep.kept.union(try await store.filesInUse())
        return Reply(try await keeper.sweep(keeping: kept, olderThan: .seconds(min(sweep.age, 1 << 40))))
    }

    /// Handles `DELETE /api/items/{id}/photo`.
    func removePhoto(_ input: (ItemID, Preconditions)) async throws -> Reply<Void> {
        try await ifAsSeen(input.1, input.0) { conditions in
            try await self.inventory.removePhoto(of: input.0, if: conditions)
            return Reply(())
        }
    }

    static func address(of id: ItemID, back: String) -> String {
        "/items/\(id)\(PercentEncoding.query(back == "/" ? [] : [("back", back)]))"
    }

    /// Returns the photo that a client has sent. According to RFC 9110, the response is 415 if the bytes aren't a
    /// photo.
    static func photo(
        _ bytes: [UInt8], greatestSize: Int = StoredFile.greatestPhoto
    ) throws -> StoredFile {
        if bytes.count > greatestSize {
            throw HTTPError(
                .contentTooLarge, String(localized: "The photo is larger than \(greatestSize) bytes."))
        }
        do { return try StoredFile(photo: bytes, greatestSize: greatestSize) } catch {
            throw HTTPError(.unsupportedMediaType, error.text)
        }
    }
}
