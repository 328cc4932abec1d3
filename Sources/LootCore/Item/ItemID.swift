#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An item's identity: a UUID, written in lower case and typed by its first few digits.
public struct ItemID: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes, most significant first.
    public let low: UInt64

    /// The identity made of these sixteen bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new identity, from a random UUID (version 4).
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A new identity whose random bits come from `generator`.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// The identity that `text` spells in the usual form with hyphens, in either case; nil if it does not.
    @inlinable
    public init?(_ text: some StringProtocol) { self.init(utf8: String(text).utf8) }

    // Not generic, so that the loop is compiled for what it walks.
    @usableFromInline
    init?(utf8: String.UTF8View) {
        let bytes = utf8.span
        guard bytes.count == 36 else { return nil }
        // What is wrong anywhere leaves a bit here that no digit has.
        var flaws: UInt64 = 0
        func digits(_ range: Range<Int>) -> UInt64 {
            var number: UInt64 = 0
            for offset in range {
                let digit = bytes[offset].hexDigitValue ?? 0x10
                flaws |= digit
                number = number << 4 | digit & 0xF
            }
            return number
        }
        for offset in [8, 13, 18, 23] where bytes[offset] != UInt8(ascii: "-") { return nil }
        let high = digits(0..<8) << 32 | digits(9..<13) << 16 | digits(14..<18)
        let low = digits(19..<23) << 48 | digits(24..<36)
        if flaws > 0xF { return nil }
        self.init(high: high, low: low)
    }

    /// The identity with a UUID's bytes.
    public init(_ uuid: UUID) {
        self = withUnsafeBytes(of: uuid.uuid) { bytes in  // a tuple of sixteen bytes has no other view
            let halves = (0..<2).map { half in
                bytes[half * 8..<half * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            return ItemID(high: halves[0], low: halves[1])
        }
    }

    /// The same bytes as a UUID.
    public var uuid: UUID {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
        }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }

    /// The first eight digits: what a list shows and a person types.
    public var short: String { text(8) }

    /// The first bytes of the usual form.
    private func text(_ length: Int) -> String {
        String(unsafeUninitializedCapacity: length) { buffer in  // every one of the bytes is written below
            var digits = high
            for position in 0..<length {
                if position == 8 || position == 13 || position == 18 || position == 23 {
                    buffer[position] = UInt8(ascii: "-")
                    if position == 18 { digits = low }
                    continue
                }
                let digit = UInt8(digits >> 60)
                digits <<= 4
                buffer[position] = digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a")
            }
            return length
        }
    }
}

extension ItemID: CustomStringConvertible {
    /// The usual form, in lower case: `2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa`.
    public var description: String { text(36) }
}

extension ItemID: Comparable {
    /// By bytes, as their text sorts.
    public static func < (left: ItemID, right: ItemID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit in either case, nil for any other byte.
    var hexDigitValue: UInt64? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
