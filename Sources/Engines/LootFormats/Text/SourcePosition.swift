/// A position in a text file, counted from 0. ``description`` counts lines and columns from 1, like editors.
public struct SourcePosition: Hashable, Sendable {
    /// The number of line feeds before the position.
    public let line: Int
    /// The number of Unicode scalars before the position on the same line.
    public let column: Int
    /// The byte offset.
    package let byte: Int

    /// Creates a position from its components.
    package init(line: Int, column: Int, byte: Int) {
        self.line = line
        self.column = column
        self.byte = byte
    }

    /// Creates the position of a byte by counting from the start. For several positions, use ``LineCounter``.
    package init(ofByte offset: Int, in bytes: Span<UInt8>) {
        var counter = LineCounter()
        self = counter.position(ofByte: offset, in: bytes)
    }
}

extension SourcePosition: CustomStringConvertible {
    /// A description such as `line 3, column 7 (byte 42)`. Lines and columns are counted from 1, bytes from 0.
    public var description: String { "line \(line + 1), column \(column + 1) (byte \(byte))" }
}

/// Determines the positions of ascending byte offsets in text, without counting from the start each time.
package struct LineCounter: Sendable {
    private var line = 0
    private var column = 0
    private var byte = 0

    /// Creates a counter at the start of the text.
    package init() {}

    /// Returns the position of a byte. If the offset is less than the previous one, counts from the start. Offsets
    /// beyond the end return the end.
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
