import LootCore

/// Writes the objects of a binary property list, followed by the table of their offsets. The contents of a container
/// are written before the container. Between two objects, the bytes can be written out and removed.
struct BinaryObjectWriter {
    /// The index of an object in the table.
    typealias Reference = UInt32

    /// The offset of each object in the file.
    private var offsets: [UInt64] = []
    /// The number of bytes that were already removed.
    private var taken = 0
    /// The length of the file so far.
    private var length = 0
    /// Objects that are written only once and then referred to.
    private var flags: [Reference?] = [nil, nil]
    private var smallNumbers: [Reference?] = Array(repeating: nil, count: 256)
    private var keys: [String: Reference] = [:]
    /// The maximum number of keys to cache. In files with more keys, some are written several times.
    private static let rememberedKeys = 4096
    /// The size of a reference. It is fixed because the number of objects isn't known in advance.
    private static let referenceSize = 4

    /// Starts a file.
    mutating func begin(_ bytes: inout [UInt8]) {
        self = BinaryObjectWriter()
        taken = -bytes.count
        bytes.append(contentsOf: "bplist00".utf8)
        length = 8
    }

    /// Updates the offset after bytes were removed.
    mutating func resume(_ bytes: [UInt8]) { taken = length - bytes.count }

    /// Finishes a file with the given root object.
    mutating func end(root: Reference, _ bytes: inout [UInt8]) {
        let table = UInt64(length)
        let size = BinaryObjectWriter.size(of: table)
        bytes.reserveCapacity(bytes.count + offsets.count * size + 32)
        for offset in offsets { BinaryObjectWriter.append(offset, size, to: &bytes) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(size), UInt8(BinaryObjectWriter.referenceSize)])
        for number in [UInt64(offsets.count), UInt64(root), table] {
            BinaryObjectWriter.append(number, 8, to: &bytes)
        }
        offsets = []
    }

    // MARK: Objects

    mutating func text(_ text: String, _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            let span = text.utf8.span
            if BinaryObjectWriter.isASCII(span) {
                BinaryObjectWriter.mark(0x50, count: span.count, &bytes)
                bytes.append(span)
            } else {
                let units = text.utf16
                BinaryObjectWriter.mark(0x60, count: units.count, &bytes)
                for unit in units { BinaryObjectWriter.append(UInt64(unit), 2, to: &bytes) }
            }
        }
    }

    /// Writes a key. It is cached, because other dictionaries probably contain it as well.
    mutating func key(_ key: String, _ bytes: inout [UInt8]) -> Reference {
        // Keys beyond ASCII can be equal although their bytes differ.
        let isASCII = BinaryObjectWriter.isASCII(key.utf8.span)
        if isASCII, let known = keys[key] { return known }
        let reference = text(key, &bytes)
        if isASCII, keys.count < BinaryObjectWriter.rememberedKeys { keys[key] = reference }
        return reference
    }

    mutating func number(_ number: Int, _ bytes: inout [UInt8]) -> Reference {
        guard let small = UInt8(exactly: number) else {
            return object(&bytes) { BinaryObjectWriter.append(number, to: &$0) }
        }
        if let known = smallNumbers[Int(small)] { return known }
        let reference = object(&bytes) { BinaryObjectWriter.append(number, to: &$0) }
        smallNumbers[Int(small)] = reference
        return reference
    }

    /// Writes an unsigned integer.
    mutating func number(_ number: UInt64, _ bytes: inout [UInt8]) -> Reference {
        if let number = Int(exactly: number) { return self.number(number, &bytes) }
        return object(&bytes) { bytes in
            bytes.append(0x14)
            BinaryObjectWriter.append(0, 8, to: &bytes)
            BinaryObjectWriter.append(number, 8, to: &bytes)
        }
    }

    /// Writes a floating-point number.
    mutating func real(_ number: Double, _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            bytes.append(0x23)
            BinaryObjectWriter.append(number.bitPattern, 8, to: &bytes)
        }
    }

    mutating func flag(_ flag: Bool, _ bytes: inout [UInt8]) -> Reference {
        if let known = flags[flag ? 1 : 0] { return known }
        let reference = object(&bytes) { $0.append(flag ? 0x09 : 0x08) }
        flags[flag ? 1 : 0] = reference
        return reference
    }

    /// Writes a moment, in seconds since January 1, 2001.
    mutating func moment(_ moment: Moment, _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            bytes.append(0x33)
            let seconds = Double(moment.secondsSinceEpoch - BinaryPropertyList.epoch)
            BinaryObjectWriter.append(seconds.bitPattern, 8, to: &bytes)
        }
    }

    mutating func data(_ data: [UInt8], _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            BinaryObjectWriter.mark(0x40, count: data.count, &bytes)
            bytes.append(contentsOf: data)
        }
    }

    mutating func array(_ elements: [Reference], _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            BinaryObjectWriter.mark(0xA0, count: elements.count, &bytes)
            BinaryObjectWriter.append(elements, to: &bytes)
        }
    }

    /// Writes a dictionary. There must be as many keys as values.
    mutating func dictionary(
        _ keys: [Reference], _ values: [Reference], _ bytes: inout [UInt8]
    ) -> Reference {
        object(&bytes) { bytes in
            BinaryObjectWriter.mark(0xD0, count: keys.count, &bytes)
            BinaryObjectWriter.append(keys, to: &bytes)
            BinaryObjectWriter.append(values, to: &bytes)
        }
    }

    @inline(__always)
    private mutating func object(_ bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) -> Reference {
        let reference = Reference(truncatingIfNeeded: offsets.count)
        offsets.append(UInt64(length))
        body(&bytes)
        length = taken + bytes.count
        return reference
    }

    // MARK: Bytes

    /// Returns the minimum size of a number in bytes: 1, 2, 4 or 8.
    private static func size(of number: UInt64) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }

    /// Appends a type and a count. Counts of up to 14 fit in the same byte.
    @inline(__always)
    private static func mark(_ kind: UInt8, count: Int, _ bytes: inout [UInt8]) {
        if count < 15 { return bytes.append(kind | UInt8(truncatingIfNeeded: count)) }
        bytes.append(kind | 0xF)
        append(count, to: &bytes)
    }

    /// Appends an integer object. Negative integers have eight bytes.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        let size = number < 0 ? 8 : size(of: UInt64(number))
        bytes.append(0x10 | UInt8(truncatingIfNeeded: size.trailingZeroBitCount))
        append(UInt64(bitPattern: Int64(number)), size, to: &bytes)
    }

    /// Appends the lowest bytes of a number in big-endian order.
    private static func append(_ number: UInt64, _ size: Int, to bytes: inout [UInt8]) {
        for index in (0..<size).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8)))
        }
    }

    private static func append(_ references: [Reference], to bytes: inout [UInt8]) {
        for reference in references { append(UInt64(reference), referenceSize, to: &bytes) }
    }

    private static func isASCII(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] >= 0x80 { return false }
        return true
    }
}
