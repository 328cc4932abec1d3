import LootCore

/// Tokenizes the XML of property lists. The bytes must be valid UTF-8. Supports a declaration, Apple's DOCTYPE, the
/// elements of the property list DTD, comments, CDATA sections, character references and the five predefined
/// entities. Nothing else is supported, so nothing is fetched or expanded.
struct XMLScanner {
    /// The position of the next byte.
    var position = 0

    /// The elements of a property list.
    enum Element: String {
        case plist, dict, array, key, string, integer, real, date, data
        case `true`, `false`

        var name: String { rawValue }
    }

    /// The range and properties of an element's text.
    struct Text {
        let start: Int
        let end: Int
        /// Whether the text contains references, CDATA sections, comments or carriage returns.
        let isMarked: Bool
        /// Whether the text consists of printable ASCII characters, which are valid in all fields.
        let isPlain: Bool

        static let empty = Text(start: 0, end: 0, isMarked: false, isPlain: true)
    }

    // MARK: White space and structure

    /// Skips white space and comments.
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
        try skip("-->", from: position + 4, bytes, "This comment isn't closed.")
    }

    /// Skips to the end of the next occurrence of `end`.
    private mutating func skip(
        _ end: StaticString, from start: Int, _ bytes: Span<UInt8>, _ complaint: Message
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

    /// Consumes everything before the first value: the declaration, the DOCTYPE and the opening `plist` tag.
    mutating func prolog(_ bytes: Span<UInt8>) throws(Fault) {
        position = bytes.startOfText
        if bytes.starts(with: "<?xml", at: position) {
            try skip("?>", from: position, bytes, "The XML declaration isn't closed.")
        }
        try skipSpace(bytes)
        if bytes.starts(with: "<!DOCTYPE", at: position) {
            try doctype(bytes)
            try skipSpace(bytes)
        }
        guard bytes.starts(with: "<plist", at: position) else {
            throw Fault("A property list begins with <plist version=\"1.0\">.", at: position)
        }
        position += 6
        skipBlanks(bytes)
        for version: StaticString in ["version=\"1.0\"", "version='1.0'"] {
            if bytes.starts(with: version, at: position) { position += version.utf8CodeUnitCount }
        }
        skipBlanks(bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected("“>” is missing here.", bytes) }
    }

    /// Consumes the closing `plist` tag. Nothing may follow it.
    mutating func epilog(_ bytes: Span<UInt8>) throws(Fault) {
        try close(.plist, bytes)
        try skipSpace(bytes)
        if position < bytes.count {
            throw Fault("There is more data after the end of the content.", at: position)
        }
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
                throw Fault("Only the DOCTYPE of Apple's property lists is allowed.", at: start)
            }
            position += found.utf8CodeUnitCount
        }
        skipBlanks(bytes)
        if !take(UInt8(ascii: ">"), bytes) {
            throw Fault("Only the DOCTYPE of Apple's property lists is allowed.", at: start)
        }
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Returns the error for an unexpected token, with a sentence about the expected one.
    func unexpected(_ expectation: Message, _ bytes: Span<UInt8>) -> Fault {
        Fault(position < bytes.count ? expectation : "The text ends too early. \(expectation)", at: position)
    }

    // MARK: Tags

    /// Whether the next token is a closing tag.
    func isAtClosingTag(_ bytes: Span<UInt8>) -> Bool {
        position + 1 < bytes.count && bytes[position] == UInt8(ascii: "<")
            && bytes[position + 1] == UInt8(ascii: "/")
    }

    /// Consumes an opening tag. `isEmpty` is true if the tag is self-closing.
    mutating func open(_ bytes: Span<UInt8>) throws(Fault) -> (element: Element, isEmpty: Bool) {
        let start = position
        guard take(UInt8(ascii: "<"), bytes) else { throw unexpected("An element is missing here.", bytes) }
        guard let element = element(bytes) else {
            throw Fault("A property list can't contain this element.", at: start)
        }
        if take(UInt8(ascii: ">"), bytes) { return (element, false) }
        skipBlanks(bytes)
        let isEmpty = take(UInt8(ascii: "/"), bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected("“>” is missing here.", bytes) }
        return (element, isEmpty)
    }

    /// Consumes the closing tag of an element, which may follow white space.
    mutating func close(_ element: Element, _ bytes: Span<UInt8>) throws(Fault) {
        try skipSpace(bytes)
        let start = position
        guard isAtClosingTag(bytes) else { throw unexpected("</\(element.name)> is missing here.", bytes) }
        position += 2
        guard self.element(bytes) == element else {
            throw Fault("</\(element.name)> is missing here.", at: start)
        }
        if take(UInt8(ascii: ">"), bytes) { return }
        skipBlanks(bytes)
        guard take(UInt8(ascii: ">"), bytes) else { throw unexpected("“>” is missing here.", bytes) }
    }

    /// Consumes the name of an element.
    private mutating func element(_ bytes: Span<UInt8>) -> Element? {
        var end = position
        while end < bytes.count, end - position < 8, !XMLScanner.endsName(bytes[end]) { end += 1 }
        guard let element = Element(rawValue: bytes.text(position, end)) else { return nil }
        position = end
        return element
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte <= 0x20
    }

    // MARK: Text

    /// Consumes the text of an element and its closing tag, after the opening tag.
    mutating func text(of element: Element, isEmpty: Bool, _ bytes: Span<UInt8>) throws(Fault) -> Text {
        if isEmpty { return .empty }
        let start = position
        var isMarked = false
        var isPlain = true
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte >= 0x7F { isPlain = false }
            if byte == UInt8(ascii: "<") {
                if isAtClosingTag(bytes) {
                    let end = position
                    try close(element, bytes)
                    return Text(start: start, end: end, isMarked: isMarked, isPlain: isPlain && !isMarked)
                }
                isMarked = true
                if bytes.starts(with: "<![CDATA[", at: position) {
                    try skip("]]>", from: position + 9, bytes, "This CDATA section isn't closed.")
                } else if bytes.starts(with: "<!--", at: position) {
                    try skipComment(bytes)
                } else {
                    throw Fault("<\(element.name)> can't contain an element.", at: position)
                }
                continue
            }
            if byte == UInt8(ascii: "&") || byte == 0x0D { isMarked = true }
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                throw Fault("XML can't contain control characters.", at: position)
            }
            position += 1
        }
        throw Fault("The text ends too early. </\(element.name)> is missing here.", at: position)
    }

    /// Returns the decoded text of an element.
    func string(_ text: Text, _ bytes: Span<UInt8>) throws(Fault) -> String {
        if !text.isMarked { return bytes.text(text.start, text.end) }
        return try XMLReferences.resolve(bytes, text.start, text.end)
    }
}
