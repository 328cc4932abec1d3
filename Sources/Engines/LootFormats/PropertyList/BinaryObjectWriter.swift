import LootCore

/// Writes the objects of a binary property list one behind the other, what a container holds before the container,
/// and behind them the table that says where each is. What has been written may be taken out of the bytes between
/// two objects.
struct BinaryObjectWriter {
    /// An object's place in the table.
    typealias Reference = UInt32

    /// Where each object begins in the file.
    private var offsets: [UInt64] = []
    /// How many bytes of the file were taken out of the bytes before.
    private var taken = 0
    /// How many bytes the file has so far.
    private var length = 0
    /// What is written once and then referred to.
    private var flags: [Reference?] = [nil, nil]
    private var smallNumbers: [Reference?] = Array(repeating: nil, count: 256)
    private var keys: [String: Reference] = [:]
    /// So many keys are remembered; a file with more different ones may have some of them twice.
    private static let rememberedKeys = 4096
    /// References have four bytes: how many objects there will be is not known when the first ones are written.
    private static let referenceSize = 4

    /// Begins a file.
    mutating func begin(_ bytes: inout [UInt8]) {
        self = BinaryObjectWriter()
        taken = -bytes.count
        bytes.append(contentsOf: "bplist00".utf8)
        length = 8
    }

    /// Takes note of what was taken out of the bytes since the last object.
    mutating func resume(_ bytes: [UInt8]) { taken = length - bytes.count }

    /// Ends a file with this object as its root.
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

    /// A text.
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

    /// A text that other objects are likely to hold too: a key.
    mutating func key(_ key: String, _ bytes: inout [UInt8]) -> Reference {
        // Beyond ASCII two keys can be equal as texts and differ in bytes.
        let isASCII = BinaryObjectWriter.isASCII(key.utf8.span)
        if isASCII, let known = keys[key] { return known }
        let reference = text(key, &bytes)
        if isASCII, keys.count < BinaryObjectWriter.rememberedKeys { keys[key] = reference }
        return reference
    }

    /// A whole number.
    mutating func number(_ number: Int, _ bytes: inout [UInt8]) -> Reference {
        guard let small = UInt8(exactly: number) else {
            return object(&bytes) { BinaryObjectWriter.append(number, to: &$0) }
        }
        if let known = smallNumbers[Int(small)] { return known }
        let reference = object(&bytes) { BinaryObjectWriter.append(number, to: &$0) }
        smallNumbers[Int(small)] = reference
        return reference
    }

    /// A whole number beyond those with a sign.
    mutating func number(_ number: UInt64, _ bytes: inout [UInt8]) -> Reference {
        if let number = Int(exactly: number) { return self.number(number, &bytes) }
        return object(&bytes) { bytes in
            bytes.append(0x14)
            BinaryObjectWriter.append(0, 8, to: &bytes)
            BinaryObjectWriter.append(number, 8, to: &bytes)
        }
    }

    /// A fraction.
    mutating func real(_ number: Double, _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            bytes.append(0x23)
            BinaryObjectWriter.append(number.bitPattern, 8, to: &bytes)
        }
    }

    /// Yes or no.
    mutating func flag(_ flag: Bool, _ bytes: inout [UInt8]) -> Reference {
        if let known = flags[flag ? 1 : 0] { return known }
        let reference = object(&bytes) { $0.append(flag ? 0x09 : 0x08) }
        flags[flag ? 1 : 0] = reference
        return reference
    }

    /// A moment: seconds since the year 2001 began.
    mutating func moment(_ moment: Moment, _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            bytes.append(0x33)
            let seconds = Double(moment.secondsSinceEpoch - BinaryPropertyList.epoch)
            BinaryObjectWriter.append(seconds.bitPattern, 8, to: &bytes)
        }
    }

    /// Data.
    mutating func data(_ data: [UInt8], _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            BinaryObjectWriter.mark(0x40, count: data.count, &bytes)
            bytes.append(contentsOf: data)
        }
    }

    /// An array of objects.
    mutating func array(_ elements: [Reference], _ bytes: inout [UInt8]) -> Reference {
        object(&bytes) { bytes in
            BinaryObjectWriter.mark(0xA0, count: elements.count, &bytes)
            BinaryObjectWriter.append(elements, to: &bytes)
        }
    }

    /// A dictionary: as many keys as values.
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

    /// The fewest bytes that hold a number: 1, 2, 4 or 8.
    private static func size(of number: UInt64) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }

    /// A kind and a count; fourteen is the greatest that stands beside the kind.
    @inline(__always)
    private static func mark(_ kind: UInt8, count: Int, _ bytes: inout [UInt8]) {
        if count < 15 { return bytes.append(kind | UInt8(truncatingIfNeeded: count)) }
        bytes.append(kind | 0xF)
        append(count, to: &bytes)
    }

    /// A whole number as an object has it: one with a minus has eight bytes, and the sign in the first one.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        let size = number < 0 ? 8 : size(of: UInt64(number))
        bytes.append(0x10 | UInt8(truncatingIfNeeded: size.trailingZeroBitCount))
        append(UInt64(bitPattern: Int64(number)), size, to: &bytes)
    }

    /// The last bytes of a number, the most significant one first.
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
