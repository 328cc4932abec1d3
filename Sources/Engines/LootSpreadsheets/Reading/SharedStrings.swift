/// The strings of a workbook that cells refer to by their index, stored contiguously.
struct SharedStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Creates an empty table.
    init() {}

    /// Reads all strings. Formatted parts of a string are joined, and phonetic hints are ignored.
    init(_ reader: consuming XMLReader, fileSize: Int) throws(SpreadsheetError) {
        let limit = 64 << 20 + 100 * min(fileSize, 1 << 34)
        while case let token = try reader.next(), token != .done {
            if token == .start, reader.isNamed("si") {
                let start = bytes.count
                try CellText.read(&reader, into: &bytes)
                CellText.decode(&bytes, from: start)
                ends.append(bytes.count)
                if bytes.count > limit { throw .bomb }
            }
        }
    }

    /// Returns the string at an index, or `nil` if there are fewer strings.
    subscript(index: Int) -> ArraySlice<UInt8>? {
        guard ends.indices.contains(index) else { return nil }
        return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}

/// The text of an element that can consist of formatted parts.
enum CellText {
    /// Appends the text of the current element, up to its end tag.
    static func read(_ reader: inout XMLReader, into text: inout [UInt8]) throws(SpreadsheetError) {
        let outer = reader.depth - 1
        var isText = false
        while reader.depth > outer {
            switch try reader.next() {
            case .start:
                if reader.isNamed("rPh") { try reader.skip() } else { isText = reader.isNamed("t") }
            case .end: isText = false
            case .text: if isText { reader.appendText(to: &text) }
            case .done: return
            }
        }
    }

    /// Replaces escapes such as `_x000D_` for characters that XML can't contain.
    static func decode(_ text: inout [UInt8], from start: Int) {
        let escape = Array("_x".utf8)
        var index = start
        while index + 7 <= text.count {
            if text[index] == escape[0], text[index + 1] == escape[1], text[index + 6] == escape[0],
                let code = UInt32(String(decoding: text[index + 2..<index + 6], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(code)
            {
                // A carriage return precedes a line feed, and other control characters have no meaning.
                let isVisible = code >= 0x20 || code == 0x09 || code == 0x0A
                let plain = isVisible ? UTF8.encode(scalar).map { Array($0) } ?? [] : []
                text.replaceSubrange(index..<index + 7, with: plain)
                index += plain.count
            } else {
                index += 1
            }
        }
    }
}
