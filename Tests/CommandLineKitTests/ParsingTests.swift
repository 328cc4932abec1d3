import Basics
import CommandLineKit
import Testing

@Suite struct ParsingTests {
    @Test(arguments: [
        (["add", "Ulysses", "--pages", "730"], "730"), (["add", "--pages=730", "Ulysses"], "730"),
        (["add", "Ulysses", "-n", "730"], "730"), (["add", "Ulysses", "-n730"], "730"),
        (["add", "Ulysses", "-n=730"], "730"),
        (["add", "Ulysses", "-yln730"], "730"), (["add", "Ulysses", "--pages", "-730"], "-730"),
        (["add", "Ulysses", "--pages=--730"], "--730"), (["add", "Ulysses", "--pages="], ""),
        (["add", "Ulysses", "--pages", "-"], "-"), (["add", "Ulysses", "--pages", "a=b"], "a=b"),
        (["add", "Ulysses", "--pages", "-x"], "-x"), (["add", "--pages", "730", "--", "Ulysses"], "730"),
        (["add", "Ulysses", "--pages=a=b"], "a=b"),
    ])
    func `a value is found in every syntax`(words: [String], pages: String) throws {
        guard case .run(let command) = try shelf.parse(words) else { throw NotACommand() }
        #expect(command.path == ["add"])
        #expect(command[Shelf.pages] == pages)
        #expect(command[Shelf.title] == "Ulysses")
    }

    @Test func `flags are on, off, or not given`() throws {
        #expect(try run("add", "--lent")[Shelf.lent] == true)
        #expect(try run("add", "-yl")[Shelf.lent] == true)
        #expect(try run("add", "--away")[Shelf.lent] == true)
        #expect(try run("add", "--no-lent")[Shelf.lent] == false)
        #expect(try run("add", "--no-away")[Shelf.lent] == false)
        #expect(try run("add")[Shelf.lent] == nil)
        #expect(try run("add", "--debug").has(Shelf.debug))
    }

    @Test func `the last of repeated options counts`() throws {
        #expect(try run("add", "--pages", "1", "-n2")[Shelf.pages] == "2")
        #expect(try run("list", "--limit", "20", "--limit=5")[Shelf.limit] == 5)
        #expect(try run("list", "--format", "csv", "--format", "json")[Shelf.format] == .json)
        #expect(try run("add", "--lent", "--no-lent")[Shelf.lent] == false)
        #expect(try run("add", "-yy", "--yes")[Shelf.yes])
    }

    @Test func `a choice can be a word or a template`() throws {
        #expect(try run("list")[Shelf.style] == .lines)
        #expect(try run("list", "--as", "cards")[Shelf.style] == .cards)
        #expect(try run("list", "--as", "{title}, {pages}")[Shelf.style] == .template("{title}, {pages}"))
    }

    @Test func `an invocation returns the values of declared arguments`() throws {
        let command = try run("list")
        #expect(command.lists(Shelf.limit) && command.lists(Shelf.set) && !command.lists(Shelf.pages))
        // An option with the same name but another meaning.
        #expect(!command.lists(Option.flag("limit", "Only some")))
    }

    @Test(
        arguments: [
            (["ll", "--limit", "5"], 0), (["-c", "x.json", "--set", "a=b", "ll"], 4), (["--set=a=b"], nil),
            ([], nil),
            (["list", "x"], 0), (["--version", "--", "ll"], 2),
        ] as [([String], Int?)])
    func `an unknown command is found among options`(words: [String], index: Int?) {
        #expect(shelf.firstArgument(of: words) == index)
    }

