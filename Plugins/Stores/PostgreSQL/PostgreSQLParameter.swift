import CPostgreSQL
import LootSQL

extension SQLValue {
    /// The OID of the type, or 0 to let the server infer it.
    var type: Oid {
        switch self {
        case .null: 0
        case .flag: 16
        case .bytes: 17
        case .integer: 20
        case .text: 25
        }
    }

    /// Appends the value in the text format of `COPY`.
    func append(asCopied bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "\\N".utf8
        case .flag(let flag): bytes.append(UInt8(ascii: flag ? "t" : "f"))
        case .integer(let number): bytes += String(number).utf8
        case .bytes(let raw):
            bytes += "\\\\x".utf8
            for byte in raw {
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
                }
            }
        case .text(let text):
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes += "\\\\".utf8
                case UInt8(ascii: "\n"): bytes += "\\n".utf8
                case UInt8(ascii: "\r"): bytes += "\\r".utf8
                case UInt8(ascii: "\t"): bytes += "\\t".utf8
                default: bytes.append(byte)
                }
            }
        }
    }

    /// The value as sent to the server: bytes in binary format, other values as null-terminated text.
    var parameter: [UInt8]? {
        switch self {
        case .null: nil
        case .flag(let flag): Array((flag ? "t\0" : "f\0").utf8)
        case .integer(let number): Array("\(number)\0".utf8)
        case .text(let text): Array(text.utf8) + [0]
        case .bytes(let bytes): bytes
        }
    }
}
