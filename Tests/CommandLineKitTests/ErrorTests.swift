import Basics
import CommandLineKit
import Testing

@Suite struct ErrorTests {
    @Test(arguments: [
        (["lsit"], "“lsit” isn't a command of “shelf”. Did you mean “shelf list”?"),
        (
            ["frobnicate"],
            "“frobnicate” isn't a command of “shelf”. Run “shelf --help” for help."
        ),
        (["config", "shwo"], "“shwo” isn't a command of “shelf config”. Did you mean “shelf config show”?"),
        (["help", "ad"], "“ad” isn't a command of “shelf”. Did you mean “shelf help add”?"),
        (["rm", "a"], "“rm” isn't a command of “shelf”. Did you mean “shelf move BOOK upper”?"),
        (["config"], "“shelf config” needs a command. Add one of these: show or check."),
        (["add", "--page", "3"], "“--page” isn't an option of “shelf add”. Did you mean “--pages”?"),
        (["add", "--no-lentt"], "“--no-lentt” isn't an option of “shelf add”. Did you mean “--no-lent”?"),
        (
            ["add", "-yx"],
            "“-x” isn't an option of “shelf add”. Run “shelf add --help” for help."
        ),
        (
            ["--pages", "3", "add"],
            "“--pages” isn't an option of “shelf”. It is an option of “shelf add”. Put it after the command."
        ),
        (
            ["add", "--pages", "--yes"],
            "The option “--pages” needs a value. Use “--pages=N”. This also works for a value that begins with a dash."
        ),
        (["add", "-n", "-y"], "The option “-n” needs a value. Use “-n N”."),
        (
            ["add", "--yes=1"],
            "The option “--yes” doesn't take a value, but was given “1”. Use “--yes” without a value."
        ),
        (
            ["list", "--format", "jsno"],
            "“jsno” isn't a valid value for “--format”. Did you mean “json”? Use one of these: table, json, or csv."
        ),
        (
            ["list", "--as", "xml"],
            "“xml” isn't a valid value for “--as”. Use one of lines or cards, or text such as “{title}”."
        ),
        (
            ["list", "--limit", "101"],
            "“101” isn't a valid value for “--limit”. Use a whole number from 1 to 100."
        ),
        (
            ["move", "a", "middle"],
            "“middle” isn't a valid value for “SHELF”. Use one of these: upper or lower."
        ),
        (
            ["add", "War", "and", "Peace"],
            """
            “shelf add” takes only TITLE, and “and” is one argument too many. If it belongs to the previous \
            argument, quote them together.
            """
        ),
        (["list", "all"], "“shelf list” doesn't take arguments, but was given “all”. Leave it out."),
        (["move", "upper"], "“shelf move” needs SHELF. Use “shelf move [OPTION...] BOOK... SHELF”."),
    ])
    func `an error contains the failure, the reason and advice`(words: [String], message: String) throws {
        let error = try #require(throws: CommandLineError.self) { _ = try shelf.parse(words) }
        #expect(error.description == "shelf: \(message)")
    }

    @Test(arguments: [
        (["lsit"], CommandLineError.Kind.unknownCommand), (["config"], .missingCommand),
        (["add", "-yx"], .unknownOption), (["add", "--pages"], .missingValue),
        (["add", "-y=1"], .unexpectedValue),
        (["list", "--format", "jsno"], .invalidValue), (["list", "--limit=x"], .invalidValue),
        (["list", "all"], .unexpectedArgument), (["move", "upper"], .missingArgument),
    ])
    func `an error has a code`(words: [String], kind: CommandLineError.Kind) throws {
        let error = try #require(throws: CommandLineError.self) { _ = try shelf.parse(words) }
        #expect(error.kind == kind)
    }

    @Test func `the parts of an error can be matched`() throws {
        let error = try #require(throws: CommandLineError.self) {
            _ = try shelf.parse(["add", "--pags", "3"])
        }
        #expect(error.token == "--pags")
        #expect(error.suggestions == ["--pages"])
        #expect(error.usage == "shelf add [OPTION...] [TITLE]")
    }

    @Test(arguments: [
        ("lsit", ["list"]), ("LIST", ["list"]), ("lis", ["list"]), ("lists", ["list"]), ("lost", ["list"]),
        ("x", []),
        ("", []), ("fav", ["favorite"]), ("favourite", ["favorite", "unfavorite"]),
        ("unfavourit", ["unfavorite"]),
        ("remvoe", ["remove"]), ("mo", ["move"]), ("zzzzzzzz", []), ("history of everything", []),
    ])
    func `mistyped names suggest the intended ones`(name: String, expected: [String]) {
        let names = ["list", "favorite", "unfavorite", "remove", "move", "history"]
        #expect(nearest(to: name, in: names) == expected)
    }

    @Test func `the nearest three suggestions come first`() {
        #expect(
            nearest(to: "name", in: ["names", "game", "same", "name", "fame"]) == ["name", "names", "game"])
        #expect(nearest(to: String(repeating: "a", count: 100_000), in: ["a", "aa"]).isEmpty)
    }
}
