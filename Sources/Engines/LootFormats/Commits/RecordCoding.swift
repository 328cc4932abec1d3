import LootCore

/// Writes numbers and text as journals and histories have them: least significant byte first, counts and whole numbers in as few
/// bytes as they need.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    /// Nothing yet, with room for as many bytes.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func fixed(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    package mutating func count(_ value: Int) { unsigned(UInt64(truncatingIfNeeded: value)) }

    package mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number of either sign, small ones in few bytes.
    package mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: value) << 1 ^ UInt64(bitPattern: value >> 63))
    }

    package mutating func text(_ value: String) {
        let text = value.utf8.span
        count(text.count)
        bytes.append(text)
    }

    package mutating func data(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Bytes that were spelled before.
    package mutating func spelled(_ value: [UInt8]) { bytes.append(contentsOf: value) }

    /// Bytes that were spelled before.
    mutating func spelled(_ value: Span<UInt8>) {
        bytes.append(value)
    }

    /// Room for a byte that is known later.
    mutating func reserve() -> Int {
        bytes.append(0)
        return bytes.count - 1
    }

    /// Puts a byte where there is room for it.
    mutating func fill(_ place: Int, with value: UInt8) { bytes[place] = value }
}

/// Reads what a ``RecordWriter`` wrote; whatever else it is given, it says so.
package struct RecordReader {
    /// The bytes are not what a ``RecordWriter`` writes.
    package struct Malformed: Error {
        package init() {}
    }

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = min(bytes.count, end ?? bytes.count)
        position = min(start, self.end)
    }

    package var isAtEnd: Bool { position == end }

    package mutating func byte() throws(Malformed) -> UInt8 {
        if position >= end { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    // One for each type, as a generic one takes many times as long when another module calls it.

    package mutating func fixed() throws(Malformed) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(of: 4))
    }

    package mutating func fixed() throws(Malformed) -> UInt64 {
        try number(of: 8)
    }

    private mutating func number(of size: Int) throws(Malformed) -> UInt64 {
        if end - position < size { throw Malformed() }
        defer { position += size }
        return (0..<size).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64($1 * 8) }
    }

    package mutating func fixed() throws(Malformed) -> Int64 { Int64(bitPattern: try fixed()) }

    /// A count of things that each take at least a byte.
    package mutating func count() throws(Malformed) -> Int {
        let value = try unsigned()
        if value > UInt64(end - position) { throw Malformed() }
        return Int(value)
    }

    package mutating func unsigned() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            let byte = try byte()
            if shift == 63, byte > 1 { throw Malformed() }
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw Malformed()
    }

    package mutating func signed() throws(Malformed) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    package mutating func text() throws(Malformed) -> String {
        guard let text = String(validating: try slice(), as: UTF8.self) else { throw Malformed() }
        return text
    }

    /// Goes behind bytes if they stand here.
    mutating func take(_ expected: [UInt8]) -> Bool {
        guard end - position >= expected.count else { return false }
        for index in 0..<expected.count where bytes[position + index] != expected[index] { return false }
        position += expected.count
        return true
    }

    package mutating func data() throws(Malformed) -> [UInt8] { Array(try slice()) }

    private mutating func slice() throws(Malformed) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<position + count]
    }
}
