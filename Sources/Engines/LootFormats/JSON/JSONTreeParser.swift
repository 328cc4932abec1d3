import LootCore

/// Parses JSON into a tree with source positions.
struct JSONTreeParser {
    private var scanner: JSONScanner
    private var lines = LineCounter()

    private let countsLines: Bool
    /// The number of values that may still be read.
    private var budget: Int

    /// Creates a parser. If `countsLines` is false, positions only contain the byte offset.
    init(at position: Int = 0, allowsComments: Bool, countsLines: Bool = true, limit: Int = .max) {
        scanner = JSONScanner(at: position, allowsComments: allowsComments)
        self.countsLines = countsLines
        budget = limit
    }

    /// The position of the next byte.
    var position: Int { scanner.position }

    mutating func document(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        try bytes.requireUTF8()
        scanner.position = bytes.startOfText
        try scanner.skipSpace(bytes)
        let value = try value(bytes, depth: 0)
        try scanner.skipSpace(bytes)
        if scanner.position < bytes.count {
            throw Fault("The text continues after the value.", at: scanner.position)
        }
        return value
    }

    mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> DocumentValue {
        guard scanner.position < bytes.count else {
            throw scanner.unexpected("A value is missing here.", bytes)
        }
        guard depth < depthLimit else {
            throw Fault("The nesting is deeper than \(depthLimit) levels.", at: scanner.position)
        }
        guard budget > 0 else { throw Fault.tooManyValues(at: scanner.position) }
        budget -= 1
        let position = place(of: scanner.position, bytes)
        return DocumentValue(try content(bytes, depth: depth), at: position)
    }

    private mutating func place(of byte: Int, _ bytes: Span<UInt8>) -> SourcePosition {
        countsLines
            ? lines.position(ofByte: byte, in: bytes) : SourcePosition(line: 0, column: 0, byte: byte)
    }

    private mutating func content(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> DocumentValue.Content {
        switch bytes[scanner.position] {
        case UInt8(ascii: "\""):
            return .text(try scanner.text(try scanner.string(bytes), bytes))
        case UInt8(ascii: "{"):
            scanner.position += 1
            return .object(try object(bytes, depth: depth + 1))
        case UInt8(ascii: "["):
            scanner.position += 1
            return .array(try array(bytes, depth: depth + 1))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = try scanner.number(bytes)
            return .number(bytes.text(number.start, number.end))
        default:
            switch scanner.word(bytes) {
            case .true: return .flag(true)
            case .false: return .flag(false)
            case .null: return .null
            case nil: throw scanner.unexpected("A value is missing here.", bytes)
            }
        }
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> [DocumentValue] {
        var values: [DocumentValue] = []
        try scanner.skipSpace(bytes)
        if scanner.take(UInt8(ascii: "]"), bytes) { return values }
        repeat {
            values.append(try value(bytes, depth: depth))
        } while try scanner.readSeparator(closing: UInt8(ascii: "]"), bytes)
        return values
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> [DocumentEntry] {
        var entries: [DocumentEntry] = []
        var keys = SeenKeys()
        try scanner.skipSpace(bytes)
        if scanner.take(UInt8(ascii: "}"), bytes) { return entries }
        repeat {
            let start = scanner.position
            let key = try scanner.text(try scanner.string(bytes), bytes)
            try keys.insert(key, at: start)
            try scanner.skipColon(bytes)
            try scanner.skipSpace(bytes)
            let position = place(of: start, bytes)
            entries.append(DocumentEntry(key, at: position, try value(bytes, depth: depth)))
        } while try scanner.readSeparator(closing: UInt8(ascii: "}"), bytes)
        return entries
    }
}

extension JSONScanner {
    /// Skips the value at the position.
    mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(Fault) {
        guard position < bytes.count else { throw unexpected("A value is missing here.", bytes) }
        guard depth < depthLimit else {
            throw Fault("The nesting is deeper than \(depthLimit) levels.", at: position)
        }
        switch bytes[position] {
        case UInt8(ascii: "\""): _ = try string(bytes)
        case UInt8(ascii: "{"):
            position += 1
            try skipSpace(bytes)
            if take(UInt8(ascii: "}"), bytes) { return }
            repeat {
                _ = try string(bytes)
                try skipColon(bytes)
                try skipSpace(bytes)
                try skipValue(bytes, depth: depth + 1)
            } while try readSeparator(closing: UInt8(ascii: "}"), bytes)
        case UInt8(ascii: "["):
            position += 1
            try skipSpace(bytes)
            if take(UInt8(ascii: "]"), bytes) { return }
            repeat {
                try skipValue(bytes, depth: depth + 1)
            } while try readSeparator(
                closing: UInt8(ascii: "]"), bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number(bytes)
        default: if word(bytes) == nil { throw unexpected("A value is missing here.", bytes) }
        }
    }

    /// Whether the object at the position contains a key.
    mutating func isObject(with key: String, _ bytes: Span<UInt8>) throws(Fault) -> Bool {
        guard take(UInt8(ascii: "{"), bytes) else { return false }
        try skipSpace(bytes)
        if take(UInt8(ascii: "}"), bytes) { return false }
        repeat {
            if try text(try string(bytes), bytes) == key { return true }
            try skipColon(bytes)
            try skipSpace(bytes)
            try skipValue(bytes)
        } while try readSeparator(closing: UInt8(ascii: "}"), bytes)
        return false
    }
}

/// Detects duplicate keys in an object. Keys are compared by their bytes.
struct SeenKeys {
    private var keys: Set<[UInt8]> = []

    mutating func insert(_ key: String, at byte: Int) throws(Fault) {
        guard keys.insert(Array(key.utf8)).inserted else {
            throw Fault("The key “\(TextRules.visible(key))” occurs twice.", at: byte)
        }
    }
}
