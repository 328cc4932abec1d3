import LootFormats

/// The file format of journals.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `lootjrnl` |
/// | 4 | version of the format, 1 |
/// | 4 | number of the list (``StoreFolder/list``); 0 in journals that have none |
/// | 8 | random salt of this journal |
/// | 4 | unused, 0 |
/// | 4 | CRC-32C of the 28 bytes before |
///
/// Frames follow, aligned to multiples of 8:
///
/// | bytes | content |
/// |---|---|
/// | 4 | length of the entries |
/// | 4 | CRC-32C of the entries |
/// | 8 | sequence number, from 1 |
/// | 8 | salt of this journal |
/// | 4 | CRC-32C of the 24 bytes before |
/// | … | the entries |
/// | 1 | end mark, 0xA5 |
///
/// A frame is written and synced before the next one, so only the last frame can be incomplete. Preallocated zeros
/// follow the frames, so that a synced write changes only its own bytes.
enum JournalFormat {
    static let magic = Array("lootjrnl".utf8)
    static let version: UInt32 = 1
    static let headerSize = 32
    static let headSize = 28
    static let endMark: UInt8 = 0xA5
    private static let sector = 512
    /// A commit of at least this many bytes becomes a separate piece.
    private static let largeRecord = 1 << 16

    static func header(salt: UInt64, list: UInt32) -> [UInt8] {
        var writer = RecordWriter()
        for byte in magic { writer.byte(byte) }
        writer.fixed(version)
        writer.fixed(list)
        writer.fixed(salt)
        writer.fixed(UInt32(0))
        writer.fixed(checksum(of: writer.bytes, 0..<28))
        return writer.bytes
    }

    struct Header {
        var version: UInt32
        /// The number of the list that the journal belongs to, or 0.
        var list: UInt32
        var salt: UInt64
    }

    /// Reads a header. Returns `nil` if it is damaged.
    static func header(in bytes: [UInt8]) -> Header? {
        guard bytes.count >= headerSize, bytes.starts(with: magic) else { return nil }
        var reader = RecordReader(bytes, from: 8)
        guard let version: UInt32 = try? reader.fixed(), let list: UInt32 = try? reader.fixed(),
            let salt: UInt64 = try? reader.fixed(), let _: UInt32 = try? reader.fixed(),
            let expected: UInt32 = try? reader.fixed(), expected == checksum(of: bytes, 0..<28)
        else { return nil }
        return Header(version: version, list: list, salt: salt)
    }

    /// Returns the frame with the given entries as consecutive pieces. A large commit is a separate piece, so that it
    /// isn't copied.
    static func frame(_ entries: [JournalEntry], sequence: UInt64, salt: UInt64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var writer = RecordWriter(capacity: headSize + 256)
        writer.spelled([UInt8](repeating: 0, count: headSize))
        for entry in entries {
            if case .commit(let record) = entry, record.bytes.count >= largeRecord {
                writer.entryHead(record)
                pieces += [writer.bytes, record.bytes]
                writer = RecordWriter()
            } else {
                writer.entry(entry)
            }
        }
        let entriesEnd = writer.bytes.count
        let length = pieces.reduce(entriesEnd - headSize) { $0 + $1.count }
        writer.byte(endMark)
        for _ in headSize + length + 1..<paddedSize(length) { writer.byte(0) }
        pieces.append(writer.bytes)
        var checksum = Checksum()
        for (index, piece) in pieces.enumerated() {
            let end = index + 1 < pieces.count ? piece.count : entriesEnd
            checksum.update(piece.span.bytes.extracting((index > 0 ? 0 : headSize)..<end))
        }
        // The header contains the length and the checksum of the entries.
        var head = RecordWriter(capacity: headSize)
        head.fixed(UInt32(truncatingIfNeeded: length))
        head.fixed(checksum.value)
        head.fixed(sequence)
        head.fixed(salt)
        head.fixed(self.checksum(of: head.bytes, 0..<24))
        pieces[0].replaceSubrange(0..<headSize, with: head.bytes)
        return pieces
    }

    /// Returns the size of a frame whose entries have the given length, including its header and padding.
    static func paddedSize(_ length: Int) -> Int { (headSize + length + 1 + 7) & ~7 }

    private struct Head {
        var length: Int
        var checksum: UInt32
        var sequence: UInt64
    }

