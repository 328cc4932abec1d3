import Basics
import LootCore

/// Writes JSON values.
enum JSONText {
    /// Appends a quoted string.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        if needsEscapes(text.utf8.span) { return appendEscaped(text, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
        }
        return false
    }

    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x00..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(UInt8(ascii: "0") + byte >> 4)
                bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a decimal number. It always has a decimal point or an exponent.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: number.description.utf8)
    }

    /// Appends the value of an unknown field unchanged.
    static func append(_ value: ForeignValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let digits): bytes.append(contentsOf: digits.utf8)
        case .text(let text): append(text, to: &bytes)
        case .moment(let moment): appendTagged("moment", moment.description, to: &bytes)
        case .data(let data):
            bytes.append(contentsOf: "{\"data\":\"".utf8)
            Base64.append(data, to: &bytes)
            bytes.append(contentsOf: "\"}".utf8)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(field.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(field.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    static func append(custom value: FieldValue, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &bytes)
        case .integer(let number): bytes.append(contentsOf: number.description.utf8)
        case .decimal(let number): append(number, to: &bytes)
        case .amount(let amount): bytes.append(contentsOf: amount.description.utf8)
        case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .moment(let moment): appendTagged("moment", moment.description, to: &bytes)
        case .day(let day): appendTagged("date", day.description, to: &bytes)
        case .list(let texts): append(texts, to: &bytes)
        }
    }

    static func append(_ texts: [String], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func appendTagged(_ tag: String, _ text: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "{\"\(tag)\":\"\(text)\"}".utf8)
    }
}
