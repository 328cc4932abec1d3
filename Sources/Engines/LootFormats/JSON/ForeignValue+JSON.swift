package import LootCore

extension ForeignValue {
    /// Appends the value as JSON, on one line and without spaces. Moments and data are written as tagged objects.
    package func appendJSON(to bytes: inout [UInt8]) { JSONText.append(self, to: &bytes) }

    /// Returns the value as readable JSON. Parts that fit in `columns` are on one line, others are indented.
    package func json(columns: Int) -> String {
        var text = ""
        appendJSON(to: &text, indent: "", columns: columns)
        return text
    }

    private func appendJSON(to text: inout String, indent: String, columns: Int) {
        let line = spacedJSON
        if indent.count + line.count <= columns {
            text += line
            return
        }
        let inner = indent + "  "
        switch self {
        case .array(let values):
            for (index, value) in values.enumerated() {
                text += (index == 0 ? "[\n" : ",\n") + inner
                value.appendJSON(to: &text, indent: inner, columns: columns)
            }
            text += "\n\(indent)]"
        case .object(let fields):
            for (index, field) in fields.enumerated() {
                text += (index == 0 ? "{\n" : ",\n") + inner + ForeignValue.text(field.key).spacedJSON + ": "
                field.value.appendJSON(to: &text, indent: inner, columns: columns)
            }
            text += "\n\(indent)}"
        default: text += line
        }
    }

    /// The value on one line, with spaces after separators.
    private var spacedJSON: String {
        switch self {
        case .array(let values): return "[\(values.map(\.spacedJSON).joined(separator: ", "))]"
        case .object(let fields):
            if fields.isEmpty { return "{}" }
            let members = fields.map { "\(ForeignValue.text($0.key).spacedJSON): \($0.value.spacedJSON)" }
            return "{ \(members.joined(separator: ", ")) }"
        default:
            var bytes: [UInt8] = []
            appendJSON(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
