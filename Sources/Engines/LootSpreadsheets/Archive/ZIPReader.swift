import LootCore

/// Reads the directory of a ZIP archive in memory. Files are decompressed piece by piece.
package struct ZIPReader {
    /// A file in the archive.
    package struct Entry {
        /// The path in the archive.
        package let name: String
        let isEncrypted: Bool
        let method: Int
        let crc: UInt32
        let compressedSize: Int
        let size: Int
        /// The position of the local header.
        let start: Int
    }

    /// The files, in the order of the directory.
    package private(set) var entries: [Entry] = []
    let bytes: [UInt8]

    /// The maximum number of files.
    private static let mostEntries = 100_000

    /// Reads the directory at the end of an archive.
    package init(_ bytes: [UInt8]) throws(SpreadsheetError) {
        self.bytes = bytes
        var (count, directory) = try directory()
        guard count <= ZIPReader.mostEntries else {
            throw SpreadsheetError(.malformed, "The archive contains too many files (\(count)).")
        }
        var position = directory.lowerBound
        let end = directory.upperBound
        while count > 0 {
            guard position + 46 <= end, number(position, 4) == 0x0201_4B50 else {
                throw .damaged("The directory of the archive is damaged.")
            }
            let nameLength = number(position + 28, 2)
            let extra = position + 46 + nameLength
            let next = extra + number(position + 30, 2) + number(position + 32, 2)
            guard next <= end else { throw .damaged("The directory of the archive is damaged.") }
            var fields = [number(position + 24, 4), number(position + 20, 4), number(position + 42, 4)]
            widen(&fields, extra..<extra + number(position + 30, 2))
            entries.append(
                Entry(
                    name: String(decoding: bytes[position + 46..<extra], as: UTF8.self),
                    isEncrypted: number(position + 8, 2) & 1 != 0, method: number(position + 10, 2),
                    crc: UInt32(truncatingIfNeeded: number(position + 16, 4)), compressedSize: fields[1],
                    size: fields[0], start: fields[2]))
            position = next
            count -= 1
        }
    }

    /// Whether a file with this beginning is a ZIP archive.
    package static func isArchive(_ beginning: some Collection<UInt8>) -> Bool {
        beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) || beginning.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Returns the file with a path, or else one whose path differs only in case. Returns `nil` if there is none.
    package func entry(_ name: String) -> Entry? {
        entries.first { $0.name == name } ?? entries.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Returns the content of a small file.
    package func content(of entry: Entry, upTo limit: Int) throws(SpreadsheetError) -> [UInt8] {
        let content = try ZIPContent(entry, in: self)
        var whole: [UInt8] = []
        while case let part = try content.read(), !part.isEmpty {
            whole += part
            if whole.count > limit { throw .damaged("“\(entry.name)” in the archive is too large.") }
        }
        return whole
    }

    /// Returns the little-endian number at a position, or 0 if it is outside the archive.
    func number(_ position: Int, _ length: Int) -> Int {
        guard position >= 0, length <= bytes.count, position <= bytes.count - length else { return 0 }
        return (0..<length).reversed().reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
    }

    /// Finds the directory: the number of files and its bytes.
    private func directory() throws(SpreadsheetError) -> (count: Int, bytes: Range<Int>) {
        // The end record is followed by a comment of up to 65,535 bytes.
        var end = bytes.count - 22
        let least = max(0, end - 0xFFFF)
        while end >= least, number(end, 4) != 0x0605_4B50 { end -= 1 }
        guard end >= least else { throw .damaged("The archive is incomplete. Its end is missing.") }
        var (count, size, start) = (number(end + 10, 2), number(end + 12, 4), number(end + 16, 4))
        if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
            let wide = number(end - 20 + 8, 8)
            guard number(end - 20, 4) == 0x0706_4B50, number(wide, 4) == 0x0606_4B50 else {
                throw .damaged("The directory of the archive is damaged.")
            }
            (count, size, start) = (number(wide + 32, 8), number(wide + 40, 8), number(wide + 48, 8))
        }
        guard start >= 0, size >= 0, start <= end, size <= end - start else {
            throw .damaged("The directory of the archive is damaged.")
        }
        return (count, start..<start + size)
    }

    /// Replaces fields that need 64 bits with their values in the extra fields.
    private func widen(_ fields: inout [Int], _ extra: Range<Int>) {
        var position = extra.lowerBound
        while position + 4 <= extra.upperBound {
            let (kind, length) = (number(position, 2), number(position + 2, 2))
            position += 4
            if kind == 1 {
                var value = position
                for index in fields.indices where fields[index] == 0xFFFF_FFFF {
                    guard value + 8 <= min(position + length, extra.upperBound) else { return }
                    fields[index] = min(max(0, number(value, 8)), 1 << 48)
                    value += 8
                }
            }
            position += length
        }
    }
}