    /// Reads the header of the frame at the given offset. Returns `nil` if no frame of this journal starts there.
    private static func head(in bytes: [UInt8], at offset: Int, salt: UInt64) -> Head? {
        var reader = RecordReader(bytes, from: offset)
        guard let length: UInt32 = try? reader.fixed(), let checksum: UInt32 = try? reader.fixed(),
            let sequence: UInt64 = try? reader.fixed(), let found: UInt64 = try? reader.fixed(),
            found == salt,
            let expected: UInt32 = try? reader.fixed(),
            expected == self.checksum(of: bytes, offset..<offset + 24)
        else { return nil }
        return Head(length: Int(length), checksum: checksum, sequence: sequence)
    }

    /// The state of the journal after the last valid frame.
    enum Ending: Hashable {
        /// Nothing, or zeros.
        case clean
        /// A frame that was only partially written before a crash.
        case torn
        /// Data that has changed since it was written.
        case damaged
    }

    struct Scan {
        var entries: [JournalEntry] = []
        /// The end of the last valid frame.
        var end: Int
        /// The sequence number of the last valid frame.
        var sequence: UInt64
        /// The offset of the last valid frame and the index of its first entry, or `nil` if there is none.
        var last: (offset: Int, entry: Int)?
        var ending = Ending.clean
    }

    /// Reads frames. `start` is the position of the first byte in the file.
    static func scan(_ bytes: [UInt8], startingAt start: Int, after sequence: UInt64, salt: UInt64) -> Scan {
        var scan = Scan(end: start, sequence: sequence)
        while scan.end - start < bytes.count {
            let offset = scan.end - start
            guard let head = head(in: bytes, at: offset, salt: salt) else {
                scan.ending = ending(of: bytes, at: offset, startingAt: start, salt: salt)
                return scan
            }
            let size = paddedSize(head.length)
            let payload = offset + headSize..<offset + headSize + head.length
            guard head.sequence == scan.sequence + 1, payload.upperBound < bytes.count,
                bytes[payload.upperBound] == endMark, checksum(of: bytes, payload) == head.checksum,
                let entries = entries(in: bytes, payload)
            else {
                let isTorn =
                    head.sequence == scan.sequence + 1
                    && isTorn(bytes, offset..<payload.upperBound + 1, startingAt: start)
                    && !hasFrame(bytes, from: offset + 8, salt: salt)
                scan.ending = isTorn ? .torn : .damaged
                return scan
            }
            scan.last = (scan.end, scan.entries.count)
            scan.entries += entries
            scan.end += size
            scan.sequence = head.sequence
        }
        return scan
    }

    private static func entries(in bytes: [UInt8], _ range: Range<Int>) -> [JournalEntry]? {
        var reader = RecordReader(bytes, from: range.lowerBound, to: range.upperBound)
        var entries: [JournalEntry] = []
        while !reader.isAtEnd {
            guard let entry = try? reader.entry() else { return nil }
            entries.append(entry)
        }
        return entries
    }

    /// Determines what follows the last valid frame.
    private static func ending(of bytes: [UInt8], at offset: Int, startingAt start: Int, salt: UInt64)
        -> Ending
    {
        if isZero(bytes, offset..<bytes.count) { return .clean }
        if hasFrame(bytes, from: offset + 8, salt: salt) { return .damaged }
        let head = offset..<offset + headSize
        return isTorn(bytes, head, startingAt: start) ? .torn : .damaged
    }

    /// Whether part of the range appears unwritten: it is beyond the end of the file, or its end or one of its
    /// sectors contains only zeros. A complete frame ends with a nonzero byte.
    private static func isTorn(_ bytes: [UInt8], _ range: Range<Int>, startingAt start: Int) -> Bool {
        if range.upperBound > bytes.count { return true }
        if isZero(bytes, range.upperBound - 1..<bytes.count) {
            return true
        }
        var position = range.lowerBound
        while position < range.upperBound {
            let next = min(range.upperBound, ((start + position) / sector + 1) * sector - start)
            if isZero(bytes, position..<next) { return true }
            position = next
        }
        return false
    }

    private static func isZero(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let span = bytes.span.bytes.extracting(range)
        var position = 0
        while position + 8 <= span.byteCount {
            // Every bit pattern is a valid integer.
            if span.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self) != 0 { return false }
            position += 8
        }
        return bytes[(range.lowerBound + position)..<range.upperBound].allSatisfy { $0 == 0 }
    }

    /// Returns whether a frame of this journal starts at or after the given offset.
    private static func hasFrame(_ bytes: [UInt8], from offset: Int, salt: UInt64) -> Bool {
        stride(from: offset, through: bytes.count - headSize, by: 8).contains {
            head(in: bytes, at: $0, salt: salt) != nil
        }
    }

    private static func checksum(of bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        Checksum(of: bytes.span.bytes.extracting(range)).value
    }
}
