/// A sequence of bits, beginning with the most significant bit of the first byte.
struct BitBuffer {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// Appends the `length` lowest bits of a number, most significant bit first.
    mutating func append(_ number: Int, _ length: Int) {
        for shift in (0..<length).reversed() {
            if count % 8 == 0 { bytes.append(0) }
            if number >> shift & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
            count += 1
        }
    }
}
