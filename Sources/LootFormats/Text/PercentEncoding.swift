/// Text as a part of an address.
public enum PercentEncoding {
    /// Everything but letters, digits and a few signs as percent signs.
    public static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%\(byte < 16 ? "0" : "")\(digits)".utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// A query: `?a=1&b=2`; empty for no values.
    public static func query(_ items: [(name: String, value: String)]) -> String {
        guard !items.isEmpty else { return "" }
        return "?" + items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }
}
