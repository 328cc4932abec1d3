/// A program's declared commands, ready to parse words, to print help and to write completions.
public struct Program: Sendable {
    /// The outermost command, with what every program gets: the option `--help`, and, when there are
    /// commands, the command `help`. These names are taken.
    package let root: Command
    /// The language of help, manual pages and completions.
    public var language = Language.english
    /// What the declaration's texts call the program.
    private let textName: String
    /// What other programs call its commands, with what is written here.
    private let synonyms: [String: String]

    /// Makes a program of its outermost command. Where discussions and examples were written for a program of another
    /// name, `calling` tells it, and help says this one's in its place. Topics are what `help` explains beside commands;
    /// none has a command's name. Synonyms are words by which other programs know a command; they are not taken, but the
    /// error tells what to write: `["ls": "list"]`.
    public init(
        _ root: Command, calling textName: String? = nil, topics: [Command.Topic] = [],
        synonyms: [String: String] = [:]
    ) {
        self.textName = textName ?? root.name
        self.synonyms = synonyms
        var root = root
        let options = root.declaredOptions
        root.declaredOptions = { options() + [Program.help] }
        if !root.subcommands.isEmpty {
            let names = root.subcommands.filter { !$0.isHidden }.map(\.name)
            root.subcommands.append(
                Command(
                    "help", summary: "Show help for a command",
                    arguments: [
                        Argument.repeated(
                            "COMMAND", "The command, and those within it", isOptional: true,
                            values: .suggested(names + topics.map(\.name)))
                    ],
                    options: [Program.manual],
                    subcommands: topics.map { Command($0) }))
        }
        self.root = root
    }

    /// What the words after the program's name ask for.
    public enum Request: Sendable {
        /// To run a command.
        case run(Invocation)
        /// To show the help of the command at this path; empty for the program's own.
        case help([String])
        /// To show the manual page of the command at this path; empty for the program's own.
        case manual([String])
        /// To offer what may be typed next: a shell asks.
        case complete(Completion)
    }

    static let manual = Option.flag("man", "Print a manual page, for man and groff, instead of help")
    private static let help = Option.flag("help", short: "h", "Show help").global

    /// Reads the words after the program's name.
    ///
    /// Help is shown when it is asked for, even if something else in the words is wrong.
    public func parse(_ words: [String]) throws(CommandLineError) -> Request {
        if words.first == Completion.command { return .complete(completion(of: Array(words.dropFirst()))) }
        var parser = Parser(scope: Scope(root), synonyms: synonyms)
        do {
            return try parser.parse(words)
        } catch {
            let rest = words[parser.position...].prefix { $0 != "--" }
            if parser.asksForHelp || rest.contains("--help") || rest.contains("-h") {
                return .help(parser.scope.path)
            }
            throw error
        }
    }

    /// What was given in words of which not all can be understood: options of the whole program, where they are. For a
    /// program that takes words besides those that are declared.
    package func known(in words: [String]) -> Invocation {
        var parser = Parser(scope: Scope(root))
        return parser.read(unfinished: words)
    }

    /// Which of these words stands where a command belongs: the first that is no option of the program and no option's
    /// value; nil where there is none.
    package func firstArgument(of words: [String]) -> Int? {
        var parser = Parser(scope: Scope(root))
        _ = parser.read(unfinished: Array(words))
        return parser.firstArgument
    }

    /// A text of the declaration in the program's language, with the program's own name.
    func text(_ message: Message) -> String {
        let text = message.text(in: language)
        if textName == root.name { return text }
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: textName) {
            let before = range.lowerBound == rest.startIndex ? result.last : rest[..<range.lowerBound].last
            let isWord = ![before, rest[range.upperBound...].first].contains { $0?.isLetter ?? false }
            result += rest[..<range.lowerBound] + (isWord ? root.name : textName)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    /// The command at a path, with the commands above it; nil when there is none.
    func scope(at path: [String]) -> Scope? {
        var scope = Scope(root)
        for name in path {
            guard let inner = scope.entering(name) else { return nil }
            scope = inner
        }
        return scope
    }
}

/// A command in its place: the commands above it lend it their global options.
struct Scope: Sendable {
    /// The names from the program's to the command's.
    private let names: [String]
    let command: Command
    /// What it takes by position.
    let arguments: [ArgumentDeclaration]
    /// What it takes by name itself.
    let ownOptions: [OptionDeclaration]
    /// What the commands above lend it, the nearest first.
    let inherited: [OptionDeclaration]

    init(_ root: Command) { self.init(root, names: [], inherited: []) }

    private init(_ command: Command, names: [String], inherited: [OptionDeclaration]) {
        self.names = names + [command.name]
        self.command = command
        self.inherited = inherited
        arguments = command.arguments
        ownOptions = command.options
    }

    private func entering(_ inner: Command) -> Scope {
        Scope(inner, names: names, inherited: options.filter(\.isGlobal))
    }

    func entering(_ name: String) -> Scope? {
        command.subcommands.first { $0.name == name }.map(entering)
    }

    /// The names below the program's.
    var path: [String] { Array(names.dropFirst()) }

    /// The names from the program's on.
    var name: String { names.joined(separator: " ") }

    var program: String { names.first ?? "" }

    /// What it takes itself, and what the commands above lend it.
    var options: [OptionDeclaration] { ownOptions + inherited }

    /// The option with this long name, or with this other name.
    func option(named name: String) -> OptionDeclaration? {
        options.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// One line that shows what may be written.
    var usage: String {
        var parts = [name]
        if options.contains(where: { !$0.isHidden }) { parts.append("[OPTION...]") }
        parts += arguments.map(\.usage)
        if command.subcommands.contains(where: { !$0.isHidden }) {
            parts.append(command.needsSubcommand ? "COMMAND" : "[COMMAND]")
        }
        return parts.joined(separator: " ")
    }

    /// This scope and all below it, hidden ones left out.
    var visibleScopes: [Scope] {
        [self]
            + command.subcommands.filter { !$0.isHidden }.flatMap { entering($0).visibleScopes }
    }
}
