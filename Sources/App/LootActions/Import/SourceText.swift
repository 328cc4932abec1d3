import LootFormats

/// The part of a file that the reader still needs, with its position in the file.
struct SourceText {
    private(set) var bytes: [UInt8] = []
    /// The number of discarded bytes before this part.
    private var start = 0
    /// The offset up to which lines have been counted, the number of that line, and where it begins.
    private var counted = 0
    private var line = 0
    private var lineStart = 0
    /// The offset up to which columns of the current line have been counted, and the column there.
    private var measured = 0
    private var column = 0

    mutating func append(_ chunk: [UInt8]) { bytes += chunk }

    /// Reserves space for a total of `count` bytes.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Returns the line of a byte offset in the file. Offsets must not decrease between calls, so that each byte is
    /// scanned only once.
    mutating func line(ofByte byte: Int) -> Int {
        let end = min(byte, start + bytes.count)
        if counted >= end { return line }
        let (feeds, last) = SourceText.feeds(in: bytes.span, counted - start..<end - start)
        line += feeds
        if let last { lineStart = start + last + 1 }
        counted = end
        return line
    }

    /// Returns the number of line feeds in a range and the index of the last one.
    private static func feeds(in bytes: Span<UInt8>, _ range: Range<Int>) -> (count: Int, last: Int?) {
        var (count, last) = (0, Int?.none)
        for index in range where bytes[index] == 0x0A { (count, last) = (count + 1, index) }
        return (count, last)
    }

    /// Returns the position of a byte offset in the file. The column counts Unicode scalars. Offsets must not
    /// decrease between calls, so that each byte is scanned only once.
    mutating func position(ofByte byte: Int) -> SourcePosition {
        let line = line(ofByte: byte)
        if measured < lineStart { (measured, column) = (lineStart, 0) }
        let end = min(byte, start + bytes.count)
        var index = max(measured, start)
        while index < end {
            if bytes[index - start] & 0xC0 != 0x80 { column += 1 }
            index += 1
        }
        measured = max(measured, end)
        return SourcePosition(line: line, column: column, byte: byte)
    }

    /// Returns the bytes of an entry.
    func entry(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: start..<start + bytes.count)
        return Array(bytes[range.lowerBound - start..<range.upperBound - start])
    }

    /// Discards the bytes before an offset. No later entry may begin there.
    mutating func forget(before byte: Int) {
        let count = min(max(0, byte - start), bytes.count)
        // Moving the remaining bytes takes linear time. Skip it for small gains.
        guard count >= 1 << 16, count >= bytes.count / 2 else { return }
        _ = position(ofByte: byte)
        bytes.removeFirst(count)
        start += count
    }
}
