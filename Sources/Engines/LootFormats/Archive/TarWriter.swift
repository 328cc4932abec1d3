/// Writes an archive in the POSIX `tar` format (ustar), which all systems can read.
///
/// ```swift
/// let tar = TarWriter(secondsSinceEpoch: Moment.now.secondsSinceEpoch)
/// var bytes = tar.header(of: "items.json", size: json.count) + json + tar.padding(behind: json.count)
/// bytes += tar.end
/// ```
package struct TarWriter: Sendable {
    private let seconds: Int64

    /// The size of a block. Headers fill one block, and contents are padded to a multiple of it.
    static let block = 512

    /// The maximum size of a file in bytes.
    package static let greatestSize = 1 << 33 - 1

    /// Creates a writer. All files get the given modification time, in seconds since 1970.
    package init(secondsSinceEpoch seconds: Int64) { self.seconds = max(0, seconds) }

    /// Returns the header of a file. The name can have up to 100 bytes.
    package func header(of name: String, size: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarWriter.block)
        func put(_ bytes: some Collection<UInt8>, at start: Int, upTo count: Int) {
            for (offset, byte) in bytes.prefix(count).enumerated() { header[start + offset] = byte }
        }
        func put(_ number: Int64, at start: Int, digits: Int) {
            let text = String(number, radix: 8)
            put(
                (String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8, at: start,
                upTo: digits)
        }
        put(name.utf8, at: 0, upTo: 100)
        put(0o644, at: 100, digits: 7)
        put(0, at: 108, digits: 7)
        put(0, at: 116, digits: 7)
        put(Int64(size), at: 124, digits: 11)
        put(seconds, at: 136, digits: 11)
        header[156] = UInt8(ascii: "0")
        put("ustar\0".utf8 + Array("00".utf8), at: 257, upTo: 8)
        // The checksum is calculated with spaces in its own field.
        put(repeatElement(UInt8(ascii: " "), count: 8), at: 148, upTo: 8)
        put(Int64(header.reduce(0) { $0 + Int($1) }), at: 148, digits: 6)
        header[154] = 0
        return header
    }

    /// Returns the padding after a file's content.
    package func padding(behind size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (TarWriter.block - size % TarWriter.block) % TarWriter.block)
    }

    /// The end of the archive, after the last file.
    package var end: [UInt8] { [UInt8](repeating: 0, count: 2 * TarWriter.block) }
}
