/// A photo: the bytes of an image file, looked at and found to be one.
///
/// ```swift
/// let photo = try Photo(bytes)
/// try await store.photos?.put(photo, thumbnail: nil)
/// try await store.apply([.update(lamp.id, ["photo": .text(photo.id.description)])])
/// ```
public struct Photo: Hashable, Sendable {
    /// Its name, which an item holds in its field `photo`.
    public let id: PhotoID
    /// What kind of image it is.
    public let kind: PhotoKind
    /// The image file.
    public let bytes: [UInt8]

    /// How many bytes a photo may have: 16 MiB.
    public static let greatestSize = 16 << 20
    /// How many bytes a thumbnail may have: 256 KiB.
    public static let greatestThumbnailSize = 256 << 10

    /// A photo with these bytes.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` when they are too many, are no image of a known kind
    ///   (``PhotoKind``), or end before the image does.
    public init(_ bytes: [UInt8], greatestSize: Int = Photo.greatestSize) throws(LootError) {
        if bytes.isEmpty { throw Photo.refusal("it is empty") }
        if bytes.count > greatestSize {
            throw Photo.refusal("it has more than \(greatestSize >> 10) KiB", next: "Make it smaller")
        }
        guard let kind = PhotoKind(beginning: bytes) else {
            let kinds = PhotoKind.allCases.map(\.title).joined(separator: ", ")
            throw Photo.refusal("its bytes are no photo", next: "These are: \(kinds)")
        }
        guard kind.isWhole(bytes) else {
            throw Photo.refusal(
                "it begins as a \(kind.title) file, and ends too early", next: "Copy the file again")
        }
        self.kind = kind
        self.bytes = bytes
        id = PhotoID(of: bytes)
    }

    private static func refusal(_ why: String, next: String = "") -> LootError {
        LootError(.invalidValue, "can't take the photo", because: why, next: next, field: "photo")
    }
}
