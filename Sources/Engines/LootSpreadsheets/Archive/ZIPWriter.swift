import LootCore

/// Writes a ZIP archive piece by piece. The size of a file is written after its content, so it doesn't have to be known
/// in advance.
///
/// ```swift
/// var zip = ZIPWriter(year: 2026, month: 1, day: 31)
/// var bytes = try zip.begin("a.txt") + zip.append(content) + zip.endFile()
/// bytes += try zip.end()
/// ```
package struct ZIPWriter {
    private var stream: DeflateStream?
    private var name = ""
    private var isCompressed = true
    private var (crc, compressedSize, size, start) = (UInt32(0), 0, 0, 0)
    private var offset = 0
    private var directory: [UInt8] = []
    private var count = 0
    /// The modification time of all files in the format of MS-DOS.
    private let time: Int

    /// The maximum size of an archive without 64-bit fields, which some programs can't read.
    private static let greatestSize = 0xFFFF_FFFE
    private static let mostFiles = 0xFFFE

    /// Creates a writer. All files get the given modification date.
    package init(year: Int, month: Int, day: Int) {
        let year = min(max(year, 1980), 2107) - 1980
        time = (year << 9 | month << 5 | day) << 16
    }

    /// Returns the beginning of a file. Content that is already compressed should be stored without further
    /// compression.
    package mutating func begin(_ name: String, isCompressed: Bool = true) throws(SpreadsheetError) -> [UInt8]
    {
        (self.name, self.isCompressed, start) = (name, isCompressed, offset)
        (crc, compressedSize, size) = (0, 0, 0)
        stream = try DeflateStream(level: 6)
        guard count < ZIPWriter.mostFiles, name.utf8.count < 0xFFFF else { throw .tooLarge }
        count += 1
        var header: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
        appendCommon(to: &header, sizes: 0)
        ZIPWriter.append(0, 2, to: &header)
        header += name.utf8
        offset += header.count
        return header
    }

    /// Returns the archive's bytes for the next bytes of the file.
    package mutating func append(_ bytes: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
        crc = DeflateStream.crc(crc, bytes)
        size += bytes.count
        return try isCompressed ? compress(bytes, isLast: false) : counted(bytes)
    }

    /// Returns the end of the file.
    package mutating func endFile() throws(SpreadsheetError) -> [UInt8] {
        var bytes = try isCompressed ? compress([], isLast: true) : []
        guard size <= ZIPWriter.greatestSize else { throw .tooLarge }
        var descriptor: [UInt8] = [0x50, 0x4B, 0x07, 0x08]
        ZIPWriter.append(Int(crc), 4, to: &descriptor)
        ZIPWriter.append(compressedSize, 4, to: &descriptor)
        ZIPWriter.append(size, 4, to: &descriptor)
        offset += descriptor.count
        bytes += descriptor
        // The entry was created by version 2.0 on Unix, with permissions that let everyone read the file.
        directory += [0x50, 0x4B, 0x01, 0x02, 20, 3]
        appendCommon(to: &directory, sizes: 1)
        for value in [0, 0, 0, 0] { ZIPWriter.append(value, 2, to: &directory) }
        ZIPWriter.append(0o100644 << 16, 4, to: &directory)
        ZIPWriter.append(start, 4, to: &directory)
        directory += name.utf8
        return bytes
    }

    /// Returns the end of the archive.
    package mutating func end() throws(SpreadsheetError) -> [UInt8] {
        guard offset <= ZIPWriter.greatestSize - directory.count else { throw .tooLarge }
        var bytes = directory
        bytes += [0x50, 0x4B, 0x05, 0x06]
        for value in [0, 0, count, count] { ZIPWriter.append(value, 2, to: &bytes) }
        ZIPWriter.append(directory.count, 4, to: &bytes)
        ZIPWriter.append(offset, 4, to: &bytes)
        ZIPWriter.append(0, 2, to: &bytes)
        return bytes
    }

    /// Appends the fields that local headers and the directory share. `sizes` is 1 to write the sizes, or 0 if they
    /// follow the content.
    private func appendCommon(to bytes: inout [UInt8], sizes: Int) {
        // The flags mean that the sizes follow the content, and that names are UTF-8.
        for value in [20, 1 << 3 | 1 << 11, isCompressed ? 8 : 0] { ZIPWriter.append(value, 2, to: &bytes) }
        for value in [time, sizes * Int(crc), sizes * compressedSize, sizes * size] {
            ZIPWriter.append(value, 4, to: &bytes)
        }
        ZIPWriter.append(name.utf8.count, 2, to: &bytes)
    }

    private mutating func compress(_ bytes: [UInt8], isLast: Bool) throws(SpreadsheetError) -> [UInt8] {
        guard let stream else { return [] }
        var output: [UInt8] = []
        var read = 0
        while true {
            let step = try stream.process(bytes, read..<bytes.count, isLast: isLast)
            read += step.read
            output += step.output
            if step.isAtEnd || !isLast && read == bytes.count && step.output.count < DeflateStream.chunk {
                return try counted(output)
            }
        }
    }

    private mutating func counted(_ bytes: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
        compressedSize += bytes.count
        offset += bytes.count
        guard offset <= ZIPWriter.greatestSize else { throw .tooLarge }
        return bytes
    }

    private static func append(_ value: Int, _ length: Int, to bytes: inout [UInt8]) {
        for index in 0..<length { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}

extension SpreadsheetError {
    static let tooLarge = SpreadsheetError(
        .unsupported, "A ZIP archive can contain at most 65,534 files and 4 GiB.",
        advice: "Write fewer items, or use another format.")
}
