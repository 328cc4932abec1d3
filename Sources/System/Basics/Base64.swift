/// Base64 encoding and decoding (RFC 4648) with padding.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends the encoded data.
    package static func append(_ data: [UInt8], to bytes: inout [UInt8]) {
        let alphabet = alphabet
        bytes.reserveCapacity(bytes.count + (data.count + 2) / 3 * 4)
        for index in stride(from: 0, to: data.count, by: 3) {
            let left = data.count - index
            var group = Int(data[index]) << 16
            if left > 1 { group |= Int(data[index + 1]) << 8 }
            if left > 2 { group |= Int(data[index + 2]) }
            bytes.append(alphabet[group >> 18])
            bytes.append(alphabet[group >> 12 & 63])
            bytes.append(left > 1 ? alphabet[group >> 6 & 63] : UInt8(ascii: "="))
            bytes.append(left > 2 ? alphabet[group & 63] : UInt8(ascii: "="))
        }
    }

    /// Returns the encoded data.
    package static func encode(_ data: [UInt8]) -> String {
        var bytes: [UInt8] = []
        append(data, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes text and ignores spaces and line breaks. Returns `nil` if the text isn't valid Base64.
    package static func decode(_ text: String.UTF8View) -> [UInt8]? {
        var data: [UInt8] = []
        data.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text where byte > 0x20 {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            group = group << 6 | value
            digits += 1
            if digits % 4 == 0 {
                for shift: UInt32 in [16, 8, 0] { data.append(UInt8(truncatingIfNeeded: group >> shift)) }
                group = 0
            }
        }
        guard (digits + padding) % 4 == 0, padding < 3 else { return nil }
        switch digits % 4 {
        case 0: return padding == 0 ? data : nil
        case 2: data.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3:
            for shift: UInt32 in [10, 2] { data.append(UInt8(truncatingIfNeeded: group >> shift)) }
        default: return nil
        }
        return data
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
