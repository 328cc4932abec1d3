/// A program's declared commands, ready to parse words, to print help and to write completions.
public struct Program: Sendable {
    /// The outermost command, with what every program gets: the option `--help`, and, when there are
    /// commands, the command `help`. These names are taken.
    public let root: Command

    /// Makes a program of its outermost command.
    public init(_ root: Command) {
        var root = root
        root.options.append(.flag("help", short: "h", "Show help", isGlobal: true))
        if !root.subcommands.isEmpty {
            let names = root.subcommands.filter { !$0.isHidden }.map(\.name)
            root.subcommands.append(
                Command(
                    "help", summary: "Show help for a command",
                    arguments: [
                        Argument(
                            "COMMAND", "The command, and those within it", isOptional: true, isRepeated: true,
                            values: .suggested(names))
                    ]))
        }
        self.root = root
    }

    /// What the words after the program's name ask for.
    public enum Request: Sendable {
        /// To run a command.
        case run(ParsedCommand)
        /// To show the help of the command at this path; empty for the program's own.
        case help([String])
    }

    /// Reads the words after the program's name.
    ///
    /// Help is shown when it is asked for, even if something else in the words is wrong.
    public func parse(_ words: [String]) throws(CommandLineError) -> Request {
        var parser = Parser(scope: Scope(root))
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
    /// From the program itself down to the command.
    private(set) var commands: [Command]
    let command: Command

    init(_ root: Command) {
        commands = [root]
        command = root
    }

    private init(_ commands: [Command], _ command: Command) {
        self.commands = commands + [command]
        self.command = command
    }

    func entering(_ name: String) -> Scope? {
        command.subcommands.first { $0.name == name }.map { Scope(commands, $0) }
    }

    /// The names below the program's.
    var path: [String] { commands.dropFirst().map(\.name) }

    /// The names from the program's on.
    var name: String { commands.map(\.name).joined(separator: " ") }

    var program: String { commands.first?.name ?? "" }

    /// What it takes itself, and what the commands above lend it.
    var options: [Option] { command.options + inherited }

    var inherited: [Option] { commands.dropLast().reversed().flatMap(\.options).filter(\.isGlobal) }

    /// One line that shows what may be written.
    var usage: String {
        var parts = [name]
        if options.contains(where: { !$0.isHidden }) { parts.append("[OPTION...]") }
        parts += command.arguments.map(\.usage)
        if command.subcommands.contains(where: { !$0.isHidden }) {
            parts.append(command.needsSubcommand ? "COMMAND" : "[COMMAND]")
        }
        return parts.joined(separator: " ")
    }

    /// This scope and all below it, hidden ones left out.
    var visibleScopes: [Scope] {
        [self]
            + command.subcommands.filter { !$0.isHidden }.flatMap { Scope(commands, $0).visibleScopes }
    }
}
