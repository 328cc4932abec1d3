// Ids as text, eight digits at a time: codecs and databases read and write one for every item.

extension ItemID {
    /// How many bytes the usual form takes.
    public static let textLength = 36

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let nibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    /// The identity that `text` spells in the usual form with hyphens, in either case; nil if it does not.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        self.init(spelledBy: text.utf8.span)
    }

    /// The identity that these bytes spell in the usual form with hyphens, in either case; nil if they do not.
    public init?(spelledBy text: Span<UInt8>) {
        guard text.count == ItemID.textLength else { return nil }
        let bytes = text.bytes
        let dash = UInt8(ascii: "-")
        guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
        func word(_ offset: Int) -> UInt64 {
            // There are 36 bytes, and every pattern of bits is a UInt64.
            UInt64(
                littleEndian: unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: offset, as: UInt64.self))
        }
        let low = UInt64(UInt32.max)
        guard let first = ItemID.number(word(0)), let second = ItemID.number(word(9) & low | word(14) << 32),
            let third = ItemID.number(word(19) & low | word(24) << 32), let fourth = ItemID.number(word(28))
        else { return nil }
        self.init(high: first << 32 | second, low: third << 32 | fourth)
    }

    /// Appends the usual form, in lower case, where there is room for ``textLength`` bytes.
    public func append(to output: inout OutputSpan<UInt8>) {
        precondition(output.freeCapacity >= ItemID.textLength)
        let dash = UInt64(UInt8(ascii: "-"))
        let second = ItemID.digits(high & 0xFFFF_FFFF)
        let third = ItemID.digits(low >> 32)
        output.withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            let text = UnsafeMutableRawPointer(start + count)
            // Eight bytes each; what one writes too many, the next one overwrites. The last one ends where the text does.
            func put(_ word: UInt64, at offset: Int) {
                text.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
            }
            put(ItemID.digits(high >> 32), at: 0)
            put(second << 8 | dash, at: 8)
            put((second >> 32) << 8 | dash, at: 13)
            put(third << 8 | dash, at: 18)
            put((third >> 32) << 8 | dash, at: 23)
            put(ItemID.digits(low & 0xFFFF_FFFF), at: 28)
            count += ItemID.textLength
        }
    }

    /// The number that eight hexadecimal digits spell, the first one in the lowest byte.
    @inline(__always)
    private static func number(_ word: UInt64) -> UInt64? {
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
    private static func digits(_ number: UInt64) -> UInt64 {
        var value = (number | number << 16) & 0x0000_FFFF_0000_FFFF
        value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
        value = ((value | value << 4) & nibbles).byteSwapped
        let isLetter = (value &+ ones &* 6) >> 4 & ones
        return value &+ ones &* 0x30 &+ isLetter &* 0x27
    }

    /// The first eight digits: what a list shows and a person types.
    public var short: String {
        withUnsafeBytes(of: ItemID.digits(high >> 32).littleEndian) { String(decoding: $0, as: UTF8.self) }
    }
}

extension ItemID: CustomStringConvertible {
    /// The usual form, in lower case: `2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa`.
    public var description: String {
        String(unsafeUninitializedCapacity: ItemID.textLength) { buffer in
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            append(to: &output)
            return output.finalize(for: buffer)
        }
    }
}
