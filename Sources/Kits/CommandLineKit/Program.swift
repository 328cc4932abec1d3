/// A program's declared commands. Parses command lines, and generates help and completions.
public struct Program: Sendable {
    /// The root command, including the option `--help` and, if there are subcommands, the command `help`. These names
    /// are reserved.
    package let root: Command
    /// The program's name in the messages of the declaration.
    private let textName: String
    /// The names of commands in other programs, with the corresponding commands of this program.
    private let synonyms: [String: String]

    /// Creates a program from its root command.
    ///
    /// - Parameters:
    ///   - root: The root command.
    ///   - textName: The program's name in discussions and examples. Help replaces it with the root command's name.
    ///   - topics: The subjects that `help` explains in addition to commands. Their names must differ from those of
    ///     the commands.
    ///   - synonyms: The names of commands in other programs. They aren't accepted, but the error suggests the
    ///     corresponding command: `["ls": "list"]`.
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
                            "COMMAND", "The command and its subcommands", isOptional: true,
                            values: .suggested(names + topics.map(\.name)))
                    ],
                    options: [Program.manual],
                    subcommands: topics.map { Command($0) }))
        }
        self.root = root
    }

    /// The action that a command line requests.
    public enum Request: Sendable {
        /// Run a command.
        case run(Invocation)
        /// Show the help of the command at a path. An empty path is the program itself.
        case help([String])
        /// Show the manual page of the command at a path. An empty path is the program itself.
        case manual([String])
        /// Print completions for a shell.
        case complete(Completion)
    }

    static let manual = Option.flag("man", "Print a manual page, for man and groff, instead of help")
    private static let help = Option.flag("help", short: "h", "Show help").global

    /// Parses the words after the program's name.
    ///
    /// If the words request help, the result is help even if other words are invalid.
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

    /// Parses words and ignores invalid ones. A program that also accepts words that aren't declared, such as aliases,
    /// reads its global options with it.
    package func known(in words: [String]) -> Invocation {
        var parser = Parser(scope: Scope(root))
        return parser.read(unfinished: words)
    }

    /// Returns the index of the first word in the position of a command, which is neither an option nor an
    /// option's value. Returns `nil` if there is none.
    package func firstArgument(of words: [String]) -> Int? {
        var parser = Parser(scope: Scope(root))
        _ = parser.read(unfinished: Array(words))
        return parser.firstArgument
    }

    /// Returns a message of the declaration in the language of the current task, with the program's actual
    /// name.
    func text(_ message: Message) -> String {
        let text = message.text
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

    /// Returns the scope of the command at a path, or `nil` if there is none.
    func scope(at path: [String]) -> Scope? {
        var scope = Scope(root)
        for name in path {
            guard let inner = scope.entering(name) else { return nil }
            scope = inner
        }
        return scope
    }
}

/// A command at its position in the tree, with the global options of the commands above it.
struct Scope: Sendable {
    /// The names from the root command to this one.
    private let names: [String]
    let command: Command
    let arguments: [ArgumentDeclaration]
    /// The command's own options.
    let ownOptions: [OptionDeclaration]
    /// The global options of the enclosing commands, nearest first.
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

    /// The names of the nested commands, without the program's name.
    var path: [String] { Array(names.dropFirst()) }

    /// The full name, including the program's name.
    var name: String { names.joined(separator: " ") }

    var program: String { names.first ?? "" }

    /// The command's own options and the inherited ones.
    var options: [OptionDeclaration] { ownOptions + inherited }

    /// Returns the option with the given long name or alias.
    func option(named name: String) -> OptionDeclaration? {
        options.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The usage line.
    var usage: String {
        var parts = [name]
        if options.contains(where: { !$0.isHidden }) { parts.append("[OPTION...]") }
        parts += arguments.map(\.usage)
        if command.subcommands.contains(where: { !$0.isHidden }) {
            parts.append(command.needsSubcommand ? "COMMAND" : "[COMMAND]")
        }
        return parts.joined(separator: " ")
    }

    /// This scope and all nested ones, except hidden commands.
    var visibleScopes: [Scope] {
        [self]
            + command.subcommands.filter { !$0.isHidden }.flatMap { entering($0).visibleScopes }
    }
}
