import CommandLineKit

/// A program to test with: it keeps books, and uses everything that can be declared.
let shelf = Program(
    Command(
        "shelf", summary: "Keep track of books.",
        discussion: """
            Books stand on shelves in the order in which they were put there, and
            this text is long enough to be wrapped.

            A second paragraph.
            """,
        options: [
            .value(
                "config", "FILE", short: "c", "Read this configuration", values: .file, isGlobal: true),
            .value(
                "set", "KEY=VALUE", "Change one setting", isRepeatable: true, isGlobal: true),
            .flag("version", "Show the version"),
        ],
        subcommands: [
            Command(
                "add", summary: "Put a book on the shelf", group: "Changing",
                arguments: [Argument("TITLE", "What the book is called", isOptional: true)],
                options: [
                    .value("pages", "N", short: "n", "How many pages it has"),
                    .flag("lent", short: "l", aliases: ["away"], "It's lent", isNegatable: true),
                    .flag("yes", short: "y", "Ask nothing"),
                    .value("random", "COUNT", "Make books up", isOptional: true),
                    .flag("debug", "Say more", isHidden: true),
                ]
                    + ["author", "genre"].map {
                        .value($0, $0.uppercased(), "The \($0) [any text: free]", group: "Fields")
                    },
                examples: [
                    .init("shelf add 'War and Peace' --pages 1225", "Puts a long book on the shelf."),
                    .init("shelf add --random 5", "Puts five books there that nobody wrote."),
                ]),
            Command(
                "list", summary: "Show the books",
                options: [
                    .value(
                        "format", "FORMAT", short: "f", "How to write them",
                        values: .oneOf(["table", "json", "csv"])),
                    .value("sort", "FIELD", "In which order", values: .suggested(["title", "pages"])),
                ]),
            Command(
                "move", summary: "Move books to another shelf", group: "Changing",
                arguments: [
                    Argument("BOOK", "The books", isRepeated: true, values: .asked(kind: "books")),
                    Argument("SHELF", "The shelf", values: .oneOf(["upper", "lower"])),
                ]),
            Command(
                "export", summary: "Write to a directory",
                arguments: [
                    Argument("NAME", "A name"),
                    Argument("DIRECTORY", "Where", isOptional: true, values: .directory),
                ]),
            Command(
                "config", summary: "Look at the configuration", needsSubcommand: true,
                subcommands: [
                    Command("show", summary: "Show every setting"),
                    Command(
                        "check", summary: "Check a file",
                        arguments: [Argument("FILE", "The file", values: .file)]),
                ]),
            Command(
                "__complete", summary: "Candidates", isHidden: true,
                arguments: [
                    Argument("KIND", "The kind"), Argument("PREFIX", "The beginning", isOptional: true),
                ]),
        ]))

/// Parses words that are known to ask for a command.
func run(_ words: String...) throws -> ParsedCommand {
    guard case .run(let command) = try shelf.parse(words) else { throw NotACommand() }
    return command
}

struct NotACommand: Error {}
