import Basics
import CommandLineKit
import Testing

@Suite struct ErrorTests {
    @Test(arguments: [
        (
            ["lsit"], CommandLineError.Kind.unknownCommand,
            "shelf: unknown command 'lsit': 'shelf' has no command of that name. Did you mean 'shelf list'?"
        ),
        (
            ["frobnicate"], .unknownCommand,
            "shelf: unknown command 'frobnicate': 'shelf' has no command of that name. See 'shelf --help'."
        ),
        (
            ["config", "shwo"], .unknownCommand,
            "shelf: unknown command 'shwo': 'shelf config' has no command of that name. Did you mean 'shelf config show'?"
        ),
        (
            ["help", "ad"], .unknownCommand,
            "shelf: unknown command 'ad': 'shelf' has no command of that name. Did you mean 'shelf help add'?"
        ),
        (
            ["config"], .missingCommand,
            "shelf: no command after 'shelf config': it does nothing by itself. Name one of show, check."
        ),
        (
            ["add", "--page", "3"], .unknownOption,
            "shelf: unknown option '--page': 'shelf add' has no such option. Did you mean '--pages'?"
        ),
        (
            ["add", "--no-lentt"], .unknownOption,
            "shelf: unknown option '--no-lentt': 'shelf add' has no such option. Did you mean '--no-lent'?"
        ),
        (
            ["add", "-yx"], .unknownOption,
            "shelf: unknown option '-x': 'shelf add' has no such option. See 'shelf add --help'."
        ),
        (
            ["--pages", "3", "add"], .unknownOption,
            "shelf: unknown option '--pages': 'shelf' has no such option. It is an option of 'shelf add': "
                + "write it after the command."
        ),
        (
            ["add", "--pages"], .missingValue,
            "shelf: option '--pages' has no value: it needs one. Write '--pages=N', also for a value that begins "
                + "with a dash."
        ),
        (
            ["add", "--pages", "--yes"], .missingValue,
            "shelf: option '--pages' has no value: it needs one. Write '--pages=N', also for a value that begins "
                + "with a dash."
        ),
        (
            ["add", "-n", "-y"], .missingValue,
            "shelf: option '-n' has no value: it needs one. Write '-n N'."
        ),
        (
            ["add", "--yes=1"], .unexpectedValue,
            "shelf: value '1' for '--yes': it is a flag and takes none. Write '--yes' alone."
        ),
        (
            ["add", "-y=1"], .unexpectedValue,
            "shelf: value '1' for '-y': it is a flag and takes none. Write '-y' alone."
        ),
        (
            ["list", "--format", "jsno"], .invalidValue,
            "shelf: value 'jsno' for '--format': it must be one of table, json, csv. Did you mean 'json'?"
        ),
        (
            ["list", "--as", "xml"], .invalidValue,
            "shelf: value 'xml' for '--as': it must be one of lines, cards, or a text such as '{title}'. "
                + "Choose one of them."
        ),
        (
            ["rm", "a"], .unknownCommand,
            "shelf: unknown command 'rm': 'shelf' has no command of that name. Did you mean 'shelf move BOOK upper'?"
        ),
        (
            ["list", "--limit", "101"], .invalidValue,
            "shelf: value '101' for '--limit': it takes a whole number from 1 to 100. Write one in digits."
        ),
        (
            ["list", "--limit=x"], .invalidValue,
            "shelf: value 'x' for '--limit': it takes a whole number from 1 to 100. Write one in digits."
        ),
        (
            ["move", "a", "middle"], .invalidValue,
            "shelf: value 'middle' for 'SHELF': it must be one of upper, lower. Choose one of them."
        ),
        (
            ["add", "War", "and", "Peace"], .unexpectedArgument,
            "shelf: argument 'and' is one too many: 'shelf add' takes TITLE. If it belongs to the one before, "
                + "put quotes around both."
        ),
        (
            ["list", "all"], .unexpectedArgument,
            "shelf: argument 'all' is one too many: 'shelf list' takes none. Leave it out."
        ),
        (
            ["move", "upper"], .missingArgument,
            "shelf: no SHELF given: 'shelf move' needs it. Write 'shelf move [OPTION...] BOOK... SHELF'."
        ),
    ])
    func `an error says what failed, why, and what to do next`(
        words: [String], kind: CommandLineError.Kind, message: String
    ) throws {
        let error = try #require(throws: CommandLineError.self) { _ = try shelf.parse(words) }
        #expect(error.kind == kind)
        #expect(error.description == message)
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
    func `mistyped names find the ones that were meant`(name: String, expected: [String]) {
        let names = ["list", "favorite", "unfavorite", "remove", "move", "history"]
        #expect(nearest(to: name, in: names) == expected)
    }

    @Test func `the nearest come first, and no more than three`() {
        #expect(
            nearest(to: "name", in: ["names", "game", "same", "name", "fame"]) == ["name", "names", "game"])
        #expect(nearest(to: String(repeating: "a", count: 100_000), in: ["a", "aa"]).isEmpty)
    }
}
