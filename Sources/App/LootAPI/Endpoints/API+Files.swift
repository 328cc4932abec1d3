package import LootCore

extension API {
    /// The statuses of responses to range requests.
    private static let parts = [206, 416]

    // MARK: Photos of items

    package static let readPhoto = Endpoint(
        .get, "/api/items/{id}/photo", "readPhoto", "Returns the photo of an item.", takes: Parameters.id,
        Parameters.thumbnail,
        answers: .keptFile, failing: parts)

    package static let setPhoto = Endpoint(
        .put, "/api/items/{id}/photo", "setPhoto", "Sets the photo of an item, or the photo's thumbnail.",
        takes: Parameters.id, Parameters.thumbnail, Parameters.preconditions, RequestPart<[UInt8]>.photo,
        answers: .item("The changed item."), bodyLimit: StoredFile.greatestPhoto)

    package static let removePhoto = Endpoint(
        .delete, "/api/items/{id}/photo", "removePhoto", "Removes the photo of an item.",
        takes: Parameters.id, Parameters.preconditions, answers: .nothing("The photo was removed."))

    // MARK: Files of items

    package static let listFiles = Endpoint(
        .get, "/api/items/{id}/files", "listFiles",
        "Returns the files of an item, including its photo. To rename or reorder them, send a PATCH of the item's files.",
        takes: Parameters.id, answers: .itemFiles)

    package static let addFile = Endpoint(
        .post, "/api/items/{id}/files", "addFile", "Adds a file to an item, after its other files.",
        takes: Parameters.id, Parameters.fileName, Parameters.preconditions, RequestPart<[UInt8]>.anyFile,
        answers: .item("The changed item.", status: 201).with("Location"),
        bodyLimit: StoredFile.greatestSize)

    package static let readFile = Endpoint(
        .get, "/api/items/{id}/files/{file}", "readFile", "Returns a file of an item.",
        takes: Parameters.id, Parameters.itemFile, Parameters.thumbnail, answers: .keptFile, failing: parts)

    package static let removeFile = Endpoint(
        .delete, "/api/items/{id}/files/{file}", "removeFile", "Removes a file of an item.",
        takes: Parameters.id, Parameters.itemFile, Parameters.preconditions,
        answers: .nothing("The file was removed."))

    // MARK: Stored files

    package static let readKeptFile = Endpoint(
        .get, "/api/files/{file}", "readKeptFile",
        "Returns the file with the given SHA-256 hash. It never changes.",
        takes: Parameters.file, Parameters.thumbnail, answers: .keptFile, failing: parts)

    package static let keepFile = Endpoint(
        .put, "/api/files/{file}", "keepFile",
        "Stores a file or its thumbnail, so that items can refer to it.",
        takes: Parameters.file, Parameters.thumbnail, RequestPart<[UInt8]>.anyFile,
        answers: .nothing("The file was stored."),
        failing: [415, 422], bodyLimit: StoredFile.greatestSize)

    package static let listKeptFiles = Endpoint(
        .get, "/api/files", "listKeptFiles", "Returns the hashes of all stored files.", answers: .keptFiles)

    package static let sweepFiles = Endpoint(
        .post, "/api/files/sweep", "sweepFiles",
        "Removes files that no item refers to, except those that an undo could restore.",
        takes: RequestPart<FileSweep>.fileSweep,
        answers: .number("removed", "FileSweepResult", "The number of removed files."),
        failing: [501], bodyLimit: maximumFile)
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
