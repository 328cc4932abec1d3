import Basics
import LootCore

/// Writes the elements of XML property lists in Apple's format: one element per line, indented with tabs.
enum XMLText {
    /// Appends the beginning of a property list.
    static func appendHead(to bytes: inout [UInt8]) {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        bytes.append(contentsOf: head.utf8)
    }

    /// Appends tabs.
    static func indent(_ depth: Int, to bytes: inout [UInt8]) {
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
    }

    static func append(_ text: String, in element: String, _ depth: Int, to bytes: inout [UInt8]) {
        indent(depth, to: &bytes)
        bytes.append(contentsOf: "<\(element)>".utf8)
        append(text, to: &bytes)
        bytes.append(contentsOf: "</\(element)>\n".utf8)
    }

    /// Appends text, escaping special characters.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
            default: bytes.append(byte)
            }
        }
    }

    static func append(_ number: Int, _ depth: Int, to bytes: inout [UInt8]) {
        append(number.description, in: "integer", depth, to: &bytes)
    }

    static func append(_ flag: Bool, _ depth: Int, to bytes: inout [UInt8]) {
        indent(depth, to: &bytes)
        bytes.append(contentsOf: (flag ? "<true/>\n" : "<false/>\n").utf8)
    }

    static func append(_ moment: Moment, _ depth: Int, to bytes: inout [UInt8]) {
        append(moment.description, in: "date", depth, to: &bytes)
    }

    static func append(_ texts: [String], _ depth: Int, to bytes: inout [UInt8]) {
        container("array", isEmpty: texts.isEmpty, depth, to: &bytes) { bytes in
            for text in texts { append(text, in: "string", depth + 1, to: &bytes) }
        }
    }

    /// Appends an array or a dictionary whose contents `body` appends.
    static func container(
        _ element: String, isEmpty: Bool, _ depth: Int, to bytes: inout [UInt8], body: (inout [UInt8]) -> Void
    ) {
        indent(depth, to: &bytes)
        bytes.append(contentsOf: isEmpty ? "<\(element)/>\n".utf8 : "<\(element)>\n".utf8)
        if isEmpty { return }
        body(&bytes)
        indent(depth, to: &bytes)
        bytes.append(contentsOf: "</\(element)>\n".utf8)
    }

    /// Appends the value of an unknown field unchanged.
    static func append(_ value: ForeignValue, _ depth: Int, to bytes: inout [UInt8]) {
        if value.needsJSON {
            var text: [UInt8] = []
            JSONText.append(value, to: &text)
            return appendTagged("json", String(decoding: text, as: UTF8.self), depth, to: &bytes)
        }
        switch value {
        case .null: break
        case .flag(let flag): append(flag, depth, to: &bytes)
        case .number(let digits):
            let isWhole = PropertyListNumber.kind(of: digits) == .whole
            append(digits, in: isWhole ? "integer" : "real", depth, to: &bytes)
        case .text(let text): append(text, in: "string", depth, to: &bytes)
        case .moment(let moment): append(moment, depth, to: &bytes)
        case .data(let data):
            var text: [UInt8] = []
            Base64.append(data, to: &text)
            append(String(decoding: text, as: UTF8.self), in: "data", depth, to: &bytes)
        case .array(let values):
            container("array", isEmpty: values.isEmpty, depth, to: &bytes) { bytes in
                for value in values { append(value, depth + 1, to: &bytes) }
            }
        case .object(let fields):
            container("dict", isEmpty: fields.isEmpty, depth, to: &bytes) { bytes in
                for field in fields {
                    append(field.key, in: "key", depth + 1, to: &bytes)
                    append(field.value, depth + 1, to: &bytes)
                }
            }
        }
    }

    /// Appends an amount. Integral amounts are written as integers. If a `Double` can't represent an amount exactly,
    /// it is written as text.
    static func append(_ amount: Amount, _ depth: Int, to bytes: inout [UInt8]) {
        let tag = amount.isWhole ? "integer" : amount.isExactAsDouble ? "real" : "string"
        append(amount.description, in: tag, depth, to: &bytes)
    }

    static func append(custom value: FieldValue, _ depth: Int, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, in: "string", depth, to: &bytes)
        case .integer(let number): append(number, depth, to: &bytes)
        case .decimal(let number): append(number.description, in: "real", depth, to: &bytes)
        case .amount(let amount): append(amount, depth, to: &bytes)
        case .flag(let flag): append(flag, depth, to: &bytes)
        case .moment(let moment): append(moment, depth, to: &bytes)
        case .day(let day): appendTagged("date", day.description, depth, to: &bytes)
        case .list(let texts): append(texts, depth, to: &bytes)
        }
    }

    private static func appendTagged(_ tag: String, _ text: String, _ depth: Int, to bytes: inout [UInt8]) {
        container("dict", isEmpty: false, depth, to: &bytes) { bytes in
            append(tag, in: "key", depth + 1, to: &bytes)
            append(text, in: "string", depth + 1, to: &bytes)
        }
    }
}
