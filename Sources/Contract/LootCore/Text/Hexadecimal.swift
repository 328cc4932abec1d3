/// Hexadecimal digits, eight at a time: ids and digests are read and written for every item.
enum Hexadecimal {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let nibbles: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    /// The number that eight digits in either case spell, the first one in the lowest byte; nil for anything else.
    @inline(__always)
    static func number(_ word: UInt64) -> UInt64? {
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

    /// Whether none of eight digits is a capital letter.
    @inline(__always)
    static func isLowercase(_ word: UInt64) -> Bool { word >> 1 & ~word & (ones &* 0x20) == 0 }

    /// The eight lower-case digits of a number of 32 bits, the first one in the lowest byte.
    @inline(__always)
    static func digits(_ number: UInt64) -> UInt64 {
        var value = (number | number << 16) & 0x0000_FFFF_0000_FFFF
        value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
        value = ((value | value << 4) & nibbles).byteSwapped
        let isLetter = (value &+ ones &* 6) >> 4 & ones
        return value &+ ones &* 0x30 &+ isLetter &* 0x27
    }
}
