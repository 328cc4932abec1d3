/// The completions of an unfinished command line, according to the declaration. The program can add others.
///
/// The scripts of ``Program/completionScript(for:)`` call `program __complete WORD...` with the words up to the
/// cursor, and read ``text(_:)``.
public struct Completion: Sendable {
    /// A possible completion.
    public struct Candidate: Sendable, Hashable {
        /// The complete word.
        package var word: String
        /// A description, for shells that show it.
        package var summary: Message

        /// Creates a candidate.
        public init(_ word: String, _ summary: Message = "") {
            self.word = word
            self.summary = summary
        }
    }

    /// The hidden command that requests completions.
    static let command = "__complete"

    /// The preceding words, parsed. Includes the program's global options.
    public let invocation: Invocation
    /// The unfinished text: a command, an argument, an option, or an option's value.
    public let typed: String
    /// The text before `typed` in the same word, such as `--format=`.
    let head: String
    /// The candidates from the declaration.
    private(set) var candidates: [Candidate] = []
    /// The kinds of completions that the program must provide, from ``Values/asked(_:)``.
    public private(set) var asked: [String] = []
    /// The kind of paths that the shell completes: files or directories.
    private(set) var paths: Values?
    /// Whether one of the program's commands, or an argument in the position of a command, can follow.
    package fileprivate(set) var isOfCommand = false

    init(_ invocation: Invocation, typed: String, head: String) {
        self.invocation = invocation
        self.typed = typed
        self.head = head
    }

    /// Returns the text that the shell's script reads: one line per candidate, with a tab before the description.
    ///
    /// The program's candidates are included even if they don't begin with the typed text. For example, an ID can
    /// replace a name.
    public func text(_ known: [Candidate] = []) -> String {
        var lines = (candidates.filter { $0.word.hasPrefix(typed) } + known).map { candidate in
            "\(head)\(candidate.word)\t\(candidate.summary.text)"
        }
        if let paths { lines.append(paths == .file ? "\tfiles" : "\tdirectories") }
        return lines.map { $0.split(separator: "\n").joined(separator: " ") + "\n" }.joined()
    }

    mutating func offer(_ values: Values) {
        switch values {
        case .any, .number: break
        case .oneOf(let words), .oneOfOr(let words, _, _), .suggested(let words):
            candidates += words.map { Candidate($0) }
        case .file, .directory: paths = values
        case .asked(let kind): asked.append(kind)
        }
    }

    mutating func offer(_ candidates: some Sequence<Candidate>) { self.candidates += candidates }
}

extension Program {
    /// Returns the completions of the last word.
    func completion(of words: [String]) -> Completion {
        let last = words.last ?? ""
        var parser = Parser(scope: Scope(root))
        let invocation = parser.read(unfinished: words.dropLast())
        let scope = parser.scope
        if let option = parser.waiting {
            var completion = Completion(invocation, typed: last, head: "")
            completion.offer(option.values)
            return completion
        }
        let offersOptions = !parser.optionsHaveEnded && last.hasPrefix("-")
        if offersOptions, last.hasPrefix("--"), let equals = last.firstIndex(of: "=") {
            let end = last.index(after: equals)
            var completion = Completion(invocation, typed: String(last[end...]), head: String(last[..<end]))
            scope.option(named: String(last[..<equals].dropFirst(2))).map { completion.offer($0.values) }
            return completion
        }
        var completion = Completion(invocation, typed: last, head: "")
        if offersOptions {
            let open = scope.options.filter { option in
                !option.isHidden && (option.isRepeatable || !parser.given.contains { $0.name == option.name })
            }
            completion.offer(
                open.flatMap { option in
                    option.offeredSpellings.map { .init($0, option.summary) }
                })
            return completion
        }
        if parser.positional.isEmpty {
            let commands = scope.command.subcommands.filter { !$0.isHidden }
            completion.offer(commands.map { .init($0.name, $0.summary) })
            completion.isOfCommand = scope.path.isEmpty
        }
        for (index, argument) in scope.arguments.enumerated() {
            let isRepeated = scope.arguments[...index].contains(where: \.isRepeated)
            if index == parser.positional.count || (isRepeated && index < max(parser.positional.count, 1)) {
                completion.offer(argument.values)
            }
        }
        return completion
    }
}
