/// A file that is kept beside the items: its bytes, and the name that these give it.
///
/// ```swift
/// let receipt = try StoredFile(bytes)
/// try await store.fileKeeper?.put(receipt, thumbnail: nil)
/// let entry = FileEntry(receipt, name: "receipt.pdf")
/// try await store.apply([.update(lamp.id, ["files": .list([entry.description])])])
/// ```
public struct StoredFile: Hashable, Sendable {
    /// Its name, under which it is kept, and which items hold.
    public let id: FileID
    /// What kind of file its bytes are.
    package let kind: FileKind
    /// What is in it.
    public let bytes: [UInt8]

    /// How many bytes a file may have: 100 MiB.
    package static let greatestSize = 100 << 20
    /// How many bytes a photo may have: 16 MiB.
    package static let greatestPhoto = 16 << 20
    /// How many bytes a thumbnail may have: 256 KiB.
    package static let greatestThumbnail = 256 << 10

    /// A file with these bytes, whatever they are.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when there are none, or too many.
    public init(_ bytes: [UInt8]) throws(LootError) {
        try self.init(bytes, greatestSize: StoredFile.greatestSize)
    }

    /// A file with these bytes, of which there may be fewer than usual.
    package init(_ bytes: [UInt8], greatestSize: Int) throws(LootError) {
        try StoredFile.check(size: bytes.count, greatestSize: greatestSize)
        self.init(whole: bytes, FileKind(beginning: bytes))
    }

    /// A photo or a thumbnail: the bytes of a picture, looked at and found to be one.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when they are too many, are no picture of a known kind
    ///   (`FileKind.pictures`), or end before the picture does.
    public init(photo bytes: [UInt8]) throws(LootError) {
        try self.init(photo: bytes, greatestSize: StoredFile.greatestPhoto)
    }

    /// A photo or a thumbnail, which may have fewer bytes than usual.
    package init(photo bytes: [UInt8], greatestSize: Int) throws(LootError) {
        if bytes.isEmpty { throw StoredFile.photoRefusal("it is empty") }
        if bytes.count > greatestSize {
            throw StoredFile.photoRefusal(
                "it has more than \(greatestSize >> 10) KiB", next: "Make it smaller")
        }
        let kind = FileKind(beginning: bytes)
        guard kind.isPicture else {
            let kinds = FileKind.pictures.map(\.title).joined(separator: ", ")
            throw StoredFile.photoRefusal("its bytes are no photo", next: "Give one of these: \(kinds)")
        }
        guard kind.isWhole(bytes) else {
            throw StoredFile.photoRefusal(
                "it begins as a \(kind.title) file, and ends too early", next: "Copy the file again")
        }
        self.init(whole: bytes, kind)
    }

    private init(whole bytes: [UInt8], _ kind: FileKind) {
        self.kind = kind
        self.bytes = bytes
        id = FileID(of: bytes)
    }

    /// Whether it may stand for an item: a whole picture that is no longer than a photo may be.
    package var isPhoto: Bool {
        kind.isPicture && bytes.count <= StoredFile.greatestPhoto && kind.isWhole(bytes)
    }

    /// Fails if a file may not have this size. Asked before any byte is read.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package static func check(
        size: Int, greatestSize: Int = StoredFile.greatestSize
    ) throws(LootError) {
        if size <= 0 { throw refusal("it is empty", next: "Choose another one") }
        if size > greatestSize {
            let limit =
                greatestSize >> 20 > 0 ? "\(greatestSize >> 20) MiB" : "\(greatestSize >> 10) KiB"
            throw refusal("it has more than \(limit)", next: "Make it smaller")
        }
    }

    private static func refusal(_ why: String, next: String) -> LootError {
        LootError(.invalidValue, "can't take the file", because: why, next: next, field: "files")
    }

    private static func photoRefusal(_ why: String, next: String = "") -> LootError {
        LootError(.invalidValue, "can't take the photo", because: why, next: next, field: "photo")
    }
}
