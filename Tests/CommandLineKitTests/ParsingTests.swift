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
    func `a value is found however it is written`(words: [String], pages: String) throws {
        guard case .run(let command) = try shelf.parse(words) else { throw NotACommand() }
        #expect(command.path == ["add"])
        #expect(command.value(of: "pages") == pages)
        #expect(command.argument("TITLE") == "Ulysses")
    }

    @Test func `flags are on, off, or not given`() throws {
        #expect(try run("add", "--lent").flag("lent") == true)
        #expect(try run("add", "-yl").flag("lent") == true)
        #expect(try run("add", "--away").flag("lent") == true)
        #expect(try run("add", "--no-lent").flag("lent") == false)
        #expect(try run("add", "--no-away").flag("lent") == false)
        #expect(try run("add").flag("lent") == nil)
        #expect(try run("add", "--debug").contains("debug"))
    }

    @Test func `global options stand before and after the command`() throws {
        let command = try run("--set", "a=1", "-c", "x.json", "config", "--set=b=2", "show", "--set", "c=3")
        #expect(command.path == ["config", "show"])
        #expect(command.values(of: "set") == ["a=1", "b=2", "c=3"])
        #expect(command.value(of: "config") == "x.json")
        #expect(command.options.map(\.name) == ["set", "config", "set", "set"])
    }

    @Test func `without a command the program itself is meant`() throws {
        let command = try run("--version")
        #expect(command.path.isEmpty)
        #expect(command.flag("version") == true)
    }

    @Test func `after two dashes everything is an argument`() throws {
        #expect(try run("add", "--", "--lent").argument("TITLE") == "--lent")
        #expect(try run("move", "a", "--", "-l", "--", "upper").arguments["BOOK"] == ["a", "-l", "--"])
    }

    @Test func `negative numbers and a single dash are arguments`() throws {
        #expect(try run("add", "-5").argument("TITLE") == "-5")
        #expect(try run("add", "-").argument("TITLE") == "-")
    }

    @Test func `a repeated argument leaves what the others need`() throws {
        let command = try run("move", "a", "b", "c", "upper")
        #expect(command.arguments == ["BOOK": ["a", "b", "c"], "SHELF": ["upper"]])
    }

    @Test func `an optional value is the next word unless that is an option`() throws {
        #expect(try run("add", "--random", "5").value(of: "random") == "5")
        #expect(try run("add", "--random=5").value(of: "random") == "5")
        let command = try run("add", "--random", "--yes")
        #expect(command.contains("random") && command.value(of: "random") == nil)
    }

    @Test func `what isn't there is nil or empty`() throws {
        let command = try run("list")
        #expect(command.value(of: "format") == nil)
        #expect(command.values(of: "format").isEmpty)
        #expect(command.argument("TITLE") == nil)
        #expect(!command.contains("nonsense"))
    }

    @Test(arguments: [
        (["--help"], []), (["-h"], []), (["help"], []), (["help", "add"], ["add"]),
        (["add", "--help"], ["add"]),
        (["config", "-h"], ["config"]), (["help", "config", "show"], ["config", "show"]),
        (["move", "--help"], ["move"]), (["add", "--nonsense", "--help"], ["add"]),
        (["add", "--help", "--nonsense"], ["add"]),
        (["list", "--format", "xml", "-h", "-h"], ["list"]), (["help", "__complete"], ["__complete"]),
    ])
    func `help is shown whenever it is asked for`(words: [String], path: [String]) throws {
        guard case .help(let shown) = try shelf.parse(words) else { throw NotACommand() }
        #expect(shown == path)
    }

    @Test func `random words never crash, and what is understood obeys the declaration`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix(state: seed)
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
                let formats = command.values(of: "format")
                #expect(formats.count <= 1 && formats.allSatisfy { $0 == "json" }, "seed \(seed): \(words)")
                #expect(command.path != ["config"] && command.path != ["help"], "seed \(seed): \(words)")
            } catch {
                #expect(!error.problem.isEmpty && error.usage.hasPrefix("shelf"), "seed \(seed): \(words)")
            }
        }
    }
}

/// Random numbers that a printed seed brings back.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
