import LootCore

/// Tokenizes JSON (RFC 8259). The bytes must be valid UTF-8.
struct JSONScanner {
    /// The position of the next byte.
    var position: Int
    /// Whether comments (`//` and `/* */`) and trailing commas are allowed.
    let allowsComments: Bool

    init(at position: Int = 0, allowsComments: Bool) {
        self.position = position
        self.allowsComments = allowsComments
    }

    /// The range and properties of a string's contents.
    struct Text {
        let start: Int
        let end: Int
        /// Whether the string contains escape sequences.
        let isEscaped: Bool
        /// Whether the string consists of printable ASCII characters, which are valid in all fields.
        let isPlain: Bool
    }

    /// The range and properties of a number.
    struct Number {
        let start: Int
        let end: Int
        /// Whether the number has neither decimals nor an exponent.
        let isInteger: Bool
    }

    // MARK: White space and punctuation

    /// Skips white space and comments.
    @inline(__always)
    mutating func skipSpace(_ bytes: Span<UInt8>) throws(Fault) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 0x20 {
                guard byte == UInt8(ascii: "/") else { return }
                try skipComment(bytes)
            } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipComment(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        guard allowsComments else { throw Fault("Comments aren't allowed here.", at: start) }
        if bytes.starts(with: "//", at: start) {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        } else if bytes.starts(with: "/*", at: start) {
            position += 2
            while !bytes.starts(with: "*/", at: position) {
                guard position < bytes.count else { throw Fault("This comment isn't closed.", at: start) }
                position += 1
            }
            position += 2
        } else {
            throw Fault("A value can't begin with “/”.", at: start)
        }
    }

    /// Consumes `byte` if it is next.
    @inline(__always)
    mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Consumes a comma or `close` after an element. Returns whether another element follows.
    @inline(__always)
    mutating func readSeparator(closing close: UInt8, _ bytes: Span<UInt8>) throws(Fault) -> Bool {
        // The most frequent case: a comma followed by a key or a string, without white space.
        if position + 1 < bytes.count, bytes[position] == UInt8(ascii: ","),
            bytes[position + 1] == UInt8(ascii: "\"")
        {
            position += 1
            return true
        }
        return try readSpacedSeparator(closing: close, bytes)
    }

    private mutating func readSpacedSeparator(
        closing close: UInt8, _ bytes: Span<UInt8>
    ) throws(Fault) -> Bool {
        try skipSpace(bytes)
        if take(UInt8(ascii: ","), bytes) {
            try skipSpace(bytes)
            if allowsComments, take(close, bytes) { return false }
            return true
        }
        if take(close, bytes) { return false }
        throw unexpected("A comma or “\(String(Unicode.Scalar(close)))” is missing here.", bytes)
    }

    /// Consumes the colon after a key.
    @inline(__always)
    mutating func skipColon(_ bytes: Span<UInt8>) throws(Fault) {
        if take(UInt8(ascii: ":"), bytes) { return }
        try skipSpace(bytes)
        if !take(UInt8(ascii: ":"), bytes) { throw unexpected("A colon is missing here.", bytes) }
    }

    /// Returns the error for an unexpected token, with a sentence about the expected one.
    func unexpected(_ expectation: Message, _ bytes: Span<UInt8>) -> Fault {
        guard position < bytes.count else {
            return Fault("The text ends too early. \(expectation)", at: position)
        }
        if bytes[position] == UInt8(ascii: "'") {
            return Fault("JSON requires double quotation marks instead of single ones.", at: position)
        }
        return Fault(expectation, at: position)
    }

    // MARK: Strings

    /// Consumes a string. The position must be that of the opening quotation mark.
    @inline(__always)
    mutating func string(_ bytes: Span<UInt8>) throws(Fault) -> Text {
        guard take(UInt8(ascii: "\""), bytes) else { throw unexpected("A string is missing here.", bytes) }
        let start = position
        var index = start
        var isEscaped = false
        var isPlain = true
        while index < bytes.count {
            let byte = bytes[index]
            // Letters and digits come first because they are by far the most frequent.
            if byte > UInt8(ascii: "\""), byte < 0x7F, byte != UInt8(ascii: "\\") {
                index += 1
                continue
            }
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                return Text(start: start, end: index, isEscaped: isEscaped, isPlain: isPlain)
            }
            if byte < 0x20 {
                throw Fault(
                    "A control character in a string must be written as an escape sequence.", at: index)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                index += 1
            }
            if byte >= 0x7F || isEscaped { isPlain = false }
            index += 1
        }
        throw Fault("This string isn't closed.", at: start - 1)
    }

    /// Returns the text of a string, with escape sequences decoded.
    @inline(__always)
    func text(_ text: Text, _ bytes: Span<UInt8>) throws(Fault) -> String {
        if text.isPlain { return bytes.plainText(text.start, text.end) }
        if !text.isEscaped { return bytes.text(text.start, text.end) }
        return try JSONEscapes.resolve(bytes, text.start, text.end)
    }

    // MARK: Numbers and names

    mutating func number(_ bytes: Span<UInt8>) throws(Fault) -> Number {
        let start = position
        _ = take(UInt8(ascii: "-"), bytes)
        let first = position
        guard digits(bytes) > 0 else { throw unexpected("A value is missing here.", bytes) }
        if bytes[first] == UInt8(ascii: "0"), position - first > 1 {
            throw Fault("A number can't begin with 0.", at: first)
        }
        var isInteger = true
        if take(UInt8(ascii: "."), bytes) {
            isInteger = false
            if digits(bytes) == 0 { throw unexpected("A digit is missing here.", bytes) }
        }
        if take(UInt8(ascii: "e"), bytes) || take(UInt8(ascii: "E"), bytes) {
            isInteger = false
            if !take(UInt8(ascii: "+"), bytes) { _ = take(UInt8(ascii: "-"), bytes) }
            if digits(bytes) == 0 { throw unexpected("A digit is missing here.", bytes) }
        }
        return Number(start: start, end: position, isInteger: isInteger)
    }

    private mutating func digits(_ bytes: Span<UInt8>) -> Int {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position - start
    }

    /// Consumes `true`, `false` or `null`. Returns `nil` if none of them is next.
    mutating func word(_ bytes: Span<UInt8>) -> Word? {
        if bytes.starts(with: "true", at: position) {
            position += 4
            return .true
        }
        if bytes.starts(with: "false", at: position) {
            position += 5
            return .false
        }
        if bytes.starts(with: "null", at: position) {
            position += 4
            return .null
        }
        return nil
    }

    /// The literal names of JSON.
    enum Word {
        case `true`, `false`, null
    }
}
