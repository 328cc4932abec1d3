/// The content of a file with its ID.
///
/// ```swift
/// let receipt = try StoredFile(bytes)
/// try await store.fileKeeper?.put(receipt, thumbnail: nil)
/// let entry = FileEntry(receipt, name: "receipt.pdf")
/// try await store.apply([.update(lamp.id, ["files": .list([entry.description])])])
/// ```
public struct StoredFile: Hashable, Sendable {
    /// The ID under which the file is stored and which items refer to.
    public let id: FileID
    /// The kind of the content.
    package let kind: FileKind
    /// The content.
    public let bytes: [UInt8]

    /// The maximum size of a file in bytes: 100 MiB.
    package static let greatestSize = 100 << 20
    /// The maximum size of a photo in bytes: 16 MiB.
    package static let greatestPhoto = 16 << 20
    /// The maximum size of a thumbnail in bytes: 256 KiB.
    package static let greatestThumbnail = 256 << 10

    /// Creates a file with any content.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the content is empty or too large.
    public init(_ bytes: [UInt8]) throws(LootError) {
        try self.init(bytes, greatestSize: StoredFile.greatestSize)
    }

    /// Creates a file with a smaller size limit.
    package init(_ bytes: [UInt8], greatestSize: Int) throws(LootError) {
        try StoredFile.check(size: bytes.count, greatestSize: greatestSize)
        self.init(whole: bytes, FileKind(beginning: bytes))
    }

    /// Creates a photo or a thumbnail after checking that the content is a picture.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the content is too large, isn't a picture of a supported
    ///   kind (`FileKind.pictures`), or is truncated.
    public init(photo bytes: [UInt8]) throws(LootError) {
        try self.init(photo: bytes, greatestSize: StoredFile.greatestPhoto)
    }

    /// Creates a photo or a thumbnail with a different size limit.
    package init(photo bytes: [UInt8], greatestSize: Int) throws(LootError) {
        if bytes.isEmpty { throw StoredFile.photoRefusal("It is empty.", advice: "Choose another photo.") }
        if bytes.count > greatestSize {
            throw StoredFile.photoRefusal(
                "It is larger than \(greatestSize >> 10) KiB.", advice: "Make it smaller.")
        }
        let kind = FileKind(beginning: bytes)
        guard kind.isPicture else {
            throw StoredFile.photoRefusal(
                "Its format isn't supported.", advice: "Use \(list: FileKind.pictures.map(\.title), .or).")
        }
        guard kind.isWhole(bytes) else {
            throw StoredFile.photoRefusal(
                "It begins like a \(kind.title) file but is incomplete.", advice: "Copy the file again.")
        }
        self.init(whole: bytes, kind)
    }

    private init(whole bytes: [UInt8], _ kind: FileKind) {
        self.kind = kind
        self.bytes = bytes
        id = FileID(of: bytes)
    }

    /// Whether the file is valid as a photo: a complete picture that isn't too large.
    package var isPhoto: Bool {
        kind.isPicture && bytes.count <= StoredFile.greatestPhoto && kind.isWhole(bytes)
    }

    /// Throws if a size isn't valid for a file. Allows checking before the file is read.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package static func check(
        size: Int, greatestSize: Int = StoredFile.greatestSize
    ) throws(LootError) {
        if size <= 0 { throw refusal("It is empty.", advice: "Choose another file.") }
        if size > greatestSize {
            let limit =
                greatestSize >> 20 > 0 ? "\(greatestSize >> 20) MiB" : "\(greatestSize >> 10) KiB"
            throw refusal("It is larger than \(limit).", advice: "Make it smaller.")
        }
    }

    private static func refusal(_ reason: Message, advice: Message) -> LootError {
        LootError(.invalidValue, "Can't use this file.", reason: reason, advice: advice, field: "files")
    }

    private static func photoRefusal(_ reason: Message, advice: Message) -> LootError {
        LootError(.invalidValue, "Can't use this photo.", reason: reason, advice: advice, field: "photo")
    }
}
