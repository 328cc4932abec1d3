extension Program {
    /// Generates the manual page of the command at a path. The program's page includes all its commands.
    ///
    /// - Parameters:
    ///   - path: The names of the nested commands.
    ///   - version: The version in the page's footer, after the program's name.
    /// - Returns: The page in roff format, or an empty string if the command doesn't exist.
    public func manual(for path: [String] = [], version: String = "") -> String {
        guard let scope = scope(at: path) else { return "" }
        var page = ManualPage(program: self)
        page.begin(scope, version)
        page.add(scope)
        return page.text
    }
}

/// A writer of manual pages.
private struct ManualPage {
    let program: Program
    private(set) var text = ""

    mutating func begin(_ scope: Scope, _ version: String) {
        let name = scope.name.replacing(" ", with: "-")
        let foot = version.isEmpty ? scope.program : "\(scope.program) \(version)"
        line(".TH \(quoted(name.uppercased())) 1 \"\" \(quoted(foot)) \(quoted("User Commands"))")
        line(".SH NAME")
        line("\(escaped(name)) \\- \(escaped(program.text(scope.command.summary).dropLastPeriod))")
    }

    mutating func add(_ scope: Scope) {
        let command = scope.command
        if let page = command.page {
            line(".SH DESCRIPTION")
            return verbatim(program.text(page))
        }
        line(".SH SYNOPSIS")
        line("\\fB\(escaped(scope.name))\\fR\(escaped(String(scope.usage.dropFirst(scope.name.count))))")
        line(".SH DESCRIPTION")
        paragraphs(program.text(command.summary).withPeriod + "\n\n" + program.text(command.discussion))
        terms(
            scope.arguments.map { ($0.name, program.text($0.summary) + program.note($0.values)) },
            ".SH ARGUMENTS")
        let commands = command.subcommands.filter { !$0.isHidden && $0.page == nil }
        if !commands.isEmpty { line(".SH COMMANDS") }
        for (title, members) in grouped(commands, by: \.group, "") {
            if members.isEmpty { continue }
            if !title.isEmpty { line(".SS \(quoted(program.text(title)))") }
            for member in members {
                guard let inner = scope.entering(member.name) else { continue }
                within(inner)
            }
        }
        options(scope.ownOptions, ".SH OPTIONS")
        options(scope.inherited, ".SH \"OPTIONS EVERYWHERE\"")
        examples(command.examples, ".SH EXAMPLES")
        guard scope.path.isEmpty, let help = scope.entering("help") else { return }
        for topic in help.command.subcommands {
            line(".SH \(quoted(topic.name.uppercased()))")
            verbatim(program.text(topic.page ?? ""))
        }
    }

    /// Adds a command to its parent's page, with its options and subcommands.
    private mutating func within(_ scope: Scope) {
        line(".TP")
        line("\\fB\(escaped(String(scope.usage)))\\fR")
        line(escaped(program.text(scope.command.summary).withPeriod))
        let discussion = program.text(scope.command.discussion)
        if !discussion.isEmpty { paragraphs("\n\n" + discussion, indented: true) }
        let options = scope.ownOptions.filter { !$0.isHidden }
        if !options.isEmpty {
            line(".RS")
            terms(options.map { ($0.term, program.text($0.summary) + program.note($0.values)) }, nil)
            line(".RE")
        }
        for inner in scope.command.subcommands where !inner.isHidden {
            scope.entering(inner.name).map { within($0) }
        }
    }

    private mutating func options(_ options: [OptionDeclaration], _ heading: String) {
        for (title, members) in grouped(options.filter { !$0.isHidden }, by: \.group, "") {
            let rows = members.map { ($0.term, program.text($0.summary) + program.note($0.values)) }
            terms(rows, title.isEmpty ? heading : ".SH \(quoted(program.text(title).uppercased()))")
        }
    }

    private mutating func terms(_ rows: [(String, String)], _ heading: String?) {
        if rows.isEmpty { return }
        if let heading { line(heading) }
        for (term, summary) in rows {
            line(".TP")
            line("\\fB\(escaped(term))\\fR")
            line(escaped(summary.withPeriod))
        }
    }

    private mutating func examples(_ examples: [Command.Example], _ heading: String) {
        if examples.isEmpty { return }
        line(heading)
        for example in examples {
            line(".TP")
            line("\\fB\(escaped(program.text(Message(verbatim: example.line))))\\fR")
            line(escaped(program.text(example.summary).withPeriod))
        }
    }

    private mutating func paragraphs(_ text: String, indented: Bool = false) {
        var isFirst = !indented
        for paragraph in text.split(separator: "\n\n") {
            let words = paragraph.split(separator: "\n").joined(separator: " ")
            if words.isEmpty { continue }
            if !isFirst { line(indented ? ".IP" : ".PP") }
            line(escaped(words))
            isFirst = false
        }
    }

    /// Adds lines without filling.
    private mutating func verbatim(_ page: String) {
        line(".nf")
        for row in page.split(separator: "\n", omittingEmptySubsequences: false) {
            line(escaped(String(row)))
        }
        line(".fi")
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    /// Returns the text with all special characters escaped.
    private func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("'", with: "\\(aq")
        return text.hasPrefix(".") ? "\\&" + text : text
    }

    /// Returns the text as one quoted argument of a roff request.
    private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
}

extension String {
    var dropLastPeriod: String { hasSuffix(".") ? String(dropLast()) : self }

    fileprivate var withPeriod: String {
        isEmpty || hasSuffix(".") || hasSuffix("?") || hasSuffix(":") ? self : self + "."
    }
}
