import LootCore

/// The kind of a binary file that contains no table, recognized by its first bytes.
struct BinaryKind {
    /// A sentence about the kind: `This is a JPEG image.`
    private let description: Message
    /// Advice on how to use the file, or an empty message.
    private let advice: Message

    /// Creates the kind of a file, or returns `nil` if the file may contain items.
    init?(of bytes: [UInt8]) {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        let found = BinaryKind.kinds.first { bytes.dropFirst($0.offset).starts(with: $0.mark) }
        if let found {
            (description, advice) = (found.description, found.advice)
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            (description, advice) = ("This is a WebP image.", BinaryKind.ofImage)
        } else if has("ftyp", at: 4) {
            let isImage = ["heic", "heix", "mif1", "avif"].contains { has($0, at: 8) }
            (description, advice) =
                isImage ? ("This is a HEIC image.", BinaryKind.ofImage) : ("This is a video.", "")
        } else {
            return nil
        }
    }

    /// Returns the error for importing the file.
    func refusal(_ file: String) -> LootError {
        LootError(.malformed, "Can't import \(file).", reason: description, advice: advice, place: file)
    }

    private struct Known {
        let mark: [UInt8]
        var offset = 0
        let description: Message
        let advice: Message
    }

    private static let ofImage: Message = "Add it to an item as a photo."
    private static let ofPacked: Message = "Unpack it, and import the file in it."

    private static let kinds: [Known] = [
        Known(mark: [0xFF, 0xD8, 0xFF], description: "This is a JPEG image.", advice: ofImage),
        Known(
            mark: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], description: "This is a PNG image.",
            advice: ofImage),
        Known(mark: Array("GIF8".utf8), description: "This is a GIF image.", advice: ofImage),
        Known(mark: [0x49, 0x49, 0x2A, 0x00], description: "This is a TIFF image.", advice: ofImage),
        Known(mark: [0x4D, 0x4D, 0x00, 0x2A], description: "This is a TIFF image.", advice: ofImage),
        Known(
            mark: Array("%PDF-".utf8), description: "This is a PDF document.",
            advice: "Attach it to an item, or export the table as CSV from the program that wrote it."),
        Known(
            mark: Array("SQLite format 3\u{0}".utf8), description: "This is a SQLite database.",
            advice: "Open a list in it with --store sqlite:FILE, or export the table as CSV."),
        Known(mark: [0x1F, 0x8B], description: "This is a gzip archive.", advice: ofPacked),
        Known(mark: [0x42, 0x5A, 0x68], description: "This is a bzip2 archive.", advice: ofPacked),
        Known(
            mark: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], description: "This is an xz archive.",
            advice: ofPacked),
        Known(mark: [0x28, 0xB5, 0x2F, 0xFD], description: "This is a Zstandard archive.", advice: ofPacked),
        Known(
            mark: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], description: "This is a 7-Zip archive.",
            advice: ofPacked),
        Known(mark: Array("Rar!\u{1A}\u{7}".utf8), description: "This is a RAR archive.", advice: ofPacked),
        Known(mark: [0x7F, 0x45, 0x4C, 0x46], description: "This is a program.", advice: ""),
        Known(mark: Array("ID3".utf8), description: "This is an MP3 file.", advice: ""),
        Known(mark: Array("OggS".utf8), description: "This is an Ogg file.", advice: ""),
    ]
}
