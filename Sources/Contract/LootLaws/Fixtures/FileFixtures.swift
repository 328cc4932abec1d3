package import LootCore

/// Files of all kinds for tests. Each number results in a different file. Pictures are complete, and other files
/// contain only the beginning.
package enum FileFixtures {
    /// Returns the file with a number and random padding of the given size in bytes. Pictures contain a single gray
    /// pixel.
    ///
    /// - Throws: ``/LootCore/LootError`` if the file exceeds the maximum size.
    package static func file(_ number: Int, _ kind: FileKind = .png, padding: Int = 0) throws(LootError)
        -> StoredFile
    {
        try StoredFile(bytes(number, kind, padding: padding))
    }

    /// Returns the bytes of a file.
    package static func bytes(_ number: Int, _ kind: FileKind = .png, padding: Int = 0) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(number)))
        var content = Array("photo \(number) ".utf8)
        content += (0..<max(0, padding)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        switch kind {
        case .png:
            let shade = UInt8(truncatingIfNeeded: number)
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
                + chunk("tEXt", Array("Comment\0".utf8) + content)
                + chunk("IDAT", deflated([0, shade])) + chunk("IEND", [])
        case .jpeg:
            // The maximum size of a comment is 65,533 bytes.
            var comments: [UInt8] = []
            for start in stride(from: 0, to: content.count, by: 60_000) {
                let part = content[start..<min(start + 60_000, content.count)]
                comments += [0xFF, 0xFE] + bigEndian(UInt32(part.count + 2)).suffix(2) + part
            }
            return [0xFF, 0xD8] + comments + grayPixel
        case .gif:
            var comment: [UInt8] = [0x21, 0xFE]
            for start in stride(from: 0, to: content.count, by: 255) {
                let part = content[start..<min(start + 255, content.count)]
                comment += [UInt8(part.count)] + part
            }
            return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF] + comment + [0]
                + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        case .webP:
            let image: [UInt8] = [
                0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x01, 0x00, 0x01, 0x00, 0x0E, 0xC0, 0xFE, 0x25, 0xA4,
                0x00,
                0x03, 0x70, 0x00, 0x00, 0x00, 0x00,
            ]
            if content.count % 2 == 1 { content.append(0) }
            let chunks =
                Array("WEBPVP8 ".utf8) + bigEndian(UInt32(image.count)).reversed() + image
                + Array("loot".utf8) + bigEndian(UInt32(content.count)).reversed() + content
            return Array("RIFF".utf8) + bigEndian(UInt32(chunks.count)).reversed() + chunks
        case .heic: return [0, 0, 0, 20] + Array("ftypheic\0\0\0\0mif1".utf8) + content
        case .avif: return [0, 0, 0, 20] + Array("ftypmif1\0\0\0\0avif".utf8) + content
        case .tiff: return Array("II*\0\0\0\0\0".utf8) + content
        case .pdf: return Array("%PDF-1.4\n".utf8) + content
        case .other: return content
        }
    }

    /// A JPEG file with one gray pixel, after the first marker.
    private static let grayPixel: [UInt8] =
        [0xFF, 0xDB, 0x00, 0x43, 0x00] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x01, 0x00, 0x01, 0x01, 0x01, 0x11, 0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x00, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x10, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x3F, 0xFF, 0xD9]

    // MARK: PNG

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let typed = Array(type.utf8) + content
        var checksum = UInt32.max
        for byte in typed {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        return bigEndian(UInt32(content.count)) + typed + bigEndian(~checksum)
    }

    /// Returns the bytes as an uncompressed zlib stream.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        let length = UInt8(truncatingIfNeeded: bytes.count)
        return [0x78, 0x01, 1, length, 0, ~length, 0xFF] + bytes + bigEndian(sums.1 << 16 | sums.0)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
