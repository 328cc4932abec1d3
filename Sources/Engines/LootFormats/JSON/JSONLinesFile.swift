package import LootCore

/// A file of items in JSON Lines format: each line contains the object of one item.
package struct JSONLinesFile: ItemEncoder, ItemDecoder {
    private let options: ReadOptions
    private let writer = JSONItemWriter()

    /// Creates a file format with options for reading.
    package init(_ options: ReadOptions = ReadOptions()) { self.options = options }

    /// Does nothing, because the format has no header.
    package mutating func begin(_ bytes: inout [UInt8]) {}

    /// Writes an item.
    package mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        writer.append(item, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Does nothing, because the format has no footer.
    package mutating func end(_ bytes: inout [UInt8]) {}

    /// Reads all lines. An invalid line is reported as a refused entry, and the lines after it are still read.
    @discardableResult
    package func read(
        _ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) -> DocumentShape {
        var index = 0
        try read(bytes, from: &index, each: receive)
        return .list
    }

    /// Reads complete lines. `index` is the number of entries read before.
    func read(
        _ bytes: Span<UInt8>, from index: inout Int,
        each receive: (consuming ReadResult) throws(FormatError) -> Void
    ) throws(FormatError) {
        var parser = JSONItemParser(allowsComments: false, options)
        parser.index = index
        var lines = LineCounter()
        var start = bytes.startOfText
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start)
            // Limit the text to the end of the line. The parser then can't read beyond it, and positions remain
            // valid.
            let text = bytes.extracting(0..<end)
            parser.scanner.position = start
            do throws(Fault) {
                if let item = try JSONLinesFile.item(text, from: start, &parser) {
                    do { try receive(.item(item)) } catch { throw Fault(error) }
                }
            } catch {
                if error.isPlaced { throw error.error(in: bytes) }
                let position = lines.position(ofByte: error.byte, in: bytes)
                try receive(.refused(error.error(at: position), bytes: start..<end))
            }
            start = end + 1
        }
        index = parser.index
    }

    /// Reads the item on a line, or returns `nil` if the line is empty.
    private static func item(
        _ text: Span<UInt8>, from start: Int, _ parser: inout JSONItemParser
    ) throws(Fault) -> ReadItem? {
        try parser.scanner.skipSpace(text)
        if parser.scanner.position == text.count { return nil }
        defer { parser.index += 1 }
        if let byte = text.extracting(start..<text.count).firstInvalidUTF8() {
            throw Fault("This isn't valid UTF-8.", at: start + byte)
        }
        let item = try parser.item(text)
        try parser.scanner.skipSpace(text)
        guard parser.scanner.position == text.count else {
            throw Fault("The line continues after the item.", at: parser.scanner.position)
        }
        return item
    }
}

extension Span<UInt8> {
    /// Returns the position of the next occurrence of a byte, or the end.
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        var index = start
        while index < count, self[index] != byte { index += 1 }
        return index
    }
}
