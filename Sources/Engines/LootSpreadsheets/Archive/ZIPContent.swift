import LootCore

/// The content of a file in a ZIP archive, decompressed piece by piece. The size and the checksum are verified at the
/// end.
final class ZIPContent {
    private let archive: ZIPReader
    private let entry: ZIPReader.Entry
    private let stream: DeflateStream
    private var position: Int
    private let end: Int
    private var produced = 0
    private var crc: UInt32 = 0
    private var isAtEnd = false

    /// The limits for decompression bombs. A file is rejected if its decompressed size is greater than the first number
    /// of bytes, and greater than its compressed size times the second number.
    private static let (largestUnsuspicious, greatestFactor) = (64 << 20, 250)
    /// The maximum size of a file.
    private static let greatestSize = 8 << 30

    /// Creates a reader for a file.
    init(_ entry: ZIPReader.Entry, in archive: ZIPReader) throws(SpreadsheetError) {
        (self.archive, self.entry) = (archive, entry)
        if entry.isEncrypted { throw .encrypted }
        guard entry.method == 0 || entry.method == 8 else {
            throw SpreadsheetError(
                .malformed,
                "“\(entry.name)” in the archive is compressed by the unknown method \(entry.method).")
        }
        guard archive.number(entry.start, 4) == 0x0403_4B50 else {
            throw .damaged("“\(entry.name)” is missing from the archive.")
        }
        let start =
            entry.start + 30 + archive.number(entry.start + 26, 2) + archive.number(entry.start + 28, 2)
        guard start <= archive.bytes.count, entry.compressedSize <= archive.bytes.count - start else {
            throw .damaged("The archive ends within “\(entry.name)”.")
        }
        let factor = entry.size / max(1, entry.compressedSize)
        if entry.size > ZIPContent.greatestSize
            || entry.size > ZIPContent.largestUnsuspicious && factor > ZIPContent.greatestFactor
        {
            throw .bomb
        }
        (position, end) = (start, start + entry.compressedSize)
        stream = try DeflateStream(level: 0)
    }

    /// Returns the next bytes, or nothing at the end.
    func read() throws(SpreadsheetError) -> [UInt8] {
        while !isAtEnd {
            let output: [UInt8]
            if entry.method == 0 {
                let next = min(end, position + DeflateStream.chunk)
                output = Array(archive.bytes[position..<next])
                position = next
                isAtEnd = position == end
            } else {
                let step = try stream.process(archive.bytes, position..<end)
                position += step.read
                (output, isAtEnd) = (step.output, step.isAtEnd)
                if !isAtEnd, output.isEmpty {
                    throw .damaged("The archive ends within “\(entry.name)”.")
                }
            }
            produced += output.count
            if produced > entry.size { throw .damaged("“\(entry.name)” is larger than the archive says.") }
            crc = DeflateStream.crc(crc, output)
            if isAtEnd, produced != entry.size || crc != entry.crc {
                throw .damaged("“\(entry.name)” in the archive is damaged. Its checksum is wrong.")
            }
            if !output.isEmpty { return output }
        }
        return []
    }
}

extension SpreadsheetError {
    static let encrypted = SpreadsheetError(
        .malformed, "The file is protected by a password.", advice: "Save it without a password.")
    static let bomb = SpreadsheetError(
        .malformed, "The file's content is suspiciously large compared to its compressed size.",
        advice: "Save the table as CSV and import that.")
}
