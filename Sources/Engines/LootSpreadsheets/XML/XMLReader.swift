import LootCore

/// Reads XML in pieces and returns one tag or text at a time. Prefixes of names are ignored, document types are
/// rejected, and only UTF-8 is supported.
struct XMLReader {
    /// A part of a document.
    enum Token {
        /// The start tag of an element. An empty element is followed by an end token, too.
        case start
        /// The end tag of an element.
        case end
        /// Text between tags.
        case text
        /// The end of the document.
        case done
    }

    private let content: ZIPContent
    private let name: String
    private var bytes: [UInt8] = []
    private var position = 0
    private var isComplete = false
    /// The bytes of the current token, and of the name in a tag.
    private var token = 0..<0
    private var tagName = 0..<0
    private var isCharacterData = false
    private var isEmptyElement = false
    /// The number of open elements.
    private(set) var depth = 0

    /// The maximum size of a tag or a run of text.
    private static let greatestToken = 16 << 20

    /// Creates a reader for a file in an archive.
    init(_ entry: ZIPReader.Entry, in archive: ZIPReader) throws(SpreadsheetError) {
        content = try ZIPContent(entry, in: archive)
        name = entry.name
        try fill()
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || bytes.starts(with: [0x3C, 0])
        {
            throw encoding("UTF-16")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads the next token. The bytes of the previous token become invalid.
    mutating func next() throws(SpreadsheetError) -> Token {
        if isEmptyElement {
            isEmptyElement = false
            depth -= 1
            return .end
        }
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        while true {
            guard try has(position) else {
                guard depth == 0 else { throw .damaged("“\(name)” in the archive is incomplete.") }
                return .done
            }
            guard bytes[position] == UInt8(ascii: "<") else {
                let end = try endOfText()
                (token, isCharacterData) = (position..<end, false)
                position = end
                return .text
            }
            guard try has(position + 1) else { throw .damaged("“\(name)” in the archive is incomplete.") }
            switch bytes[position + 1] {
            case UInt8(ascii: "!"):
                if try starts("<!--") {
                    position = try find("-->", from: position + 4) + 3
                } else if try starts("<![CDATA[") {
                    let end = try find("]]>", from: position + 9)
                    (token, isCharacterData) = (position + 9..<end, true)
                    position = end + 3
                    return .text
                } else {
                    throw .damaged("“\(name)” in the archive contains a document type.")
                }
            case UInt8(ascii: "?"):
                let end = try find("?>", from: position + 2)
                try checkEncoding(position..<end)
                position = end + 2
            default: return try tag()
            }
        }
    }

    /// Whether the current tag has a name, ignoring prefixes.
    func isNamed(_ name: StaticString) -> Bool { matches(tagName, name) }

    /// Skips the contents of the current element and its end tag.
    mutating func skip() throws(SpreadsheetError) {
        let outer = depth - 1
        while depth > outer { _ = try next() }
    }

    // MARK: Attributes and text

    /// Returns the text of an attribute of the current tag, or `nil` if there is none. If `name` contains a prefix, the
    /// attribute must have the same one.
    func attribute(_ name: StaticString) -> String? {
        guard let range = attributeRange(name) else { return nil }
        var text: [UInt8] = []
        append(range, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the whole number in an attribute of the current tag, or `nil` if there is none.
    func number(_ name: StaticString) -> Int? {
        guard let range = attributeRange(name), (1...15).contains(range.count) else { return nil }
        var value = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// Returns the column number, from 0, of a cell reference such as `AB12` in an attribute, or `nil` if there is
    /// none.
    func column(_ name: StaticString) -> Int? {
        guard let range = attributeRange(name) else { return nil }
        var column = 0
        for index in range {
            let letter = (bytes[index] | 0x20) &- UInt8(ascii: "a")
            guard letter < 26 else { break }
            column = column * 26 + Int(letter) + 1
            if column > 1 << 20 { return nil }
        }
        return column == 0 ? nil : column - 1
    }

    /// Whether an attribute of the current tag has a value.
    func attribute(_ name: StaticString, is value: StaticString) -> Bool {
        guard let range = attributeRange(name), range.count == value.utf8CodeUnitCount else { return false }
        return equals(range.lowerBound, value)
    }

    /// Appends the text of the current token.
    func appendText(to text: inout [UInt8]) {
        if isCharacterData { text += bytes[token] } else { append(token, to: &text) }
    }

    private func attributeRange(_ name: StaticString) -> Range<Int>? {
        var index = tagName.upperBound
        while index < token.upperBound {
            while index < token.upperBound, bytes[index] <= 0x20 { index += 1 }
            let start = index
            while index < token.upperBound, bytes[index] != UInt8(ascii: "="), bytes[index] > 0x20 {
                index += 1
            }
            let key = start..<index
            while index < token.upperBound, bytes[index] != UInt8(ascii: "\""),
                bytes[index] != UInt8(ascii: "'")
            {
                index += 1
            }
            guard index < token.upperBound else { return nil }
            let quote = bytes[index]
            let value = index + 1
            index = value
            while index < token.upperBound, bytes[index] != quote { index += 1 }
            if matches(key, name) { return value..<index }
            index += 1
        }
        return nil
    }

    /// Whether a range contains a name, with or without a prefix.
    private func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
        let start = range.upperBound - name.utf8CodeUnitCount
        guard start == range.lowerBound || start > range.lowerBound && bytes[start - 1] == UInt8(ascii: ":")
        else {
            return false
        }
        return equals(start, name)
    }

    private func equals(_ start: Int, _ text: StaticString) -> Bool {
        // The bytes of a static string are valid for the lifetime of the program.
        let other = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for (offset, byte) in other.enumerated() where bytes[start + offset] != byte { return false }
        return true
    }

    /// Appends text. Replaces references, and converts line terminators to line feeds.
    private func append(_ range: Range<Int>, to text: inout [UInt8]) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "&") {
                var end = index
                while end < range.upperBound, end < index + 12, bytes[end] != UInt8(ascii: ";") { end += 1 }
                if end < range.upperBound, bytes[end] == UInt8(ascii: ";"),
                    let scalar = XMLReader.scalar(String(decoding: bytes[index..<end], as: UTF8.self))
                {
                    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                    index = end + 1
                } else {
                    text.append(byte)
                }
            } else if byte != 0x0D {
                // Other control characters aren't allowed in XML.
                if byte >= 0x20 || byte == 0x0A || byte == 0x09 { text.append(byte) }
            } else if index >= range.upperBound || bytes[index] != 0x0A {
                text.append(0x0A)
            }
        }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, number >= 0x20 || number == 0x0A || number == 0x09 else {
                return number == 0x0D ? "\n" : nil
            }
            return Unicode.Scalar(number)
        }
    }

