import LootFormats

/// The part of a file that entries may still come from, with its place in the whole.
struct SourceText {
    private(set) var bytes: [UInt8] = []
    /// How many bytes came before.
    private var start = 0
    /// The place up to which lines have been counted, and where the last of them begins.
    private var counted = 0
    private var line = 0
    private var lineStart = 0
    /// The place up to which the columns of that line have been counted.
    private var measured = 0
    private var column = 0

    mutating func append(_ chunk: [UInt8]) { bytes += chunk }

    /// Makes room for as many bytes in all.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// The line on which a byte of the file stands. Asked for ever later bytes, it looks at each once.
    mutating func line(ofByte byte: Int) -> Int {
        let end = min(byte, start + bytes.count)
        if counted >= end { return line }
        let (feeds, last) = SourceText.feeds(in: bytes.span, counted - start..<end - start)
        line += feeds
        if let last { lineStart = start + last + 1 }
        counted = end
        return line
    }

    /// How many line feeds there are in a range, and where the last one is.
    private static func feeds(in bytes: Span<UInt8>, _ range: Range<Int>) -> (count: Int, last: Int?) {
        var (count, last) = (0, Int?.none)
        for index in range where bytes[index] == 0x0A { (count, last) = (count + 1, index) }
        return (count, last)
    }

    /// Where a byte of the file stands; its column counts Unicode scalars. Asked for ever later bytes, also on one
    /// line, it looks at each once.
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
        _ = position(ofByte: byte)
        bytes.removeFirst(count)
        start += count
    }
}
