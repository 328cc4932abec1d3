package import LootCore

extension ItemID {
    /// Creates the ID of an entry without one. It depends only on the file's bytes and the index of the entry.
    ///
    /// The first eight digits, which lists show and people type, differ for all entries of a file.
    package init(entry index: Int, ofFileWith checksum: UInt32, length: Int) {
        let place = UInt64(UInt32(truncatingIfNeeded: index))
        // Each step is invertible, so different indices result in different digits.
        var digits = checksum &+ UInt32(truncatingIfNeeded: index)
        digits = (digits ^ digits >> 16) &* 0x85EB_CA6B
        digits = (digits ^ digits >> 13) &* 0xC2B2_AE35
        digits ^= digits >> 16
        self.init(
            high: UInt64(digits) << 32 | UInt64(length & 0xFFFF) << 16 | 0x8000
                | UInt64(index) >> 32 & 0xFFF,
            low: 0x8000_0000_0000_0000 | UInt64(checksum & 0x3FFF_FFFF) << 32 | place)
    }
}
