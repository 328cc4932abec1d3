package import LootCore

extension API {
    /// The statuses of responses to range requests.
    private static let parts = [206, 416]

    // MARK: Photos of items

    package static let readPhoto = Endpoint(
        .get, "/api/items/{id}/photo", "readPhoto", "The photo of an item.", takes: Take.id, Take.thumbnail,
        answers: .keptFile, failing: parts)

    package static let setPhoto = Endpoint(
        .put, "/api/items/{id}/photo", "setPhoto", "Gives an item a photo, or its photo a thumbnail.",
        takes: Take.id, Take.thumbnail, Take.preconditions, RequestPart<[UInt8]>.photo,
        answers: .item("The item as it is now."), bodyLimit: StoredFile.greatestPhoto)

    package static let removePhoto = Endpoint(
        .delete, "/api/items/{id}/photo", "removePhoto", "Takes an item's photo away.",
        takes: Take.id, Take.preconditions, answers: .nothing("It is gone."))

    // MARK: Files of items

    package static let listFiles = Endpoint(
        .get, "/api/items/{id}/files", "listFiles",
        "The files of an item, its photo among them. They are ordered and renamed by a PATCH of the item's files.",
        takes: Take.id, answers: .itemFiles)

    package static let addFile = Endpoint(
        .post, "/api/items/{id}/files", "addFile", "Gives an item a file, behind those that it has.",
        takes: Take.id, Take.fileName, Take.preconditions, RequestPart<[UInt8]>.anyFile,
        answers: .item("The item as it is now.", status: 201).with("Location"),
        bodyLimit: StoredFile.greatestSize)

    package static let readFile = Endpoint(
        .get, "/api/items/{id}/files/{file}", "readFile", "What is in a file of an item.",
        takes: Take.id, Take.itemFile, Take.thumbnail, answers: .keptFile, failing: parts)

    package static let removeFile = Endpoint(
        .delete, "/api/items/{id}/files/{file}", "removeFile", "Takes a file of an item away.",
        takes: Take.id, Take.itemFile, Take.preconditions, answers: .nothing("It is gone."))

    // MARK: Stored files

    package static let readKeptFile = Endpoint(
        .get, "/api/files/{file}", "readKeptFile",
        "A file by the SHA-256 of its bytes, which stands for these bytes forever.",
        takes: Take.file, Take.thumbnail, answers: .keptFile, failing: parts)

    package static let keepFile = Endpoint(
        .put, "/api/files/{file}", "keepFile", "Keeps a file, or its thumbnail, for an item to name.",
        takes: Take.file, Take.thumbnail, RequestPart<[UInt8]>.anyFile, answers: .nothing("It is there."),
        failing: [415, 422], bodyLimit: StoredFile.greatestSize)

    package static let listKeptFiles = Endpoint(
        .get, "/api/files", "listKeptFiles", "The names of all files that are there.", answers: .keptFiles)

    package static let sweepFiles = Endpoint(
        .post, "/api/files/sweep", "sweepFiles",
        "Takes away the files that no item names, and none that an undo could bring back.",
        takes: RequestPart<FileSweep>.fileSweep,
        answers: .number("removed", "FileSweepResult", "How many went."),
        failing: [501], bodyLimit: greatestFile)
}

/// The contents of a file and its media type.
package struct FileContents: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]
    /// The media type, from the item's entry or else determined from the bytes.
    package var mediaType: String

    /// Creates contents of a media type.
    package init(_ bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
    }
}
