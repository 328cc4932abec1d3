import LootActions
import LootCore
import WebServer

extension Site {
    /// The maximum body size of a form with files.
    static let uploadLimit = StoredFile.greatestSize + 1 << 20

    func addFileForms(to router: inout Router) {
        page(&router, .post, "/items/{id}/files", bodyLimit: Site.uploadLimit) { request in
            let id = try self.itemID(request)
            let form = try MultipartForm(try await request.body.bytes(), of: request)
            try await withTaskExecutorPreference(globalConcurrentExecutor) {
                let files = try Self.files(in: form)
                if files.isEmpty { throw Site.noFileChosen }
                try await self.inventory.addFiles(files, to: id)
            }
            return Self.redirect(Self.address(of: id, back: ListAddresses.local(form.text("back"))))
        }
        page(&router, .post, "/items/{id}/files/remove") { request in
            try await self.changeFile(request) { try await self.inventory.removeFiles([$1], of: $0) }
        }
        page(&router, .post, "/items/{id}/files/first") { request in
            try await self.changeFile(request) { try await self.inventory.moveFile($1, to: 0, of: $0) }
        }
    }

    private func changeFile(
        _ request: Request, _ change: (ItemID, FileEntry) async throws -> Commit?
    ) async throws -> Response {
        let id = try itemID(request)
        let form = try await form(request)
        guard let file = form["file"].flatMap({ FileEntry($0) }) else {
            throw HTTPError(.badRequest, String(localized: "The form doesn't identify the file."))
        }
        _ = try await change(id, file)
        return Self.redirect(Self.address(of: id, back: Self.back(form)))
    }

    /// Returns the files in the given form, with the thumbnails that a script has created for pictures.
    static func files(in form: MultipartForm) throws -> [NewFile] {
        let parts = form.parts.filter { $0.name == "files" && !($0.fileName ?? "").isEmpty }
        return try parts.enumerated().map { index, part in
            let file = try StoredFile(part.bytes)
            // File names sent by the client aren't trusted.
            let name =
                (try? FileEntry.name(ofPath: part.fileName ?? "")) ?? "file.\(file.kind.fileEnding)"
            let small = form["thumbnail-\(index)"].flatMap { $0.bytes.isEmpty ? nil : $0.bytes }
            let thumbnail = try small.map { try Site.photo($0, greatestSize: StoredFile.greatestThumbnail) }
            return NewFile(file, name: name, thumbnail: thumbnail)
        }
    }

    private static let noFileChosen = LootError(
        .invalidValue, "Can't add files.", reason: "No file was chosen.", advice: "Choose one or more files.",
        field: "files")
}

extension QueryItems {
    /// Creates the fields of the given form without its files.
    init(fieldsOf form: MultipartForm) {
        self.init(
            form.parts.filter { $0.fileName == nil }.map {
                ($0.name, String(decoding: $0.bytes, as: UTF8.self))
            })
    }
}
