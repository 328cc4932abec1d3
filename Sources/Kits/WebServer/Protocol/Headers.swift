/// Header fields in their order, as bytes: one buffer holds them all, and a `String` is made only for a
/// value that is asked for. Names compare without regard to case.
public struct Headers: Sendable, ExpressibleByDictionaryLiteral {
    /// Where one field stands in the buffer.
    struct Field: Sendable {
        var nameStart: UInt32
        var nameCount: UInt32
        var valueStart: UInt32
        var valueCount: UInt32

        var name: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
        var value: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueCount) }
    }

    private(set) var bytes: [UInt8]
    private(set) var fields: [Field]
    /// Whether the buffer holds the lines of the fields as a message has them, and nothing else.
    private(set) var isInLines = true

    /// No fields.
    package init() {
        bytes = []
        fields = []
    }

    /// The given fields, in order.
    public init(dictionaryLiteral elements: (Name, String)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }

    /// Fields that were found in a request's own bytes.
    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
        isInLines = false
    }

    /// The number of fields.
    package var count: Int { fields.count }

    /// The first value of a field; setting it replaces every field of that name, nil removes them.
    ///
    /// Control characters in a value become spaces, so that no value can end its line and begin another.
    public subscript(name: Name) -> String? {
        get { firstRange(of: name).map { String(decoding: bytes[$0], as: UTF8.self) } }
        set {
            if firstRange(of: name) != nil { remove(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Every value of a field, in order.
    public func values(of name: Name) -> [String] {
        fields.filter { matches($0, name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }

    /// Adds a field behind the others. Control characters in the value become spaces.
    public mutating func append(_ name: Name, _ value: String) {
        append(name.text.utf8, value.utf8)
    }

    /// Adds all fields of others behind the own ones.
    package mutating func append(contentsOf others: Headers) {
        guard others.isInLines else {
            for field in others.fields { append(others.bytes[field.name], others.bytes[field.value]) }
            return
        }
        let offset = UInt32(clamping: bytes.count)
        bytes.append(contentsOf: others.bytes)
        for var field in others.fields {
            field.nameStart += offset
            field.valueStart += offset
            fields.append(field)
        }
    }

    private mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            fields.reserveCapacity(8)
        }
        let nameStart = bytes.count
        bytes.append(contentsOf: name)
        let nameEnd = bytes.count
        bytes.append(UInt8(ascii: ":"))
        bytes.append(.space)
        let valueStart = bytes.count
        bytes.append(contentsOf: value)
        let valueEnd = bytes.count
        for index in valueStart..<valueEnd where !bytes[index].isFieldByte { bytes[index] = .space }
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        fields.append(
            Field(
                nameStart: UInt32(clamping: nameStart), nameCount: UInt32(clamping: nameEnd - nameStart),
                valueStart: UInt32(clamping: valueStart),
                valueCount: UInt32(clamping: valueEnd - valueStart)))
    }

    private mutating func remove(_ name: Name) {
        var kept = Headers()
        for field in fields where !matches(field, name) {
            kept.append(bytes[field.name], bytes[field.value])
        }
        self = kept
    }

    /// Whether a field whose value is a list (as `Connection: a, b`) has an element, without regard to case.
    func list(_ name: Name, contains element: String) -> Bool {
        values(of: name).contains { value in
            value.utf8.split(separator: UInt8(ascii: ",")).contains { part in
                let trimmed = part.drop { $0 == .space || $0 == .tab }
                    .reversed().drop { $0 == .space || $0 == .tab }.reversed()
                return trimmed.elementsEqual(element.utf8) { $0.lowercased == $1.lowercased }
            }
        }
    }

    func firstRange(of name: Name) -> Range<Int>? {
        for field in fields where matches(field, name) { return field.value }
        return nil
    }

    func matches(_ field: Field, _ name: Name) -> Bool {
        let text = name.text.utf8
        guard Int(field.nameCount) == text.count else { return false }
        var index = Int(field.nameStart)
        for byte in text {
            guard bytes[index].lowercased == byte.lowercased else { return false }
            index += 1
        }
        return true
    }
}

extension Headers: Sequence {
    /// Walks the fields in order.
    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var position = 0
        return AnyIterator {
            guard position < fields.count else { return nil }
            let field = fields[position]
            position += 1
            return (
                String(decoding: bytes[field.name], as: UTF8.self),
                String(decoding: bytes[field.value], as: UTF8.self)
            )
        }
    }
}

extension Headers: Equatable {
    /// Whether both hold the same fields in the same order.
    public static func == (left: Headers, right: Headers) -> Bool {
        left.elementsEqual(right) { $0 == $1 }
    }
}
