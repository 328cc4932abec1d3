package import LootCore

/// The location where a picture was taken, which cameras and phones store in the file.
///
/// The position is overwritten in place, so that orientation, color and the picture itself don't change. Files that
/// violate their format aren't changed.
package enum CameraPosition {
    /// Returns the file without the position, or `nil` if no position was found.
    ///
    /// Searches JPEG, PNG, WebP, HEIC, AVIF and TIFF files for EXIF and uncompressed XMP.
    package static func removed(from bytes: [UInt8], of kind: FileKind) -> [UInt8]? {
        var eraser = PositionEraser(bytes)
        switch kind {
        case .jpeg: eraser.jpeg()
        case .png: eraser.png()
        case .webP: eraser.webP()
        case .heic, .avif: eraser.heif()
        case .tiff: eraser.exif(in: 0..<bytes.count)
        case .gif, .pdf, .other: return nil
        }
        return eraser.hasErased ? eraser.bytes : nil
    }
}

extension StoredFile {
    /// Returns the file without the ``CameraPosition``.
    package func withoutPosition() -> StoredFile {
        // Removing the position doesn't change the size, so stores still accept the file.
        CameraPosition.removed(from: bytes, of: kind).flatMap { try? StoredFile($0) } ?? self
    }
}

/// An editor that overwrites the position in a picture's metadata. It checks all numbers from the file against the
/// bounds of the enclosing part.
struct PositionEraser {
    private(set) var bytes: [UInt8]
    private(set) var hasErased = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Parts of files

