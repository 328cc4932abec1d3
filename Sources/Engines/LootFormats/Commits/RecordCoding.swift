import LootCore

/// Encodes numbers and text for journals and histories. Fixed-size integers are little-endian, and others are
/// variable-length.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer with a reserved capacity in bytes.
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

    /// Writes a signed integer. Small magnitudes need few bytes (zigzag encoding).
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

    /// Appends encoded bytes.
    package mutating func spelled(_ value: [UInt8]) { bytes.append(contentsOf: value) }

    /// Appends encoded bytes.
    mutating func spelled(_ value: Span<UInt8>) {
        bytes.append(value)
    }

    /// Reserves a byte to be filled later.
    mutating func reserve() -> Int {
        bytes.append(0)
        return bytes.count - 1
    }

    mutating func fill(_ place: Int, with value: UInt8) { bytes[place] = value }
}

/// Decodes the output of a ``RecordWriter``. Throws for any other input.
package struct RecordReader {
    /// The bytes aren't the output of a ``RecordWriter``.
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

    // Separate functions, because a generic one is many times slower when called from another module.

    package mutating func fixed() throws(Malformed) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(of: 4))
    }

    package mutating func fixed() throws(Malformed) -> UInt64 {
        try number(of: 8)
    }

    private mutating func number(of size: Int) throws(Malformed) -> UInt64 {
        if end - position < size { throw Malformed() }
        var value: UInt64 = 0
        var index = size
        while index > 0 {
            index -= 1
            value = value << 8 | UInt64(bytes[position + index])
        }
        position += size
        return value
    }

    package mutating func fixed() throws(Malformed) -> Int64 { Int64(bitPattern: try fixed()) }

    /// Reads the number of elements that each have at least one byte.
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

    /// Skips the expected bytes. Returns `false` if others follow.
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
