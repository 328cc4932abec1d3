import Basics

/// The identity of an item: a UUID. People can use its first digits.
public struct ItemID: Hashable, Sendable {
    /// The first eight bytes in big-endian order.
    package let high: UInt64
    /// The last eight bytes in big-endian order.
    package let low: UInt64

    /// Creates an ID from its sixteen bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a new random ID (UUID version 4).
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Creates a new ID with random bits from `generator`.
    package init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    /// Creates an ID derived from another program's ID. Equal bytes yield equal IDs.
    package init(standingFor other: [UInt8]) {
        let digest = SHA256.digest(of: (Array("loot id ".utf8) + other).span)
        // The result is a UUID of version 8 with the standard variant.
        self.init(
            high: digest.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: digest.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

extension ItemID: Comparable {
    /// Compares IDs by their bytes, which is also the order of their text.
    public static func < (left: ItemID, right: ItemID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
