/// Reads the XML of property lists token by token, from bytes that are known to be UTF-8: a declaration, Apple's
/// DOCTYPE, the elements of the property list DTD, comments, CDATA sections, character references and the five
/// predefined entities. There is nothing else to XML here, so there is nothing to fetch and nothing to expand.
struct XMLScanner {
    /// The next byte to read.
    var position = 0

    /// The elements of a property list.
    enum Element: CaseIterable {
        case plist, dict, array, key, string, integer, real, date, data
        case `true`, `false`

        /// The element's name.
        var name: String { String(describing: self) }
    }

    /// Where an element's text stands, and what is to be known of it.
    struct Text {
        let start: Int
        let end: Int
        /// It holds references, CDATA sections, comments or carriage returns.
        let isMarked: Bool
        /// It is printable ASCII: nothing in it that an item could refuse.
        let isPlain: Bool

        static let empty = Text(start: 0, end: 0, isMarked: false, isPlain: true)
    }

    // MARK: Between elements

    /// Goes to the next byte that is neither space nor comment.
    @inline(__always)
    mutating func skipSpace(_ bytes: Span<UInt8>) throws(Fault) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "!"),
                    bytes.starts(with: "<!--", at: position)
                else { return }
                try skipComment(bytes)
            } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipComment(_ bytes: Span<UInt8>) throws(Fault) {
        try skip("-->", from: position + 4, bytes, "this comment has no end")
    }

    /// Goes behind the next `end`.
    private mutating func skip(
        _ end: StaticString, from start: Int, _ bytes: Span<UInt8>, _ complaint: String
    ) throws(Fault) {
        var index = start
        while index < bytes.count {
            if bytes.starts(with: end, at: index) {
                position = index + end.utf8CodeUnitCount
                return
            }
            index += 1
        }
        throw Fault(complaint, at: position)
    }

    /// Reads what may come before the first value: declaration, DOCTYPE and the opening `plist` tag.
    mutating func prolog(_ bytes: Span<UInt8>) throws(Fault) {
        position = bytes.startOfText
        if bytes.starts(with: "<?xml", at: position) {
            try skip("?>", from: position, bytes, "the XML declaration has no end")
        }
        try skipSpace(bytes)
        if bytes.starts(with: "<!DOCTYPE", at: position) {
            try doctype(bytes)
            try skipSpace(bytes)
        }
        guard bytes.starts(with: "<plist", at: position) else {
            throw Fault("a property list begins with <plist version=\"1.0\">", at: position)
        }
        position += 6
        skipBlanks(bytes)
        for version: StaticString in ["version=\"1.0\"", "version='1.0'"] {
            if bytes.starts(with: version, at: position) { position += version.utf8CodeUnitCount }
        }
        skipBlanks(bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected(">", bytes) }
    }

    /// Reads the closing `plist` tag; nothing may follow.
    mutating func epilog(_ bytes: Span<UInt8>) throws(Fault) {
        try close(.plist, bytes)
        try skipSpace(bytes)
        if position < bytes.count { throw Fault("there is something after the end", at: position) }
    }

    private mutating func doctype(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        let parts: [[StaticString]] = [
            ["<!DOCTYPE"], ["plist"], ["PUBLIC"],
            ["\"-//Apple//DTD PLIST 1.0//EN\"", "\"-//Apple Computer//DTD PLIST 1.0//EN\""],
            [
                "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"",
                "\"https://www.apple.com/DTDs/PropertyList-1.0.dtd\"",
            ],
        ]
        for part in parts {
            skipBlanks(bytes)
            let found = part.first { bytes.starts(with: $0, at: position) }
            guard let found else {
                throw Fault("only the DOCTYPE of Apple's property lists is allowed", at: start)
            }
            position += found.utf8CodeUnitCount
        }
        skipBlanks(bytes)
        if !take(UInt8(ascii: ">"), bytes) {
            throw Fault("only the DOCTYPE of Apple's property lists is allowed", at: start)
        }
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// What to say when something else stands here.
    func unexpected(_ expected: String, _ bytes: Span<UInt8>) -> Fault {
        guard position < bytes.count else {
            return Fault("the text ends where \(expected) should stand", at: position)
        }
        return Fault("\(expected) is missing here", at: position)
    }

    // MARK: Tags

    /// Whether a closing tag stands here.
    @inline(__always)
    func isAtClosingTag(_ bytes: Span<UInt8>) -> Bool {
        position + 1 < bytes.count && bytes[position] == UInt8(ascii: "<")
            && bytes[position + 1] == UInt8(ascii: "/")
    }

    /// Reads an opening tag; `isEmpty` tells that it closes itself.
    @inline(__always)
    mutating func open(_ bytes: Span<UInt8>) throws(Fault) -> (element: Element, isEmpty: Bool) {
        let start = position
        guard take(UInt8(ascii: "<"), bytes) else { throw unexpected("an element", bytes) }
        guard let element = element(bytes) else {
            throw Fault("no such element belongs into a property list", at: start)
        }
        if take(UInt8(ascii: ">"), bytes) { return (element, false) }
        skipBlanks(bytes)
        let isEmpty = take(UInt8(ascii: "/"), bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected(">", bytes) }
        return (element, isEmpty)
    }

    /// Reads the closing tag of an element; space may stand before it.
    @inline(__always)
    mutating func close(_ element: Element, _ bytes: Span<UInt8>) throws(Fault) {
        try skipSpace(bytes)
        let start = position
        guard isAtClosingTag(bytes) else { throw unexpected("</\(element.name)>", bytes) }
        position += 2
        guard self.element(bytes) == element else {
            throw Fault("</\(element.name)> should stand here", at: start)
        }
        if take(UInt8(ascii: ">"), bytes) { return }
        skipBlanks(bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected(">", bytes) }
    }

    /// Reads an element's name.
    @inline(__always)
    private mutating func element(_ bytes: Span<UInt8>) -> Element? {
        guard position + 8 < bytes.count else { return nameAtTheEnd(bytes) }
        let word = bytes.word(at: position)
        let length: Int
        let element: Element
        if word & 0xFF_FFFF == 0x79656B {  // key
            (element, length) = (.key, 3)
        } else if word & 0xFFFF_FFFF_FFFF == 0x676E_6972_7473 {  // string
            (element, length) = (.string, 6)
        } else if word & 0xFF_FFFF_FFFF_FFFF == 0x72_6567_6574_6E69 {  // integer
            (element, length) = (.integer, 7)
        } else if word & 0xFFFF_FFFF == 0x6574_6164 {  // date
            (element, length) = (.date, 4)
        } else if word & 0xFFFF_FFFF == 0x7463_6964 {  // dict
            (element, length) = (.dict, 4)
        } else if word & 0xFFFF_FFFF == 0x6575_7274 {  // true
            (element, length) = (.true, 4)
        } else if word & 0xFF_FFFF_FFFF == 0x65_736C_6166 {  // false
            (element, length) = (.false, 5)
        } else {
            return nameAtTheEnd(bytes)
        }
        guard XMLScanner.endsName(bytes[position + length]) else { return nil }
        position += length
        return element
    }

    /// Reads any name, also close to the end of the text.
    private mutating func nameAtTheEnd(_ bytes: Span<UInt8>) -> Element? {
        var end = position
        while end < bytes.count, end - position < 8, !XMLScanner.endsName(bytes[end]) { end += 1 }
        let name = bytes.text(position, end)
        guard let element = Element.allCases.first(where: { $0.name == name }) else { return nil }
        position = end
        return element
    }

    @inline(__always)
    private static func endsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte <= 0x20
    }

    // MARK: Text

    /// Reads the text of an element and its closing tag; the position stands behind the opening tag.
    @inline(__always)
    mutating func text(of element: Element, isEmpty: Bool, _ bytes: Span<UInt8>) throws(Fault) -> Text {
        if isEmpty { return .empty }
        let start = position
        var unusual: UInt64 = 0
        var index = start
        while index + 8 <= bytes.count {
            let word = bytes.word(at: index)
            let stops = XMLScanner.stops(in: word)
            if stops == 0 {
                unusual |= word
                index += 8
                continue
            }
            let length = stops.trailingZeroBitCount >> 3
            position = index + length
            guard isAtClosingTag(bytes) else { break }
            unusual |= word & ((1 << UInt64(length * 8)) &- 1)
            let end = position
            if !takeUsualClosingTag(element, bytes) { try close(element, bytes) }
            let isPlain = unusual & 0x8080_8080_8080_8080 == 0
            return Text(start: start, end: end, isMarked: false, isPlain: isPlain)
        }
        position = start
        return try textByByte(of: element, bytes)
    }

    /// Goes behind the closing tag of one of the usual elements, if it is written as usual.
    @inline(__always)
    private mutating func takeUsualClosingTag(_ element: Element, _ bytes: Span<UInt8>) -> Bool {
        guard position + 16 <= bytes.count else { return false }
        let word = bytes.word(at: position)
        let rest = bytes.word(at: position + 8)
        let length: Int
        switch element {
        case .key where word & 0xFFFF_FFFF_FFFF == 0x3E79656B2F3C: length = 6  // </key>
        case .date where word & 0xFF_FFFF_FFFF_FFFF == 0x3E657461642F3C: length = 7  // </date>
        case .string where word == 0x676E697274732F3C && rest & 0xFF == 0x3E: length = 9  // </string>
        case .integer where word == 0x656765746E692F3C && rest & 0xFFFF == 0x3E72: length = 10  // </integer>
        default: return false
        }
        position += length
        return true
    }

    /// A bit in each byte that is `<`, `&`, a control character or DEL; bytes above the first may have one too much.
    @inline(__always)
    private static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tag = word ^ (ones &* UInt64(UInt8(ascii: "<")))
        let reference = word ^ (ones &* UInt64(UInt8(ascii: "&")))
        let delete = word ^ (ones &* 0x7F)
        let found =
            (tag &- ones) & ~tag | (reference &- ones) & ~reference | (delete &- ones) & ~delete
            | (word &- ones &* 0x20) & ~word
        return found & 0x8080_8080_8080_8080
    }

    private mutating func textByByte(of element: Element, _ bytes: Span<UInt8>) throws(Fault) -> Text {
        let start = position
        var isMarked = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                if isAtClosingTag(bytes) {
                    let end = position
                    try close(element, bytes)
                    return Text(start: start, end: end, isMarked: isMarked, isPlain: false)
                }
                isMarked = true
                if bytes.starts(with: "<![CDATA[", at: position) {
                    try skip("]]>", from: position + 9, bytes, "this CDATA section has no end")
                } else if bytes.starts(with: "<!--", at: position) {
                    try skipComment(bytes)
                } else {
                    throw Fault("no element may stand in <\(element.name)>", at: position)
                }
                continue
            }
            if byte == UInt8(ascii: "&") || byte == 0x0D { isMarked = true }
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                throw Fault("XML has no control characters", at: position)
            }
            position += 1
        }
        throw Fault("the text ends where </\(element.name)> should stand", at: position)
    }

    /// The string that an element's text spells, references resolved.
    @inline(__always)
    func string(_ text: Text, _ bytes: Span<UInt8>) throws(Fault) -> String {
        if !text.isMarked { return bytes.text(text.start, text.end) }
        return try XMLReferences.resolve(bytes, text.start, text.end)
    }
}
