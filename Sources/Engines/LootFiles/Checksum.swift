/// A CRC-32C (Castagnoli) checksum, as used by iSCSI and most storage formats. Detects every burst error of up to 32
/// bits.
package struct Checksum: Hashable, Sendable {
    private var state: UInt32

    /// Creates a checksum of no bytes, or one that continues an earlier checksum.
    package init(continuing previous: UInt32 = 0) { state = ~previous }

    /// Creates the checksum of the given bytes.
    package init(of bytes: RawSpan) {
        self.init()
        update(bytes)
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~state }

    /// Appends bytes.
    package mutating func update(_ bytes: RawSpan) {
        var crc = state
        let table = Checksum.table.span
        var position = 0
        let wordsEnd = bytes.byteCount & ~7
        // Process eight bytes at a time, with one table for each position. Each index below is a byte plus a multiple
        // of 256 up to 7 * 256, and the table has 8 * 256 entries. All offsets are less than `wordsEnd`.
        while position < wordsEnd {
            let word = UInt64(
                littleEndian: unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: position, as: UInt64.self))
            let low = UInt32(truncatingIfNeeded: word) ^ crc
            let high = UInt32(truncatingIfNeeded: word >> 32)
            crc =
                unsafe table[unchecked: 1792 + Int(low & 255)] ^ table[unchecked: 1536 + Int(low >> 8 & 255)]
                ^ table[unchecked: 1280 + Int(low >> 16 & 255)] ^ table[unchecked: 1024 + Int(low >> 24)]
            crc ^=
                unsafe table[unchecked: 768 + Int(high & 255)] ^ table[unchecked: 512 + Int(high >> 8 & 255)]
                ^ table[unchecked: 256 + Int(high >> 16 & 255)] ^ table[unchecked: Int(high >> 24)]
            position += 8
        }
        while position < bytes.byteCount {
            let byte = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
            crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 255)]
            position += 1
        }
        state = crc
    }

    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
            table[byte] = crc
        }
        for index in 256..<8 * 256 {
            let previous = table[index - 256]
            table[index] = previous >> 8 ^ table[Int(previous & 255)]
        }
        return table
    }()
}
