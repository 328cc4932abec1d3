/// Percent-encodes text for URLs.
package enum PercentEncoding {
    /// Encodes all characters except unreserved ones.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        append(text, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns a query such as `?a=1&b=2`, or an empty string if there are no items.
    package static func query(_ items: [(name: String, value: String)]) -> String {
        var encoded: [UInt8] = []
        for item in items {
            encoded.append(UInt8(ascii: encoded.isEmpty ? "?" : "&"))
            append(item.name, to: &encoded)
            encoded.append(UInt8(ascii: "="))
            append(item.value, to: &encoded)
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func append(_ text: String, to encoded: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digit(byte >> 4))
                encoded.append(digit(byte & 0xF))
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }
}