    // MARK: Tokens

    private mutating func tag() throws(SpreadsheetError) -> Token {
        var end = position + 1
        var quote: UInt8?
        while true {
            guard try has(end) else { throw .damaged("“\(name)” in the archive is incomplete.") }
            let byte = bytes[end]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
            end += 1
            try checkLength(end)
        }
        let isEnd = bytes[position + 1] == UInt8(ascii: "/")
        var start = position + (isEnd ? 2 : 1)
        let first = start
        while start < end, bytes[start] > 0x20, bytes[start] != UInt8(ascii: "/") { start += 1 }
        (tagName, token) = (first..<start, first..<end)
        position = end + 1
        if isEnd {
            depth -= 1
            guard depth >= 0 else { throw .damaged("“\(name)” in the archive isn't valid XML.") }
            return .end
        }
        depth += 1
        isEmptyElement = bytes[end - 1] == UInt8(ascii: "/")
        return .start
    }

    /// Whether there is a byte at a position. Reads more of the file if necessary.
    private mutating func has(_ index: Int) throws(SpreadsheetError) -> Bool {
        while index >= bytes.count, !isComplete { try fill() }
        return index < bytes.count
    }

    private mutating func fill() throws(SpreadsheetError) {
        let more = try content.read()
        isComplete = more.isEmpty
        bytes += more
    }

    private mutating func starts(_ text: StaticString) throws(SpreadsheetError) -> Bool {
        try has(position + text.utf8CodeUnitCount - 1) && equals(position, text)
    }

    /// Returns the end of the text at the current position.
    private mutating func endOfText() throws(SpreadsheetError) -> Int {
        var index = position
        while try has(index), bytes[index] != UInt8(ascii: "<") {
            index += 1
            try checkLength(index)
        }
        return index
    }

    /// Returns the position of the next occurrence of some bytes.
    private mutating func find(_ wanted: StaticString, from start: Int) throws(SpreadsheetError) -> Int {
        var index = start
        while try has(index + wanted.utf8CodeUnitCount - 1) {
            if equals(index, wanted) { return index }
            index += 1
            try checkLength(index)
        }
        throw .damaged("“\(name)” in the archive is incomplete.")
    }

    private func checkLength(_ end: Int) throws(SpreadsheetError) {
        if end - position > XMLReader.greatestToken {
            throw SpreadsheetError(
                .malformed, "“\(name)” in the archive contains a string of more than 16 MiB.")
        }
    }

    private func checkEncoding(_ range: Range<Int>) throws(SpreadsheetError) {
        let declaration = String(decoding: bytes[range], as: UTF8.self)
        guard declaration.hasPrefix("<?xml "), let label = declaration.firstRange(of: "encoding") else {
            return
        }
        let parts = declaration[label.upperBound...].split { $0 == "\"" || $0 == "'" }
        guard parts.count > 1, !["utf-8", "us-ascii", "ascii"].contains(parts[1].lowercased()) else { return }
        throw encoding(String(parts[1].prefix(40)))
    }

    private func encoding(_ name: String) -> SpreadsheetError {
        SpreadsheetError(
            .malformed, "“\(self.name)” in the archive has the encoding \(name) instead of UTF-8.",
            advice: "Save it again with a spreadsheet program.")
    }
}
