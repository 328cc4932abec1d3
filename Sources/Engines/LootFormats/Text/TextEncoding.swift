/// The encoding of text, detected from its bytes.
package enum TextEncoding: String, Hashable, Sendable {
    /// UTF-8, including ASCII.
    case utf8 = "UTF-8"
    /// UTF-16, little-endian.
    case utf16LittleEndian = "UTF-16 LE"
    /// UTF-16, big-endian.
    case utf16BigEndian = "UTF-16 BE"
    /// Windows-1252, used by Windows programs in Western Europe and America.
    case windows1252 = "Windows-1252"

    /// Detects the encoding of text: UTF-16 by its byte-order mark or its null bytes, and Windows-1252 if the
    /// bytes beyond ASCII aren't UTF-8. Text that is mostly UTF-8 with a few invalid bytes is considered
    /// UTF-8.
    package init(of bytes: Span<UInt8>) {
        if let encoding = TextEncoding.byZeros(bytes) {
            self = encoding
        } else {
            self = TextEncoding.beyondASCII(bytes) ?? .utf8
        }
    }

    /// Detects the encoding from the bytes beyond ASCII. Returns `nil` if there are none.
    package static func beyondASCII(_ bytes: Span<UInt8>) -> TextEncoding? {
        var (offset, sequences, strays) = (0, 0, 0)
        var fitsWindows = true
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x80 {
                offset += 1
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            let end = min(offset + length, bytes.count)
            let isSequence =
                (0xC2...0xF4).contains(byte)
                && (offset + 1..<end).allSatisfy { bytes[$0] & 0xC0 == 0x80 }
            // A sequence that is cut off at the end isn't counted.
            if isSequence {
                if offset + length <= bytes.count { sequences += 1 }
                offset = end
            } else {
                strays += 1
                if windows[Int(byte) - 0x80] == 0xFFFD { fitsWindows = false }
                offset += 1
            }
        }
        if sequences + strays == 0 { return nil }
        return strays > sequences && fitsWindows ? .windows1252 : .utf8
    }

    /// Detects UTF-16 by its byte-order mark, or because every other byte of mostly Latin text is null.
    private static func byZeros(_ bytes: Span<UInt8>) -> TextEncoding? {
        guard bytes.count >= 2 else { return nil }
        if bytes[0] == 0xFF, bytes[1] == 0xFE { return .utf16LittleEndian }
        if bytes[0] == 0xFE, bytes[1] == 0xFF { return .utf16BigEndian }
        let count = min(bytes.count, 4096) & ~1
        guard count >= 8 else { return nil }
        var (even, odd) = (0, 0)
        for index in 0..<count where bytes[index] == 0 {
            if index & 1 == 0 { even += 1 } else { odd += 1 }
        }
        if odd * 4 > count, even * 20 < odd { return .utf16LittleEndian }
        if even * 4 > count, odd * 20 < even { return .utf16BigEndian }
        return nil
    }

    /// Returns the text as UTF-8.
    package func utf8(_ bytes: Span<UInt8>) -> [UInt8] {
        switch self {
        case .utf8: return bytes.withUnsafeBufferPointer { Array($0) }
        case .utf16LittleEndian, .utf16BigEndian:
            return UTF16Text.transcoded(bytes, isBig: self == .utf16BigEndian)
        case .windows1252:
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count + bytes.count / 8)
            for index in 0..<bytes.count {
                let byte = bytes[index]
                guard byte >= 0x80 else {
                    text.append(byte)
                    continue
                }
                let scalar = Unicode.Scalar(UInt32(TextEncoding.windows[Int(byte) - 0x80]))
                text.append(
                    contentsOf: scalar.flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter)
            }
            return text
        }
    }

    /// The characters of Windows-1252 from 0x80 on. Undefined ones are replacement characters.
    private static let windows: [UInt16] =
        [
            0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
            0x0152,
            0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
            0x2122,
            0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
        ] + Array(0xA0...0xFF)
}
