/// What may be typed next, as far as the declaration tells; the program adds what only it knows.
///
/// The scripts of ``Program/completionScript(for:)`` call `program __complete WORD...` with the words so far, the
/// one under the cursor last, and take ``text(_:)``.
public struct Completion: Sendable {
    /// Something that may be typed.
    public struct Candidate: Sendable, Hashable {
        /// The whole word.
        package var word: String
        /// What it means, for shells that show it.
        package var summary: String

        /// Makes a candidate.
        public init(_ word: String, _ summary: String = "") {
            self.word = word
            self.summary = summary
        }
    }

    /// The command that asks for completions.
    static let command = "__complete"

    /// What was given before: the options that hold for the whole program are among it.
    public let invocation: Invocation
    /// What is being typed: a command, an argument, an option, or the value of one.
    public let typed: String
    /// What stands before it in the same word: `--format=`.
    let head: String
    /// What the declaration offers.
    private(set) var candidates: [Candidate] = []
    /// The kinds of words that only the program knows, of ``Values/asked(_:)``.
    public private(set) var asked: [String] = []
    /// What the shell itself offers: files or directories.
    private(set) var paths: Values?
    /// Whether a command of the program may stand there, or what a program takes in the place of one.
    package fileprivate(set) var isOfCommand = false

    init(_ invocation: Invocation, typed: String, head: String) {
        self.invocation = invocation
        self.typed = typed
        self.head = head
    }

    /// What the shell's script reads: a line for each candidate, and a tab before what it means.
    ///
    /// What the program adds stands for itself, whether it begins with what was typed or not: an id may be offered for a
    /// name.
    public func text(_ known: [Candidate] = []) -> String {
        var lines = (candidates.filter { $0.word.hasPrefix(typed) } + known).map { candidate in
            "\(head)\(candidate.word)\t\(candidate.summary)"
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
    /// What may stand in the place of the last of these words.
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
                    option.offeredSpellings.map { .init($0, option.summary.text(in: language)) }
                })
            return completion
        }
        if parser.positional.isEmpty {
            let commands = scope.command.subcommands.filter { !$0.isHidden }
            completion.offer(commands.map { .init($0.name, $0.summary.text(in: language)) })
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
