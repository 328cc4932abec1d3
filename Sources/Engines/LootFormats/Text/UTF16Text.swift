/// Detects and converts text in UTF-16.
package enum UTF16Text {
    /// Returns the text as UTF-8, or `nil` if it doesn't start with a byte-order mark of UTF-16. Unpaired surrogates
    /// and incomplete units become invalid UTF-8, so that the parser reports them at their positions.
    package static func transcoded(_ bytes: Span<UInt8>) -> [UInt8]? {
        guard isMarked(bytes) else { return nil }
        return transcoded(bytes, isBig: bytes[0] == 0xFE)
    }

    /// Returns the text as UTF-8, without a byte-order mark. `isBig` is true for big-endian text.
    static func transcoded(_ bytes: Span<UInt8>, isBig: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 2)
        var index = isMarked(bytes) ? 2 : 0
        while index + 1 < bytes.count {
            let first = unit(bytes, index, isBig)
            index += 2
            if let scalar = Unicode.Scalar(first) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if first < 0xDC00, index + 1 < bytes.count,
                case let second = unit(bytes, index, isBig), (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += 2
            } else {
                result.append(0xFF)
            }
        }
        if index < bytes.count { result.append(0xFF) }
        return result
    }

    /// Whether text starts with a byte-order mark of UTF-16.
    package static func isMarked(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 2 else { return false }
        return (bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0xFF && bytes[1] == 0xFE)
    }

    private static func unit(_ bytes: Span<UInt8>, _ index: Int, _ isBig: Bool) -> UInt32 {
        let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
        return isBig ? first << 8 | second : second << 8 | first
    }
}
