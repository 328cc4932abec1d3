/// Bytes to search for. The search skips most of the searched bytes, like Horspool's algorithm.
package struct BytePattern: Sendable {
    private let bytes: [UInt8]
    /// The distance to the next possible occurrence, by the byte at the end of the current one.
    private let skips: [Int]

    /// Creates a pattern of at least one byte.
    package init(_ bytes: [UInt8]) {
        var skips = [Int](repeating: bytes.count, count: 256)
        for (index, byte) in bytes.dropLast().enumerated() { skips[Int(byte)] = bytes.count - 1 - index }
        (self.bytes, self.skips) = (bytes, skips)
    }

    /// Returns whether the pattern occurs in other bytes.
    package func occurs(in text: [UInt8]) -> Bool {
        let (bytes, skips, other) = (bytes.span, skips.span, text.span)
        var end = bytes.count
        while end <= other.count {
            var count = 0
            while count < bytes.count, other[end - 1 - count] == bytes[bytes.count - 1 - count] { count += 1 }
            if count == bytes.count { return true }
            end += skips[Int(other[end - 1])]
        }
        return false
    }
}
