import LootCore

/// A template for a line per element, in which names in braces are replaced with values: `{name}\t{value}`.
struct RowTemplate {
    private enum Part {
        case text(String)
        /// The value of a column.
        case column(Int)
    }

    private let parts: [Part]

    /// Returns the names in a template, in order.
    ///
    /// - Throws: `LootError` with code `usage` if the template is invalid.
    static func names(in text: String) throws(LootError) -> [String] {
        var names: [String] = []
        _ = try RowTemplate(text) { (name) throws(LootError) in
            names.append(name)
            return 0
        }
        return names
    }

    /// Parses a template with the escapes `\t`, `\n`, `\\` and `\{`. `column` returns the index of a name's column.
    init(_ text: String, column: (String) throws(LootError) -> Int) throws(LootError) {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\\" {
                switch rest.popFirst() {
                case "t": plain.append("\t")
                case "n": plain.append("\n")
                case let other?: plain.append(other)
                case nil: plain.append("\\")
                }
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw RowTemplate.refusal(text, "“{” isn't followed by “}”.")
                }
                let name = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                if name.isEmpty { throw RowTemplate.refusal(text, "There is no name between “{” and “}”.") }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.column(try column(name)))
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        self.parts = parts
    }

    private static func refusal(_ text: String, _ reason: Message) -> LootError {
        LootError(
            .usage, "Can't read the template “\(TextRules.visible(text))”.", reason: reason,
            advice: "Write names in braces, for example '{name} {value}'.")
    }

    /// Returns the line for a row.
    func line(_ cells: [String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .column(let index): cells[index]
            }
        }.joined()
    }
}
