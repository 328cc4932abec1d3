import Basics

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An item's identity: a UUID, written in lower case and typed by its first few digits.
public struct ItemID: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The last eight bytes, most significant first.
    package let low: UInt64

    /// The identity made of these sixteen bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new identity, from a random UUID (version 4).
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A new identity whose random bits come from `generator`.
    package init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// The id that stands for what another program has for one, as bytes: the same for the same bytes.
    package init(standingFor other: [UInt8]) {
        let digest = SHA256.digest(of: (Array("loot id ".utf8) + other).span)
        // A UUID of version 8 and the usual variant.
        self.init(
            high: digest.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: digest.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
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
}

extension ItemID: Comparable {
    /// By bytes, as their text sorts.
    public static func < (left: ItemID, right: ItemID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