    mutating func jpeg() {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // Padding bytes can precede a marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            // The start of the scan is followed by the image data.
            guard marker != 0xDA, marker != 0xD9, let length = number(2, at: position + 2), length >= 2
            else { return }
            let segment = position + 4..<position + 2 + length
            guard segment.upperBound <= bytes.count else { return }
            if marker == 0xE1 {
                if holds("Exif\0", at: segment.lowerBound), segment.count > 6 {
                    exif(in: segment.lowerBound + 6..<segment.upperBound)
                } else if holds("http://ns.adobe.com/xap/1.0/\0", at: segment.lowerBound) {
                    xmp(in: segment)
                }
            }
            position = segment.upperBound
        }
    }

    mutating func png() {
        var position = 8
        while let length = number(4, at: position), position + 12 + length <= bytes.count {
            let content = position + 8..<position + 8 + length
            let hadErased = hasErased
            hasErased = false
            if holds("eXIf", at: position + 4) { exif(in: content) }
            if holds("iTXtXML:com.adobe.xmp\0", at: position + 4) { xmp(in: content) }
            if hasErased { put(checksum(of: position + 4..<content.upperBound), at: content.upperBound) }
            hasErased = hasErased || hadErased
            position = content.upperBound + 4
        }
    }

    mutating func webP() {
        var position = 12
        while let length = number(4, at: position + 4, isLittle: true),
            position + 8 + length <= bytes.count
        {
            var content = position + 8..<position + 8 + length
            if holds("EXIF", at: position) {
                // Some programs add the prefix that is used in JPEG files.
                if holds("Exif\0\0", at: content.lowerBound), length > 6 {
                    content = content.lowerBound + 6..<content.upperBound
                }
                exif(in: content)
            } else if holds("XMP ", at: position) {
                xmp(in: content)
            }
            position = position + 8 + length + length % 2
        }
    }

    // MARK: Metadata

    /// Erases the position from a block of EXIF data, which has the structure of a TIFF file: tables of entries that
    /// point to each other.
    mutating func exif(in block: Range<Int>) {
        guard block.count >= 8, block.upperBound <= bytes.count else { return }
        let isLittle = holds("II*\0", at: block.lowerBound)
        guard isLittle || holds("MM\0*", at: block.lowerBound) else { return }
        var next = number(4, at: block.lowerBound + 4, isLittle: isLittle) ?? 0
        // Usually there are two tables, for the picture and its thumbnail. The limit ends the loop if the tables form
        // a cycle.
        for _ in 0..<16 {
            guard let table = Table(at: next, in: block, of: self, isLittle: isLittle) else { return }
            next = number(4, at: table.end, isLittle: isLittle) ?? 0
            let entries = (0..<table.count).map { table.start + $0 * Table.entryLength }
            if let index = entries.firstIndex(where: {
                number(2, at: $0, isLittle: isLittle) == Table.position
            }) {
                let offset = number(4, at: entries[index] + 8, isLittle: isLittle) ?? 0
                erase(tableAt: offset, in: block, isLittle: isLittle)
                take(index, from: table, isLittle: isLittle)
            }
            if next == 0 { return }
        }
    }

    /// Overwrites a table and the values it refers to with zeros.
    private mutating func erase(tableAt offset: Int, in block: Range<Int>, isLittle: Bool) {
        guard let table = Table(at: offset, in: block, of: self, isLittle: isLittle) else { return }
        let widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
        for index in 0..<table.count {
            let entry = table.start + index * Table.entryLength
            guard let type = number(2, at: entry + 2, isLittle: isLittle), type < widths.count,
                let count = number(4, at: entry + 4, isLittle: isLittle),
                let place = number(4, at: entry + 8, isLittle: isLittle)
            else { continue }
            let length = widths[type] * count
            guard length > 4, block.lowerBound + place + length <= block.upperBound else { continue }
            blank(block.lowerBound + place..<block.lowerBound + place + length, with: 0)
        }
        blank(table.start - 2..<table.end, with: 0)
    }

    /// Removes an entry from a table. Moves up the following entries, which doesn't affect offsets.
    private mutating func take(_ index: Int, from table: Table, isLittle: Bool) {
        let entry = table.start + index * Table.entryLength
        let tail = min(table.end + 4, table.block.upperBound)
        let rest = Array(bytes[min(entry + Table.entryLength, tail)..<tail])
        bytes.replaceSubrange(entry..<entry + rest.count, with: rest)
        blank(entry + rest.count..<tail, with: 0)
        let count = table.count - 1
        let digits = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        bytes.replaceSubrange(table.start - 2..<table.start, with: isLittle ? digits.reversed() : digits)
        hasErased = true
    }

    /// Erases all attributes and elements with names such as `exif:GPS…` from a block of XMP, which is XML text.
    mutating func xmp(in block: Range<Int>) {
        let key = Array("exif:GPS".utf8)
        var position = block.lowerBound
        while position + key.count < block.upperBound {
            guard bytes[position] == key[0], bytes[position..<position + key.count].elementsEqual(key) else {
                position += 1
                continue
            }
            var end = position
            while end < block.upperBound, isPartOfName(bytes[end]) { end += 1 }
            let isElement = position > block.lowerBound && bytes[position - 1] == UInt8(ascii: "<")
            let range =
                isElement
                ? self.element(position..<end, before: block.upperBound)
                : attribute(position..<end, before: block.upperBound)
            if let range { blank(range, with: UInt8(ascii: " ")) }
            position = max(end, range?.upperBound ?? end)
        }
    }

    /// Returns the range of an attribute, from its name to its closing quote, or `nil` if there is none.
    private func attribute(_ name: Range<Int>, before limit: Int) -> Range<Int>? {
        var position = name.upperBound
        let skipSpace = { (position: inout Int) in
            while position < limit, [0x20, 0x09, 0x0A, 0x0D].contains(self.bytes[position]) { position += 1 }
        }
        skipSpace(&position)
        guard position < limit, bytes[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        skipSpace(&position)
        guard position < limit, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
            let end = bytes[position + 1..<limit].firstIndex(of: bytes[position])
        else { return nil }
        return name.lowerBound..<end + 1
    }

    /// Returns the range of an element, including its closing tag, or `nil` if there is none.
    private func element(_ name: Range<Int>, before limit: Int) -> Range<Int>? {
        guard let opened = bytes[name.upperBound..<limit].firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let start = name.lowerBound - 1
        if bytes[opened - 1] == UInt8(ascii: "/") { return start..<opened + 1 }
        let closing = Array("</".utf8) + bytes[name] + [UInt8(ascii: ">")]
        var position = opened + 1
        while position + closing.count <= limit {
            if bytes[position] == closing[0],
                bytes[position..<position + closing.count].elementsEqual(closing)
            {
                return start..<position + closing.count
            }
            position += 1
        }
        return nil
    }

    private func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    // MARK: Bytes

    /// Returns a number of `count` bytes, or `nil` if they exceed the file.
    func number(_ count: Int, at position: Int, isLittle: Bool = false) -> Int? {
        guard position >= 0, count <= bytes.count - position else { return nil }
        let digits = bytes[position..<position + count]
        return isLittle
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }

    func holds(_ text: String, at position: Int) -> Bool {
        let text = text.utf8
        return position >= 0 && text.count <= bytes.count - position
            && bytes[position..<position + text.count].elementsEqual(text)
    }

    private mutating func blank(_ range: Range<Int>, with byte: UInt8) {
        for index in range { bytes[index] = byte }
        hasErased = true
    }

    private mutating func put(_ number: UInt32, at position: Int) {
        for index in 0..<4 {
            bytes[position + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - index * 8))
        }
    }

    /// Returns the CRC-32 checksum at the end of a PNG chunk.
    private func checksum(of range: Range<Int>) -> UInt32 {
        var checksum = UInt32.max
        for byte in bytes[range] {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        return ~checksum
    }
}

/// A table of 12-byte entries, all of which are within its block.
private struct Table {
    static let entryLength = 12
    /// The tag of the entry that points to the position.
    static let position = 0x8825

    /// The offset of the first entry. The number of entries precedes it in two bytes.
    let start: Int
    let count: Int
    let block: Range<Int>

    var end: Int { start + count * Table.entryLength }

    init?(at offset: Int, in block: Range<Int>, of eraser: PositionEraser, isLittle: Bool) {
        guard offset >= 8, offset + 2 <= block.count,
            let count = eraser.number(2, at: block.lowerBound + offset, isLittle: isLittle),
            offset + 2 + count * Table.entryLength <= block.count
        else { return nil }
        start = block.lowerBound + offset + 2
        self.count = count
        self.block = block
    }
}
