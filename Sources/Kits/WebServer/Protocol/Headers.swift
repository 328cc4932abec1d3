/// An ordered list of header fields. Names compare without regard to case.
///
/// All fields are stored in one byte buffer. Strings are created only for the values that are read.
public struct Headers: Sendable, ExpressibleByDictionaryLiteral {
    /// The position of a field in the buffer.
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
    /// Whether the buffer consists of exactly the lines of the fields, so that it can be sent as it is.
    private(set) var isInLines = true

    /// Creates an empty list.
    package init() {
        bytes = []
        fields = []
    }

    /// Creates a list of the given fields, in order.
    public init(dictionaryLiteral elements: (Name, String)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }

    /// Creates a list of fields that are stored in a request's bytes.
    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
        isInLines = false
    }

    /// The number of fields.
    package var count: Int { fields.count }

    /// The first value of a field. Setting it replaces every field with the name; setting `nil` removes them.
    ///
    /// Control characters in a value are replaced with spaces, so that a value can't inject another field.
    public subscript(name: Name) -> String? {
        get { firstRange(of: name).map { String(decoding: bytes[$0], as: UTF8.self) } }
        set {
            if firstRange(of: name) != nil { remove(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Returns all values of a field, in order.
    public func values(of name: Name) -> [String] {
        fields.filter { matches($0, name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }

    /// Appends a field. Control characters in the value are replaced with spaces.
    public mutating func append(_ name: Name, _ value: String) {
        append(name.text.utf8, value.utf8)
    }

    /// Appends all fields of another list.
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

    /// Returns whether a list-valued field, such as `Connection: a, b`, contains an element, ignoring case.
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
    /// Returns an iterator over the fields in order.
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
    /// Returns whether two lists contain the same fields in the same order.
    public static func == (left: Headers, right: Headers) -> Bool {
        left.elementsEqual(right) { $0 == $1 }
    }
}
