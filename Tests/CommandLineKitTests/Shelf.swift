import CommandLineKit

/// A test program that manages books and uses all kinds of declarations.
enum Shelf {
    static let config = Option.value(
        "config", "FILE", short: "c", "Read this configuration", values: .file
    ).global
    static let set = Option.values("set", "KEY=VALUE", "Change one setting").global
    static let version = Option.flag("version", "Show the version")

    static let title = Argument.optional("TITLE", "The title of the book")
    static let pages = Option.value("pages", "N", short: "n", "The number of pages")
    static let lent = Option.toggle("lent", short: "l", aliases: ["away"], "It's lent")
    static let yes = Option.flag("yes", short: "y", "Ask nothing")
    static let random = Option.optionalValue("random", "COUNT", "Make books up")
    static let debug = Option.flag("debug", "Say more").hidden
    static let fields = ["author", "genre"].map {
        Option.value($0, $0.uppercased(), "The \($0) [any text: free]", group: "Fields")
    }

    enum Format: String, CaseIterable { case table, json, csv }
    static let format = Option.choice(
        "format", "FORMAT", "The output format", Format.allCases.map { ($0.rawValue, $0) }, default: .table)
    enum Style: Hashable { case lines, cards, template(String) }
    static let style = Option<Style>.choice(
        "as", "STYLE", "The style", [("lines", .lines), ("cards", .cards)], or: "{title}", with: "{",
        { .template($0) }, default: .lines)
    static let sort = Option.value(
        "sort", "FIELD", "In which order", values: .suggested(["title", "pages"]))
    static let limit = Option.number("limit", "N", "At most so many", in: 1...100)

    static let books = Argument.repeated("BOOK", "The books", values: .asked("books"))
    static let place = Argument.choice("SHELF", "The shelf", [("upper", 2), ("lower", 1)])
    static let name = Argument.required("NAME", "A name")
    static let directory = Argument.optional("DIRECTORY", "Where", values: .directory)
    static let file = Argument.required("FILE", "The file", values: .file)

    static let root = Command(
        "shelf", summary: "Keep track of books.",
        discussion: """
            Books stand on shelves in the order in which they were put there, and
            this text is long enough to be wrapped.

            A second paragraph: shelf list, and shelf again, but no bookshelf.
            """,
        options: [config, set, version],
        subcommands: [
            Command(
                "add", summary: "Put a book on the shelf", group: "Changing",
                arguments: [title],
                options: [pages, lent, yes, random, debug] + fields,
                examples: [
                    .init("shelf add 'War and Peace' --pages 1225", "Puts a long book on the shelf."),
                    .init("shelf add --random 5", "Puts five books there that nobody wrote."),
                ]),
            Command("list", summary: "Show the books", options: [format, sort, limit, style]),
            Command(
                "move", summary: "Move books to another shelf", group: "Changing", arguments: [books, place]),
            Command("export", summary: "Write to a directory", arguments: [name, directory]),
            Command(
                "config", summary: "Look at the configuration", needsSubcommand: true,
                subcommands: [
                    Command("show", summary: "Show every setting"),
                    Command("check", summary: "Check a file", arguments: [file]),
                ]),
            Command("secret", summary: "Not for everyone", isHidden: true),
        ])
    static let program = Program(root, synonyms: ["rm": "move BOOK upper"])
}

let shelf = Shelf.program

/// Parses words that must select a command.
func run(_ words: String...) throws -> Invocation {
    guard case .run(let command) = try shelf.parse(words) else { throw NotACommand() }
    return command
}

struct NotACommand: Error {}
