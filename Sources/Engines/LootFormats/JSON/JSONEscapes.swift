import LootCore

/// Decodes the escape sequences of JSON strings.
enum JSONEscapes {
    /// Returns the text of a string with escape sequences.
    static func resolve(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Fault) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        var index = start
        while index < end {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                index += 1
                continue
            }
            guard index + 1 < end else { throw Fault("This escape sequence is incomplete.", at: index) }
            if bytes[index + 1] == UInt8(ascii: "u") {
                let (scalar, next) = try scalar(bytes, index, end)
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index = next
            } else {
                guard let byte = single(bytes[index + 1]) else {
                    throw Fault("This escape sequence is invalid.", at: index)
                }
                result.append(byte)
                index += 2
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func single(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Decodes a `\u` escape or a surrogate pair. Returns the scalar and the position after it.
    private static func scalar(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Fault) -> (
        Unicode.Scalar, Int
    ) {
        let first = try unit(bytes, start, end)
        if let scalar = Unicode.Scalar(first) { return (scalar, start + 6) }
        guard first < 0xDC00, bytes.starts(with: "\\u", at: start + 6), start + 8 <= end else {
            throw Fault("Half of a surrogate pair is missing.", at: start)
        }
        let second = try unit(bytes, start + 6, end)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw Fault("Half of a surrogate pair is missing.", at: start) }
        return (scalar, start + 12)
    }

    private static func unit(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Fault) -> UInt32 {
        guard start + 6 <= end else { throw Fault("\\u requires four hexadecimal digits.", at: start) }
        var value: UInt32 = 0
        for index in start + 2..<start + 6 {
            guard let digit = bytes[index].hexadecimalDigit else {
                throw Fault("\\u requires four hexadecimal digits.", at: start)
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    @inline(__always)
    var hexadecimalDigit: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
