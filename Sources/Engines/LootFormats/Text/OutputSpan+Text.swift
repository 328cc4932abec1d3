import LootCore

extension OutputSpan<UInt8> {
    /// Appends bytes.
    @inline(__always)
    mutating func put(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)  // every caller reserves what it appends
        withUnsafeMutableBufferPointer { buffer, count in
            // Copies exactly the bytes that were found to fit, into the part that is not yet initialized.
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
                (to + count).initialize(from: from, count: source.count)
                count += source.count
            }
        }
    }

    /// Appends an amount.
    @inline(__always)
    mutating func put(amount: Amount) {
        if amount.isWhole { return put(decimal: amount.whole) }
        for byte in amount.description.utf8 { append(byte) }
    }

    /// Appends a whole number in decimal.
    @inline(__always)
    mutating func put(decimal number: Int) {
        var magnitude = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        var digits: InlineArray<20, UInt8> = .init(repeating: 0)
        var count = 0
        repeat {
            digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
            count += 1
        } while magnitude > 0
        while count > 0 {
            count -= 1
            append(digits[count])
        }
    }
}
