/// The kinds of files that can be recognized by their content.
package enum FileKind: String, Hashable, Sendable, CaseIterable {
    /// A JPEG picture, common for cameras.
    case jpeg
    /// A PNG picture, which is lossless.
    case png
    /// A WebP picture, common on the web.
    case webP = "webp"
    /// A GIF picture, which may be animated.
    case gif
    /// A HEIC picture, common on phones.
    case heic
    /// An AVIF picture, supported by newer browsers.
    case avif
    /// A TIFF picture, common for scanners.
    case tiff
    /// A PDF document.
    case pdf
    /// An unknown kind.
    case other

    /// The kinds that all browsers support, which are valid for photos.
    package static let pictures: [FileKind] = [.jpeg, .png, .webP, .gif]

    /// Whether the kind is valid for photos.
    package var isPicture: Bool { FileKind.pictures.contains(self) }

    /// The media type, for example `image/jpeg`.
    package var mediaType: String {
        switch self {
        case .jpeg, .png, .webP, .gif, .heic, .avif, .tiff: "image/\(rawValue)"
        case .pdf: "application/pdf"
        case .other: MediaType.unknown
        }
    }

    /// The filename extension, for example `jpg`.
    package var fileEnding: String {
        switch self {
        case .jpeg: "jpg"
        case .other: "bin"
        default: rawValue
        }
    }

    /// The title, for example `JPEG`.
    package var title: String {
        switch self {
        case .webP: "WebP"
        case .other: "file"
        default: rawValue.uppercased()
        }
    }

    /// Recognizes the kind of a file by its first bytes.
    package init(beginning bytes: [UInt8]) {
        let text = { (start: Int, text: String) in bytes.dropFirst(start).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if text(0, "RIFF"), text(8, "WEBP") {
            self = .webP
        } else if text(0, "GIF87a") || text(0, "GIF89a") {
            self = .gif
        } else if text(0, "%PDF-") {
            self = .pdf
        } else if text(0, "II*\0") || text(0, "MM\0*") {
            self = .tiff
        } else if text(4, "ftyp") {
            self = FileKind.kind(ofBrands: bytes)
        } else {
            self = .other
        }
    }

    /// Recognizes a HEIC or AVIF file. Both have the same container format, which identifies its content by
    /// four-letter brands.
    private static func kind(ofBrands bytes: [UInt8]) -> FileKind {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let brands = stride(from: 8, to: min(length, bytes.count, 256) - 3, by: 4).map {
            String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)
        }
        if !Set(brands).isDisjoint(with: ["avif", "avis"]) { return .avif }
        let heic: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return Set(brands).isDisjoint(with: heic) ? .other : .heic
    }

    /// Returns whether a file of this kind is complete and contains an image. The image itself isn't decoded.
    /// Additional data after its end is ignored, since some cameras append a video.
    func isWhole(_ bytes: [UInt8]) -> Bool {
        var walk = PictureWalk(bytes)
        return switch self {
        case .jpeg: walk.jpeg()
        case .png: walk.png()
        case .webP: walk.webP()
        case .gif: walk.gif()
        case .heic, .avif, .tiff, .pdf, .other: true
        }
    }
}

/// Walks through the structure of an image file. Each method returns whether it reached the end that the format
/// defines.
private struct PictureWalk {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a big-endian number of `count` bytes.
    private mutating func number(_ count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, bytes.count - position >= count else { return false }
        position += count
        return true
    }

    mutating func jpeg() -> Bool {
        position = 2
        var hasFrame = false
        while let start = byte() {
            guard start == 0xFF else { return false }
            var next = byte()
            while next == 0xFF { next = byte() }
            guard let marker = next else { return false }
            switch marker {
            case 0xD9: return hasFrame
            case 0x01, 0xD0...0xD7: continue
            default:
                if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) { hasFrame = true }
                guard let length = number(2), skip(length - 2) else { return false }
                if marker == 0xDA { skipScan() }
            }
        }
        return false
    }

    /// Skips to the next marker. Within a scan, 0xFF is followed by 0 or a restart number.
    private mutating func skipScan() {
        while position + 1 < bytes.count {
            let next = bytes[position + 1]
            if bytes[position] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { return }
            position += 1
        }
        position = bytes.count
    }

    mutating func png() -> Bool {
        position = 8
        var hasImage = false
        while let length = number(4), let type = number(4) {
            if position == 16, type != 0x4948_4452 || length != 13 { return false }  // IHDR
            guard skip(length), skip(4) else { return false }
            if type == 0x4944_4154 { hasImage = true }  // IDAT
            if type == 0x4945_4E44 { return hasImage }  // IEND
        }
        return false
    }

    mutating func webP() -> Bool {
        position = 4
        guard let size = number(4).map({ Int(UInt32(truncatingIfNeeded: $0).byteSwapped) }), size >= 16,
            bytes.count >= size + 8, skip(4), let first = number(4)
        else { return false }
        return [0x5650_3820, 0x5650_384C, 0x5650_3858].contains(first)  // "VP8 ", "VP8L", "VP8X"
    }

    mutating func gif() -> Bool {
        position = 10
        guard let flags = byte(), skip(2), skipColors(flags) else { return false }
        var hasImage = false
        while let block = byte() {
            switch block {
            case 0x3B: return hasImage
            case 0x21: if !skip(1) { return false }
            case 0x2C:
                guard skip(8), let flags = byte(), skipColors(flags), skip(1) else { return false }
                hasImage = true
            default: return false
            }
            while let length = byte(), length > 0 { if !skip(Int(length)) { return false } }
        }
        return false
    }

    /// Skips the color table, if the flags indicate one.
    private mutating func skipColors(_ flags: UInt8) -> Bool {
        flags & 0x80 == 0 || skip(3 << (Int(flags & 7) + 1))
    }
}
