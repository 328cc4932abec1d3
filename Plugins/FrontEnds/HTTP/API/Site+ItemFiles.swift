import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

extension Site {
    /// Handles `GET /api/items/{id}/files`.
    func listFiles(_ id: ItemID) async throws -> Reply<[FileEntry]> {
        let item = try await existing(id)
        let inventory = inventory
        return Reply(try await elsewhere { () throws(LootError) in try await inventory.files(of: item) })
    }

    /// Handles `POST /api/items/{id}/files`.
    func addFile(_ input: (ItemID, String, Preconditions, [UInt8])) async throws -> Reply<Item> {
        let (id, name, preconditions, bytes) = input
        // An invalid file is rejected regardless of the item. Hashing many bytes takes time and must not block other
        // requests of this thread.
        let file = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            self.inventory.asKept(try StoredFile(bytes))
        }
        return try await ifAsSeen(preconditions, id) { conditions in
            try await self.inventory.addFiles([NewFile(file, name: name)], to: id, if: conditions)
            var reply = self.reply(try await self.existing(id))
            reply.headers.append("Location", "/api/items/\(id)/files/\(file.id)")
            return reply
        }
    }

    /// Handles `GET /api/items/{id}/files/{file}`.
    func itemFile(_ input: (ItemID, String, Thumbnail)) async throws -> Reply<FileContents> {
        let (item, file) = try await file(input.1, of: input.0)
        return try await contents(file.id, input.2, entry: file, of: item)
    }

    /// Handles `DELETE /api/items/{id}/files/{file}`.
    func removeFile(_ input: (ItemID, String, Preconditions)) async throws -> Reply<Void> {
        let (_, file) = try await file(input.1, of: input.0)
        return try await ifAsSeen(input.2, input.0) { conditions in
            try await self.inventory.removeFiles([file], of: input.0, if: conditions)
            return Reply(())
        }
    }

    /// Returns the file of an item with the given number, name or digest.
    func file(_ text: String, of id: ItemID) async throws -> (Item, FileEntry) {
        let item = try await existing(id)
        let inventory = inventory
        let files = try await elsewhere { () throws(LootError) in try await inventory.files(of: item) }
        return (item, files[try FileEntry.index(of: text, in: files, of: item)])
    }

    /// Returns the content of a file or of its thumbnail. If there is no thumbnail, returns the file, unless only the
    /// thumbnail is wanted.
    ///
    /// A file that is addressed by its digest never changes. The files of an item can change.
    func contents(
        _ id: FileID, _ thumbnail: Thumbnail, entry: FileEntry? = nil, of item: Item? = nil
    ) async throws -> Reply<FileContents> {
        let keeper = condition.fileKeeper
        let (found, isThumbnail) = try await elsewhere { () throws(LootError) -> (StoredFile?, Bool) in
            if thumbnail == .only { return (try await keeper?.thumbnail(of: id), true) }
            if thumbnail == .preferred, let found = try? await keeper?.thumbnail(of: id) {
                return (found, true)
            }
            return (try await keeper?.file(id), false)
        }
        guard let found else { throw Site.noFile("There is no file \(id.short).") }
        let isLasting = item == nil && (thumbnail == .no || isThumbnail)
        let type = isThumbnail ? found.kind.mediaType : entry?.mediaType ?? found.kind.mediaType
        return Reply(
            FileContents(found.bytes, mediaType: type),
            headers: Site.headers(of: found, name: isThumbnail ? nil : entry?.name, isLasting: isLasting))
    }

    static func noFile(_ reason: Message) -> LootError {
        LootError(.noSuchItem, "Can't find the file.", reason: reason)
    }

    /// Returns headers that prevent the execution of scripts in a file. Pictures and PDF files are displayed, and
    /// others are downloaded.
    static func headers(of file: StoredFile, name: String?, isLasting: Bool) -> Headers {
        let isShown = file.kind.isPicture || file.kind == .pdf
        var disposition = isShown ? "inline" : "attachment"
        if let name { disposition += "; \(fileName(name))" }
        var headers: Headers = [
            .eTag: "\"\(file.id)\"",
            .cacheControl: isLasting ? "private, max-age=31536000, immutable" : "no-cache",
            "Content-Disposition": disposition, .acceptRanges: "bytes",
        ]
        // Browsers don't display PDF files in a sandbox. PDF viewers have their own, and the site's policy applies
        // anyway.
        if file.kind != .pdf { headers.append("Content-Security-Policy", "sandbox; default-src 'none'") }
        return headers
    }

    /// Returns the parameters for a file name (RFC 6266): in ASCII for old clients, and complete.
    static func fileName(_ name: String) -> String {
        let plain = String(
            name.unicodeScalars.map { scalar in
                scalar.isASCII && !"\"\\%".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
            })
        return "filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}
