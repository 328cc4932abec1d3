extension Program {
    /// Returns the help of the command at a path, wrapped to a width, or an empty string if it doesn't exist.
    ///
    /// `heading` can add styles to headings.
    public func help(
        for path: [String] = [], width: Int = 80, heading: (String) -> String = { $0 }
    ) -> String {
        guard let scope = scope(at: path) else { return "" }
        return HelpPage(program: self, scope: scope, width: max(width, 20)).text(heading)
    }
}

private struct HelpPage {
    var program: Program
    var scope: Scope
    var width: Int

    private func text(_ message: Message) -> String { program.text(message) }

    func text(_ heading: (String) -> String) -> String {
        let command = scope.command
        if let page = command.page { return program.text(page) + "\n" }
        var blocks = ["\(heading(text("Usage:"))) \(scope.usage)"]
        blocks += paragraphs(of: text(command.summary) + "\n\n" + text(command.discussion))
        func add(_ title: Message, _ rows: [Row]) {
            if !rows.isEmpty { blocks.append(heading(text(title) + ":") + "\n" + list(rows)) }
        }
        add(
            "Arguments",
            scope.arguments.map { Row(term: $0.name, summary: text($0.summary) + program.note($0.values)) })
        for (title, commands) in grouped(command.subcommands.filter { !$0.isHidden }, by: \.group, "Commands")
        {
            add(title, commands.map { Row(term: $0.name, summary: text($0.summary)) })
        }
        for (title, options) in grouped(scope.ownOptions.filter { !$0.isHidden }, by: \.group, "Options") {
            add(title, options.map(row))
        }
        if scope.path.isEmpty, let help = scope.entering("help") {
            add(
                "Topics",
                help.command.subcommands.map { Row(term: "help \($0.name)", summary: text($0.summary)) })
        }
        add("Global options", scope.inherited.filter { !$0.isHidden }.map(row))
        let examples = command.examples
        if !examples.isEmpty {
            let lines = examples.map { example in
                "  \(text(Message(verbatim: example.line)))\n" + indented(text(example.summary), by: 6)
            }
            blocks.append(heading(text("Examples") + ":") + "\n" + lines.joined(separator: "\n"))
        }
        if command.subcommands.contains(where: { !$0.isHidden }) {
            blocks += paragraphs(
                of: text("Run “\(scope.name) COMMAND --help” to learn more about a command."))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private struct Row {
        var term: String
        var summary: String
    }

    private func row(_ option: OptionDeclaration) -> Row {
        Row(
            term: (option.short == nil ? "    " : "") + option.term,
            // Omit the period of a single sentence.
            summary: text(option.summary).dropLastPeriod + program.note(option.values))
    }

    /// Formats terms in one column and their descriptions in the next, or below if a term is long.
    private func list(_ rows: [Row]) -> String {
        let longest = rows.map(\.term.count).max() ?? 0
        let indent = min(longest + 4, max(width / 3, 12))
        return rows.map { row in
            let term = "  " + row.term
            let summary = indented(row.summary, by: indent)
            if term.count + 2 > indent { return summary.isEmpty ? term : term + "\n" + summary }
            let spaces = String(repeating: " ", count: indent - term.count)
            return summary.isEmpty ? term : term + spaces + summary.dropFirst(indent)
        }.joined(separator: "\n")
    }

    private func paragraphs(of text: String) -> [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
        }
        return paragraphs.filter { !$0.isEmpty }.map { indented($0.joined(separator: " "), by: 0) }
    }

    /// Wraps `text` to the width. A longer word gets its own line.
    private func indented(_ text: String, by indent: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}

/// Returns the groups of elements in order of first appearance, preceded by the elements without a group.
func grouped<Element>(
    _ elements: [Element], by group: (Element) -> Message?, _ common: Message
) -> [(Message, [Element])] {
    var groups: [(Message, [Element])] = [(common, [])]
    for element in elements {
        let title = group(element) ?? common
        if let index = groups.firstIndex(where: { $0.0 == title }) {
            groups[index].1.append(element)
        } else {
            groups.append((title, [element]))
        }
    }
    return groups
}

extension OptionDeclaration {
    /// The syntax of the option: `-s, --sort FIELD...`.
    var term: String {
        var term = (short.map { "-\($0), " } ?? "") + (isNegatable ? "--[no-]" : "--") + name
        switch kind {
        case .flag: break
        case .value(let placeholder): term += " " + placeholder
        case .optionalValue(let placeholder): term += " [\(placeholder)]"
        }
        return isRepeatable ? term + "..." : term
    }
}

extension Program {
    /// Returns the text that lists the accepted values after the summary of an option or argument.
    func note(_ values: Values) -> String {
        switch values {
        case .oneOf(let allowed): " (\(allowed.joined(separator: ", ")))"
        case .oneOfOr(let allowed, let sample, _):
            " (\(Language.current.list(allowed + [Language.current.quoted(sample)], .or)))"
        default: ""
        }
    }
}
