import Foundation
import Testing

/// Runs the program with its plugins and its name.
@Suite struct ProgramTests {
    private struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    private let home = URL.temporaryDirectory.appending(path: "shelf-\(UUID())")

    private func run(_ words: String...) throws -> Outcome { try run(words) }

    private func run(_ words: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
            .deletingLastPathComponent().appending(path: "shelf")
        process.arguments = words
        process.environment = ["HOME": home.path()]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let bytes = [output, errors].map { $0.fileHandleForReading.readDataToEndOfFile() }
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: bytes[0], as: UTF8.self),
            errors: String(decoding: bytes[1], as: UTF8.self))
    }

    @Test func `without arguments, the program's front end shows its store in its sections`() throws {
        let outcome = try run()
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output == """
                Paid with twenties (1)
                - Thing 2 60
                Needs change (2)
                - Thing 1 30
                - Thing 3 90

                """)
    }

    @Test func `global options work before and after a command`() throws {
        #expect(
            try run("--set", "store.thing=Vase", "plain", "--bullet", "*").output.contains("* Vase 2 60\n"))
        #expect(try run("list", "--set", "store.thing=Vase", "--count").output == "3\n")
        #expect(try run("--store", "memory:", "list", "--count").output == "0\n")
        #expect(try run("list", "--config", "missing.json").status == 78)
    }

    @Test func `help, version and completions use the program's name`() throws {
        let help = try run("--help")
        #expect(help.status == 0 && help.output.hasPrefix("Usage: shelf [OPTION...] [COMMAND]"))
        #expect(help.output.contains("shelf undo") && help.output.contains("plain"))
        #expect(!help.output.contains("loot"))
        #expect(try run("add", "--help").output.contains("shelf add Lamp"))
        #expect(try run("--version").output == "shelf 0.1\n")
        #expect(try run("completions", "bash").output.contains("complete -F _shelf_complete 'shelf'"))
        #expect(try run("__complete", "show", "thing 2").output.hasPrefix("Thing 2\t"))
        #expect(try run("__complete", "--store", "sh").output.hasPrefix("shelf:\t"))
    }

    @Test func `the program's action is a command with dry run, undo and completions`() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let list = ["--store", "json:\(home.path())/items.json"]
        _ = try run(list + ["add", "Lamp"])
        #expect(try run("archive", "--help").output.contains("--box small|large"))
        #expect(try run("__complete", "archive", "--box", "l").output.hasPrefix("large"))
        let archive = list + ["archive", "#1", "--reason", "Broken"]
        #expect(try run(archive).status == 65)
        let trial = try run(archive + ["--box", "large", "--dry-run"])
        #expect(trial.status == 0 && trial.output.contains("Archive"))
        #expect(try run(list + ["list", "--where", "location = Archive", "--count"]).output == "0\n")
        let done = try run(archive + ["--box", "large"])
        #expect(done.output == "Archived “Lamp”.\n")
        #expect(try run(list + ["list", "--where", "custom.box = large", "--count"]).output == "1\n")
        #expect(try run(list + ["undo"]).status == 0)
        #expect(try run(list + ["list", "--where", "location = Archive", "--count"]).output == "0\n")
    }

    @Test func `an error has the program's name, a reason and an exit status`() throws {
        let misspelled = try run("list", "--limitt", "3")
        #expect(misspelled.status == 64 && misspelled.output.isEmpty)
        #expect(
            misspelled.errors
                == "shelf: “--limitt” isn't an option of “shelf list”. Did you mean “--limit”?\n"
        )
        let unfilled = try run("--set", "store.thing=", "list")
        #expect(unfilled.status == 78)
        #expect(
            unfilled.errors
                == "shelf: Can't fill the shelf. The name of its items is empty. Set store.thing.\n")
        let full = try run("--set", "store.with=full", "add", "Cup")
        #expect(full.status != 0 && full.output.isEmpty)
        #expect(
            full.errors
                == "shelf: Can't add to the shelf. It is full with 3 items. Remove an item: shelf remove ITEM\n"
        )
        #expect(try run("show", "#7").errors.contains("See the positions: shelf list"))
    }
}
