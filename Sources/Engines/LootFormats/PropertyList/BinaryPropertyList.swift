import LootCore

/// Reads binary property lists (`bplist00`) from untrusted sources.
///
/// All offsets and counts are validated, the nesting depth is limited, and a container can be referenced only
/// once. The latter is always true in practice, and prevents cycles and exponential growth. Long shared
/// strings are decoded only once.
struct BinaryPropertyList {
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    /// The index of the root object.
    let top: Int
    private let table: Int
    /// The decoded long leaf values.
    private var leaves: [Int: DocumentValue.Content] = [:]
    private var isUsed: [Bool]
    /// The number of values that may still be read. It is limited because references are much smaller than
    /// values.
    private var budget = 0

    /// The reference date, January 1, 2001, in seconds since 1970.
    static let epoch: Int64 = 978_307_200
    /// The size in bytes above which leaf values are cached.
    private static let longLeaf = 64

    /// Whether the bytes start like a binary property list.
    static func isBinary(_ bytes: Span<UInt8>) -> Bool { bytes.starts(with: "bplist", at: 0) }

    init(_ bytes: Span<UInt8>) throws(Fault) {
        guard bytes.starts(with: "bplist00", at: 0) else {
            throw Fault(
                .newerFormat, "This binary property list has a version other than 00.",
                advice: "Convert it to XML with plutil.", at: 6)
        }
        let trailer = bytes.count - 32
        guard trailer > 8 else { throw Fault("This binary property list is incomplete.", at: bytes.count) }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw Fault("The sizes in the trailer are invalid.", at: trailer + 6)
        }
        let numbers = (0..<3).map { BinaryPropertyList.number(bytes, trailer + 8 + 8 * $0, 8) }
        guard let count = Int(exactly: numbers[0]), let top = Int(exactly: numbers[1]),
            let table = Int(exactly: numbers[2]), table >= 9, table <= trailer, count >= 1,
            count <= (trailer - table) / offsetSize, top < count
        else { throw Fault("The trailer doesn't match the file.", at: trailer + 8) }
        objectCount = count
        self.top = top
        self.table = table
        isUsed = Array(repeating: false, count: count)
    }

    /// Reads the complete property list.
    mutating func root(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        budget = max(foreignLimit, 2 * objectCount)
        return try value(bytes, top, depth: 0)
    }

    /// Reads an object contained in the root.
    mutating func value(_ bytes: Span<UInt8>, _ object: Int) throws(Fault) -> DocumentValue {
        budget = foreignLimit
        return try value(bytes, object, depth: 2)
    }

    /// Returns the position of the root.
    func place(ofRoot bytes: Span<UInt8>) throws(Fault) -> Int { try offset(of: top, bytes) }

    /// A key of a dictionary, its position, and the object that it refers to.
    struct Entry {
        var key: String
        var place: Int
        var object: Int
    }

    /// Returns the keys of the root and the objects they refer to, or `nil` if the root isn't a dictionary.
    func entriesOfRoot(_ bytes: Span<UInt8>) throws(Fault) -> [Entry]? {
        let offset = try offset(of: top, bytes)
        guard bytes[offset] >> 4 == 0xD else { return nil }
        let (count, start) = try count(bytes, offset)
        try require(2 * count * referenceSize, at: start, of: start)
        var entries: [Entry] = []
        for index in 0..<count {
            let place = try self.offset(of: try reference(bytes, start + index * referenceSize), bytes)
            guard case .text(let key) = try leaf(bytes, bytes[place], place) else {
                throw Fault("A key isn't text.", at: place)
            }
            let object = try reference(bytes, start + (count + index) * referenceSize)
            entries.append(Entry(key: key, place: place, object: object))
        }
        return entries
    }

    /// Returns the number of elements of an array and the position of their references.
    func elements(of object: Int, _ bytes: Span<UInt8>) throws(Fault) -> (count: Int, start: Int) {
        let offset = try offset(of: object, bytes)
        guard bytes[offset] >> 4 == 0xA else {
            throw Fault(
                object == top
                    ? "This must be an array of items, or a dictionary with “items”."
                    : "This must be an array of items.", at: offset)
        }
        let (count, start) = try count(bytes, offset)
        try require(count * referenceSize, at: start, of: start)
        return (count, start)
    }

    /// Returns an element of an array.
    func element(
        _ index: Int, of elements: (count: Int, start: Int), _ bytes: Span<UInt8>
    ) throws(Fault) -> Int {
        try reference(bytes, elements.start + index * referenceSize)
    }

    /// Reads a big-endian number of up to 8 bytes. The caller has checked the bounds.
    private static func number(_ bytes: Span<UInt8>, _ offset: Int, _ size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    private func offset(of object: Int, _ bytes: Span<UInt8>) throws(Fault) -> Int {
        let entry = table + object * offsetSize
        guard let offset = Int(exactly: BinaryPropertyList.number(bytes, entry, offsetSize)), offset >= 8,
            offset < table
        else { throw Fault("This offset points outside the file's objects.", at: entry) }
        return offset
    }

    private mutating func value(_ bytes: Span<UInt8>, _ object: Int, depth: Int) throws(Fault)
        -> DocumentValue
    {
        let offset = try offset(of: object, bytes)
        guard budget > 0 else { throw Fault.tooManyValues(at: offset) }
        budget -= 1
        let position = SourcePosition(line: 0, column: offset, byte: offset)
        if let leaf = leaves[object] { return DocumentValue(leaf, at: position) }
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0xA, 0xC, 0xD:
            guard depth < depthLimit else {
                throw Fault("The nesting is deeper than \(depthLimit) levels.", at: offset)
            }
            guard !isUsed[object] else { throw Fault("This container is used twice.", at: offset) }
            isUsed[object] = true
            let (count, start) = try count(bytes, offset)
            if marker >> 4 != 0xD {
                return DocumentValue(
                    .array(try elements(bytes, count, at: start, depth: depth + 1)), at: position)
            }
            return DocumentValue(
                .object(try entries(bytes, count, at: start, depth: depth + 1)), at: position)
        default:
            let leaf = try leaf(bytes, marker, offset)
            if leaf.size > BinaryPropertyList.longLeaf { leaves[object] = leaf }
            return DocumentValue(leaf, at: position)
        }
    }

    /// Returns the count of a container, text or data, and the position of its contents.
    private func count(_ bytes: Span<UInt8>, _ offset: Int) throws(Fault) -> (Int, Int) {
        let low = bytes[offset] & 0xF
        guard low == 0xF else { return (Int(low), offset + 1) }
        guard offset + 1 < table, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0xF <= 3 else {
            throw Fault("A count is missing here.", at: offset)
        }
        let size = 1 << Int(bytes[offset + 1] & 0xF)
        guard offset + 2 + size <= table,
            let count = Int(exactly: BinaryPropertyList.number(bytes, offset + 2, size)), count <= table
        else { throw Fault("This count extends beyond the end of the file.", at: offset) }
        return (count, offset + 2 + size)
    }

    /// Throws if the contents extend beyond the objects.
    private func require(_ length: Int, at start: Int, of offset: Int) throws(Fault) {
        guard length <= table - start else {
            throw Fault("This value extends beyond the end of the file.", at: offset)
        }
    }

    private func reference(_ bytes: Span<UInt8>, _ offset: Int) throws(Fault) -> Int {
        guard let object = Int(exactly: BinaryPropertyList.number(bytes, offset, referenceSize)),
            object < objectCount
        else { throw Fault("This doesn't refer to an object.", at: offset) }
        return object
    }

    private mutating func elements(
        _ bytes: Span<UInt8>, _ count: Int, at start: Int, depth: Int
    ) throws(Fault) -> [DocumentValue] {
        try require(count * referenceSize, at: start, of: start)
        var values: [DocumentValue] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let object = try reference(bytes, start + index * referenceSize)
            values.append(try value(bytes, object, depth: depth))
        }
        return values
    }

    private mutating func entries(
        _ bytes: Span<UInt8>, _ count: Int, at start: Int, depth: Int
    ) throws(Fault) -> [DocumentEntry] {
        try require(2 * count * referenceSize, at: start, of: start)
        var entries: [DocumentEntry] = []
        var keys = SeenKeys()
        entries.reserveCapacity(count)
        for index in 0..<count {
            let key = try value(bytes, try reference(bytes, start + index * referenceSize), depth: depth)
            guard case .text(let text) = key.content else {
                throw Fault("A key isn't text.", at: key.position.byte)
            }
            try keys.insert(text, at: key.position.byte)
            let object = try reference(bytes, start + (count + index) * referenceSize)
            entries.append(DocumentEntry(text, at: key.position, try value(bytes, object, depth: depth)))
        }
        return entries
    }

    private func leaf(_ bytes: Span<UInt8>, _ marker: UInt8, _ offset: Int) throws(Fault)
        -> DocumentValue.Content
    {
        switch marker {
        case 0x00: return .null
        case 0x08: return .flag(false)
        case 0x09: return .flag(true)
        case 0x10...0x14: return .number(try integer(bytes, marker, offset))
        case 0x22, 0x23: return .number(try real(bytes, marker, offset))
        case 0x33:
            try require(8, at: offset + 1, of: offset)
            let seconds = Double(bitPattern: BinaryPropertyList.number(bytes, offset + 1, 8)).rounded(.down)
            guard let whole = Int64(exactly: seconds), abs(whole) < 1 << 40,
                let moment = Moment(secondsSinceEpoch: whole + BinaryPropertyList.epoch)
            else { throw Fault("This date is outside the years 1 to 9999.", at: offset) }
            return .moment(moment)
        case 0x40...0x4F:
            let (count, start) = try count(bytes, offset)
            try require(count, at: start, of: offset)
            return .data((start..<start + count).map { bytes[$0] })
        case 0x50...0x5F:
            let (count, start) = try count(bytes, offset)
            try require(count, at: start, of: offset)
            for index in start..<start + count where bytes[index] >= 0x80 {
                throw Fault("This text must be ASCII.", at: index)
            }
            return .text(bytes.text(start, start + count))
        case 0x60...0x6F:
            let (count, start) = try count(bytes, offset)
            try require(2 * count, at: start, of: offset)
            let units = (0..<count).map { UInt16(BinaryPropertyList.number(bytes, start + 2 * $0, 2)) }
            guard let text = String(validating: units, as: UTF16.self) else {
                throw Fault("Half of a surrogate pair is missing in this text.", at: offset)
            }
            return .text(text)
        case 0x80...0x8F:
            // A UID of a keyed archive, in the same form as in XML.
            let size = Int(marker & 0xF) + 1
            try require(size, at: offset + 1, of: offset)
            guard size <= 8 else { throw Fault("This doesn't refer to an object.", at: offset) }
            let position = SourcePosition(line: 0, column: offset, byte: offset)
            let number = String(BinaryPropertyList.number(bytes, offset + 1, size))
            return .object([
                DocumentEntry(
                    KeyedArchive.referenceKey, at: position, DocumentValue(.number(number), at: position))
            ])
        default: throw Fault("A property list can't contain this kind of object.", at: offset)
        }
    }

    private func integer(_ bytes: Span<UInt8>, _ marker: UInt8, _ offset: Int) throws(Fault) -> String {
        let size = 1 << Int(marker & 0xF)
        try require(size, at: offset + 1, of: offset)
        if size == 16 {
            // An integer of 16 bytes, usually unsigned and larger than `Int64.max`.
            let high = BinaryPropertyList.number(bytes, offset + 1, 8)
            let low = BinaryPropertyList.number(bytes, offset + 9, 8)
            if high == 0 { return String(low) }
            guard high == .max, low >> 63 == 1 else {
                throw Fault(Expectation.integer64, at: offset)
            }
            return String(Int64(bitPattern: low))
        }
        let value = BinaryPropertyList.number(bytes, offset + 1, size)
        return size == 8 ? String(Int64(bitPattern: value)) : String(value)
    }

    private func real(_ bytes: Span<UInt8>, _ marker: UInt8, _ offset: Int) throws(Fault) -> String {
        let size = 1 << Int(marker & 0xF)
        try require(size, at: offset + 1, of: offset)
        let bits = BinaryPropertyList.number(bytes, offset + 1, size)
        let number =
            size == 8
            ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        guard number.isFinite else { throw Fault("This isn't a finite number.", at: offset) }
        return String(number)
    }
}

extension DocumentValue.Content {
    /// The size of text or data in bytes.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }
}
