import LootCore

/// JSON to be printed. Objects keep their order, so that the same configuration prints the same text.
indirect enum JSONText: Sendable {
    case text(String)
    case integer(Int)
    case flag(Bool)
    case array([JSONText])
    case object([(String, JSONText)])

    /// A setting as a configuration file has it.
    init(_ value: SettingValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .flag(let flag): self = .flag(flag)
        case .list(let values): self = .array(values.map { JSONText($0) })
        }
    }

    /// The same without the passwords of the URLs in it.
    var withoutPasswords: JSONText {
        switch self {
        case .text(let text): .text(text.withoutPassword)
        case .array(let values): .array(values.map(\.withoutPasswords))
        case .object(let members): .object(members.map { ($0, $1.withoutPasswords) })
        case .integer, .flag: self
        }
    }

    /// On one line.
    var compact: String {
        switch self {
        case .text(let text): JSONText.quoted(text)
        case .integer(let number): String(number)
        case .flag(let flag): String(flag)
        case .array(let values): "[\(values.map(\.compact).joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ \(members.map { "\(JSONText.quoted($0)): \($1.compact)" }.joined(separator: ", ")) }"
        }
    }

    /// On as many lines as it takes; what fits on one stays on one.
    func pretty(indent: String = "") -> String {
        let line = compact
        if line.count + indent.count <= 80 { return line }
        let inner = indent + "  "
        switch self {
        case .array(let values):
            let lines = values.map { inner + $0.pretty(indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        case .object(let members):
            let lines = members.map { "\(inner)\(JSONText.quoted($0)): \($1.pretty(indent: inner))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .text, .integer, .flag: return line
        }
    }

    /// A text in quotation marks.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
