public import LootCore

/// Ids as text, eight digits at a time.
enum HexText {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let nibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    /// The id that a text spells; nil if it spells none.
    static func id(_ text: String) -> ItemID? { id(text.utf8.span, 0, text.utf8.count) }

    /// The id whose 36 characters begin at `start`; nil if they spell none.
    @inline(__always)
    static func id(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> ItemID? {
        guard end - start == 36, bytes[start + 8] == UInt8(ascii: "-"),
            bytes[start + 13] == UInt8(ascii: "-"), bytes[start + 18] == UInt8(ascii: "-"),
            bytes[start + 23] == UInt8(ascii: "-")
        else { return nil }
        let low = UInt64(UInt32.max)
        let second = bytes.word(at: start + 9) & low | bytes.word(at: start + 14) << 32
        let third = bytes.word(at: start + 19) & low | bytes.word(at: start + 24) << 32
        guard let first = digits(bytes.word(at: start)), let second = digits(second),
            let third = digits(third), let fourth = digits(bytes.word(at: start + 28))
        else { return nil }
        return ItemID(high: first << 32 | second, low: third << 32 | fourth)
    }

    /// The number that eight hexadecimal digits spell, the first one in the lowest byte.
    @inline(__always)
    private static func digits(_ word: UInt64) -> UInt64? {
        let high = ones &* 0x80
        let lower = word | ones &* 0x20
        // With the high bits clear no sum below carries into the next byte; a byte's high bit then tells whether it
        // is at least the one bound and not beyond the other.
        guard word & high == 0 else { return nil }
        let isDigit = (word &+ ones &* 0x50) & ~(word &+ ones &* 0x46)
        let isLetter = (lower &+ ones &* 0x1F) & ~(lower &+ ones &* 0x19)
        guard (isDigit | isLetter) & high == high else { return nil }
        var value = ((word & nibbles) &+ (word >> 6 & ones) &* 9).byteSwapped
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return (value | value >> 16) & 0xFFFF_FFFF
    }

    /// The eight lower-case digits of a number of 32 bits, the first one in the lowest byte.
    @inline(__always)
    private static func text(_ number: UInt64) -> UInt64 {
        var value = (number | number << 16) & 0x0000_FFFF_0000_FFFF
        value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
        value = ((value | value << 4) & nibbles).byteSwapped
        let isLetter = (value &+ ones &* 6) >> 4 & ones
        return value &+ ones &* 0x30 &+ isLetter &* 0x27
    }

    /// Appends the id's 36 characters in lower case.
    @inline(__always)
    static func append(_ id: ItemID, to output: inout OutputSpan<UInt8>) {
        let first = text(id.high >> 32)
        let second = text(id.high & 0xFFFF_FFFF)
        let third = text(id.low >> 32)
        let fourth = text(id.low & 0xFFFF_FFFF)
        let dash = UInt64(UInt8(ascii: "-"))
        output.put(first, 8)
        output.put(second << 8 | dash, 5)
        output.put((second >> 32) << 8 | dash, 5)
        output.put(third << 8 | dash, 5)
        output.put((third >> 32) << 8 | dash, 5)
        output.put(fourth, 8)
    }
}

extension ItemID {
    /// The identity that these bytes spell in the usual form with hyphens; nil if they do not.
    public init?(spelledBy bytes: Span<UInt8>) {
        guard let id = HexText.id(bytes, 0, bytes.count) else { return nil }
        self = id
    }
}

extension OutputSpan<UInt8> {
    /// Appends the lowest bytes of a word, the lowest one first.
    @inline(__always)
    mutating func put(_ word: UInt64, _ count: Int) {
        guard freeCapacity >= 8 else {
            for index in 0..<count { append(UInt8(truncatingIfNeeded: word >> UInt64(index * 8))) }
            return
        }
        withUnsafeMutableBufferPointer { buffer, filled in
            // All eight bytes were found to fit; those beyond the count stay uninitialized, whatever they hold.
            guard let start = buffer.baseAddress else { return }
            UnsafeMutableRawPointer(start + filled).storeBytes(of: word.littleEndian, as: UInt64.self)
            filled += count
        }
    }

    /// Appends bytes.
    @inline(__always)
    mutating func put(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)  // every caller reserves what it appends
        withUnsafeMutableBufferPointer { buffer, count in
            // Copies exactly the bytes that were found to fit, into the part that is not yet initialized.
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
                (to + count).initialize(from: from, count: source.count)
                count += source.count
            }
        }
    }

    /// Appends a whole number in decimal.
    @inline(__always)
    mutating func put(decimal number: Int) {
        var magnitude = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        var digits: InlineArray<20, UInt8> = .init(repeating: 0)
        var count = 0
        repeat {
            digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
            count += 1
        } while magnitude > 0
        while count > 0 {
            count -= 1
            append(digits[count])
        }
    }
}
