import Basics
import LootCore

/// Parses property lists into trees.
enum PropertyListTree {
    /// Parses a complete property list, XML or binary.
    static func read(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        if BinaryPropertyList.isBinary(bytes) {
            var reader = try BinaryPropertyList(bytes)
            return try reader.root(bytes)
        }
        if let text = UTF16Text.transcoded(bytes) { return try readXML(text.span) }
        return try readXML(bytes)
    }

    private static func readXML(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        try bytes.requireUTF8()
        var parser = XMLTreeParser(countsLines: true)
        try parser.scanner.prolog(bytes)
        try parser.scanner.skipSpace(bytes)
        let value = try parser.value(bytes, depth: 0)
        try parser.scanner.epilog(bytes)
        return value
    }
}

/// Parses the values of an XML property list into trees with source positions.
struct XMLTreeParser {
    var scanner: XMLScanner
    private var lines = LineCounter()
    private let countsLines: Bool
    /// The number of values that may still be read.
    private var budget: Int

    /// Creates a parser. If `countsLines` is false, positions only contain the byte offset.
    init(at position: Int = 0, countsLines: Bool, limit: Int = .max) {
        scanner = XMLScanner(position: position)
        self.countsLines = countsLines
        budget = limit
    }

    mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> DocumentValue {
        let start = scanner.position
        guard depth < depthLimit else {
            throw Fault("The nesting is deeper than \(depthLimit) levels.", at: start)
        }
        guard budget > 0 else { throw Fault.tooManyValues(at: start) }
        budget -= 1
        let position = place(of: start, bytes)
        let (element, isEmpty) = try scanner.open(bytes)
        switch element {
        case .dict:
            return DocumentValue(.object(isEmpty ? [] : try object(bytes, depth: depth + 1)), at: position)
        case .array:
            return DocumentValue(.array(isEmpty ? [] : try array(bytes, depth: depth + 1)), at: position)
        case .plist, .key: throw Fault("A value is missing here.", at: start)
        default:
            let content = try XMLTreeParser.scalar(element, isEmpty: isEmpty, at: start, &scanner, bytes)
            return DocumentValue(content, at: position)
        }
    }

    private mutating func place(of byte: Int, _ bytes: Span<UInt8>) -> SourcePosition {
        countsLines
            ? lines.position(ofByte: byte, in: bytes) : SourcePosition(line: 0, column: 0, byte: byte)
    }

    private mutating func array(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> [DocumentValue] {
        var values: [DocumentValue] = []
        try scanner.skipSpace(bytes)
        while !scanner.isAtClosingTag(bytes) {
            values.append(try value(bytes, depth: depth))
            try scanner.skipSpace(bytes)
        }
        try scanner.close(.array, bytes)
        return values
    }

    private mutating func object(_ bytes: Span<UInt8>, depth: Int) throws(Fault) -> [DocumentEntry] {
        var entries: [DocumentEntry] = []
        var keys = SeenKeys()
        try scanner.skipSpace(bytes)
        while !scanner.isAtClosingTag(bytes) {
            let start = scanner.position
            let (element, isEmpty) = try scanner.open(bytes)
            guard element == .key else { throw Fault("A <key> is missing here.", at: start) }
            let key = try scanner.string(try scanner.text(of: .key, isEmpty: isEmpty, bytes), bytes)
            try keys.insert(key, at: start)
            let position = place(of: start, bytes)
            try scanner.skipSpace(bytes)
            entries.append(DocumentEntry(key, at: position, try value(bytes, depth: depth)))
            try scanner.skipSpace(bytes)
        }
        try scanner.close(.dict, bytes)
        return entries
    }

    /// Skips the value at the position.
    static func skipValue(_ scanner: inout XMLScanner, _ bytes: Span<UInt8>, depth: Int = 0) throws(Fault) {
        let start = scanner.position
        guard depth < depthLimit else {
            throw Fault("The nesting is deeper than \(depthLimit) levels.", at: start)
        }
        let (element, isEmpty) = try scanner.open(bytes)
        switch element {
        case .dict, .array:
            if isEmpty { return }
            try scanner.skipSpace(bytes)
            while !scanner.isAtClosingTag(bytes) {
                if element == .dict {
                    let place = scanner.position
                    let (key, isEmpty) = try scanner.open(bytes)
                    guard key == .key else { throw Fault("A <key> is missing here.", at: place) }
                    _ = try scanner.text(of: .key, isEmpty: isEmpty, bytes)
                    try scanner.skipSpace(bytes)
                }
                try skipValue(&scanner, bytes, depth: depth + 1)
                try scanner.skipSpace(bytes)
            }
            try scanner.close(element, bytes)
        case .plist, .key: throw Fault("A value is missing here.", at: start)
        default: _ = try scanner.text(of: element, isEmpty: isEmpty, bytes)
        }
    }

    /// Parses the contents of an element without children, after its opening tag.
    static func scalar(
        _ element: XMLScanner.Element, isEmpty: Bool, at start: Int, _ scanner: inout XMLScanner,
        _ bytes: Span<UInt8>
    ) throws(Fault) -> DocumentValue.Content {
        let text = try scanner.text(of: element, isEmpty: isEmpty, bytes)
        let string = try scanner.string(text, bytes)
        switch element {
        case .string: return .text(string)
        case .true, .false:
            guard string.isEmpty else {
                throw Fault("<\(element.name)/> must be empty.", at: start)
            }
            return .flag(element == .true)
        case .integer:
            guard let digits = PropertyListNumber.integer(string) else {
                throw Fault(Expectation.integer64, at: start)
            }
            return .number(digits)
        case .real:
            guard let digits = PropertyListNumber.real(string) else {
                throw Fault("This isn't a finite number.", at: start)
            }
            return .number(digits)
        case .date:
            guard let moment = Moment(string) else {
                throw Fault("This must be a date like 2026-11-20T10:00:00Z.", at: start)
            }
            return .moment(moment)
        case .data:
            guard let data = Base64.decode(string.utf8) else { throw Fault("This isn't Base64.", at: start) }
            return .data(data)
        case .plist, .dict, .array, .key: throw Fault("A value is missing here.", at: start)
        }
    }
}
