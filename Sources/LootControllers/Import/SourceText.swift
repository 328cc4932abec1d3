import LootFormats

/// The part of a file that entries may still come from, with its place in the whole.
struct SourceText {
    private(set) var bytes: [UInt8] = []
    /// How many bytes came before.
    private var start = 0
    /// The place up to which lines have been counted.
    private var line = 0
    private var counted = 0

    mutating func append(_ chunk: [UInt8]) { bytes += chunk }

    /// The line on which a byte of the file stands. Asked for ever later bytes, it looks at each once.
    mutating func line(ofByte byte: Int) -> Int {
        let end = min(byte - start, bytes.count)
        var index = counted - start
        while index < end {
            if bytes[index] == 0x0A { line += 1 }
            index += 1
        }
        counted = max(counted, start + max(0, end))
        return line
    }

    /// The column at which a byte of the file stands, in Unicode scalars.
    func column(ofByte byte: Int) -> Int {
        let before = bytes.prefix(max(0, byte - start))
        let line = before.lastIndex(of: 0x0A).map { before[($0 + 1)...] } ?? before
        return line.count { $0 & 0xC0 != 0x80 }
    }

    /// The bytes of an entry.
    func entry(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: start..<start + bytes.count)
        return Array(bytes[range.lowerBound - start..<range.upperBound - start])
    }

    /// Forgets what comes before a byte; no entry begins there any more.
    mutating func forget(before byte: Int) {
        let count = min(max(0, byte - start), bytes.count)
        // Moving what is left costs its length, so little is not worth it.
        guard count >= 1 << 16, count >= bytes.count / 2 else { return }
        _ = line(ofByte: byte)
        bytes.removeFirst(count)
        start += count
    }
}
