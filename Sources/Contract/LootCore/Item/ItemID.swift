import Basics

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
}

extension ItemID: Comparable {
    /// By bytes, as their text sorts.
    public static func < (left: ItemID, right: ItemID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
