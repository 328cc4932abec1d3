extension OutputSpan<UInt8> {
    /// Appends the lowest bytes of a word, the lowest one first.
    @inline(__always)
    package mutating func put(_ word: UInt64, _ count: Int) {
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
}