    @Test(
        arguments: [
            ("list --limit 5", ["list", "--limit", "5"]), ("  a  b ", ["a", "b"]), ("", []),
            (
                #"list --where 'value > 500 and name = "x"'"#,
                ["list", "--where", #"value > 500 and name = "x""#]
            ),
            (#"a "b \" c" d\ e ''"#, ["a", #"b " c"#, "d e", ""]), ("'open", nil), (#"a"b"c"#, ["abc"]),
        ] as [(String, [String]?)])
    func `a line is split into words like in a shell`(line: String, words: [String]?) {
        #expect(CommandWords.split(line) == words)
    }

    @Test func `global options can be before and after the command`() throws {
        let command = try run("--set", "a=1", "-c", "x.json", "config", "--set=b=2", "show", "--set", "c=3")
        #expect(command.path == ["config", "show"])
        #expect(command[Shelf.set] == ["a=1", "b=2", "c=3"])
        #expect(command[Shelf.config] == "x.json")
    }

    @Test func `without a command, the program itself is invoked`() throws {
        let command = try run("--version")
        #expect(command.path.isEmpty)
        #expect(command[Shelf.version])
    }

    @Test func `after two dashes everything is an argument`() throws {
        #expect(try run("add", "--", "--lent")[Shelf.title] == "--lent")
        #expect(try run("move", "a", "--", "-l", "--", "upper")[Shelf.books] == ["a", "-l", "--"])
    }

    @Test func `negative numbers and a single dash are arguments`() throws {
        #expect(try run("add", "-5")[Shelf.title] == "-5")
        #expect(try run("add", "-")[Shelf.title] == "-")
    }

    @Test func `a digit after a dash is an option if the command declares one with that name`() throws {
        let single = Option.flag("single", short: "1", "In one column")
        let title = Argument.optional("TITLE", "The title to list")
        let program = Program(
            Command("list", summary: "List", arguments: [title], options: [single]))
        guard case .run(let command) = try program.parse(["-1", "-2"]) else { throw NotACommand() }
        #expect(command[single] && command[title] == "-2")
    }

    @Test func `a repeated argument leaves words for later arguments`() throws {
        let command = try run("move", "a", "b", "c", "upper")
        #expect(command[Shelf.books] == ["a", "b", "c"] && command[Shelf.place] == 2)
    }

    @Test func `an optional value is the next word, unless that is an option`() throws {
        #expect(try run("add", "--random", "5")[Shelf.random] == "5")
        #expect(try run("add", "--random=5")[Shelf.random] == "5")
        let command = try run("add", "--random", "--yes")
        #expect(command[Shelf.random] == .some(.none) && command[Shelf.yes])
        #expect(try run("add")[Shelf.random] == .none)
    }

    @Test func `a missing value is nil, empty, or the default`() throws {
        let command = try run("list")
        #expect(command[Shelf.sort] == nil && command[Shelf.set].isEmpty)
        #expect(command[Shelf.format] == .table && command[Shelf.limit] == nil)
        #expect(try run("add")[Shelf.title] == nil)
    }

    @Test func `values have the types of their options`() throws {
        #expect(try run("list", "--format", "csv")[Shelf.format] == .csv)
        #expect(try run("list", "--limit", "20")[Shelf.limit] == 20)
    }

    @Test func `a command can be implied`() throws {
        let program = Program(
            Command(
                "box", summary: "A box.", implied: "list", options: [Shelf.config],
                subcommands: [Command("list", summary: "List", options: [Shelf.limit])]))
        guard case .run(let bare) = try program.parse(["-c", "x"]),
            case .run(let named) = try program.parse(["list", "-c", "x"])
        else { throw NotACommand() }
        let implied = try #require(bare.implied)
        #expect(bare.path.isEmpty && implied.path == ["list"])
        #expect(implied[Shelf.config] == "x" && implied[Shelf.limit] == nil)
        #expect(named.path == ["list"] && named.implied == nil && named[Shelf.config] == "x")
    }

    @Test(arguments: [
        (["--help"], []), (["-h"], []), (["help"], []), (["help", "add"], ["add"]),
        (["add", "--help"], ["add"]),
        (["config", "-h"], ["config"]), (["help", "config", "show"], ["config", "show"]),
        (["move", "--help"], ["move"]), (["add", "--nonsense", "--help"], ["add"]),
        (["add", "--help", "--nonsense"], ["add"]),
        (["list", "--format", "xml", "-h", "-h"], ["list"]), (["help", "secret"], ["secret"]),
    ])
    func `help is shown wherever it is requested`(words: [String], path: [String]) throws {
        guard case .help(let shown) = try shelf.parse(words) else { throw NotACommand() }
        #expect(shown == path)
    }

    @Test func `random words never crash, and parsed words match the declaration`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(seed: seed)
        let vocabulary = [
            "add", "list", "move", "config", "show", "check", "help", "--", "-", "", "=", "--=", "-=",
            "--pages", "--pages=",
            "-n", "-n5", "-ynl", "--lent", "--no-lent", "--no-", "--format", "json", "upper", "-5",
            "--random", "-h",
            "--set", "a=b", "-é", "--\u{1B}[2J", "🧸", "-🧸", "--config=x", "-c", "Ulysses", "\u{0}",
            "--version=",
        ]
        for _ in 0..<20_000 {
            let words = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                vocabulary.randomElement(using: &random) ?? ""
            }
            do {
                guard case .run(let command) = try shelf.parse(words) else { continue }
                if command.path == ["list"] {
                    #expect(command[Shelf.format] != .csv, "seed \(seed): \(words)")
                }
                #expect(command.path != ["config"] && command.path != ["help"], "seed \(seed): \(words)")
            } catch {
                #expect(!error.message.isEmpty && error.usage.hasPrefix("shelf"), "seed \(seed): \(words)")
            }
        }
    }
}
