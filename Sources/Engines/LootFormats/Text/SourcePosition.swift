/// A place in a text file, everything counted from zero. ``description`` counts from one, as people and editors do.
public struct SourcePosition: Hashable, Sendable {
    /// The line: how many line feeds come before.
    public let line: Int
    /// The column: how many Unicode scalars come before on the line.
    public let column: Int
    /// How many bytes come before.
    package let byte: Int

    /// The position with these numbers.
    package init(line: Int, column: Int, byte: Int) {
        self.line = line
        self.column = column
        self.byte = byte
    }

    /// Where the byte at `offset` stands in `bytes`. Looks at everything before it; ``LineCounter`` is for many.
    package init(ofByte offset: Int, in bytes: Span<UInt8>) {
        var counter = LineCounter()
        self = counter.position(ofByte: offset, in: bytes)
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `line 3, column 7 (byte 42)`; line and column counted from one, the byte from zero.
    public var description: String { "line \(line + 1), column \(column + 1) (byte \(byte))" }
}

/// Finds lines and columns of ever later bytes of one text, without counting from the start each time.
package struct LineCounter: Sendable {
    private var line = 0
    private var column = 0
    private var byte = 0

    /// A counter at the start of a text.
    package init() {}

    /// Where the byte at `offset` stands. An offset before the last one asked for costs a count from the start;
    /// one beyond the end stands at the end.
    package mutating func position(ofByte offset: Int, in bytes: Span<UInt8>) -> SourcePosition {
        if offset < byte { self = LineCounter() }
        let end = Swift.min(offset, bytes.count)
        while byte < end {
            let found = bytes[byte]
            byte += 1
            if found == UInt8(ascii: "\n") {
                line += 1
                column = 0
            } else if found & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourcePosition(line: line, column: column, byte: byte)
    }
}
