import CLI
import CommandLineKit
import Foundation
import LootLogger
import LootWiring
import Testing

@Suite struct ExampleTests {
    @Test func `every example in help is accepted by a shell and by the program`() throws {
        let registry = try Registry.builtIn(console: ProcessConsole())
        let program = LootProgram(
            frontEnds: registry.commands, plugins: registry.plugins, actions: registry.actions
        ).program
        let examples = Self.examples(of: program.root)
        #expect(examples.count > 30)
        for example in examples {
            let calls = try Self.calls(example)
            #expect(!calls.isEmpty, "\(example)")
            for words in calls {
                #expect(!words.isEmpty, "\(example)")
                #expect(throws: Never.self, "\(example)") { _ = try program.parse(words) }
            }
        }
    }

    private static func examples(of command: Command) -> [String] {
        command.examples.map(\.line) + command.subcommands.flatMap { examples(of: $0) }
    }

    /// Returns the arguments of each `loot` in a line, as split by a shell. Other programs in the line don't run, and
    /// no files are written.
    private static func calls(_ line: String) throws -> [[String]] {
        let folder = try TemporaryFolder()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c", "loot() { printf '%s\\0' \"$@\" \"$END\" >> words; }\n" + withoutRedirection(line),
        ]
        let end = "\u{1E}"
        shell.environment = ["PATH": "/nonexistent", "HOME": folder.path, "END": end]
        shell.currentDirectoryURL = URL(filePath: folder.path)
        (shell.standardInput, shell.standardOutput, shell.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
        )
        try shell.run()
        shell.waitUntilExit()
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/words"))
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        return words.split(separator: end, omittingEmptySubsequences: false).dropLast().map(Array.init)
    }

    /// Returns a line up to an unquoted `>`.
    private static func withoutRedirection(_ line: String) -> Substring {
        var quote: Character?
        let end = line.firstIndex { character in
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
            return quote == nil && character == ">"
        }
        return line[..<(end ?? line.endIndex)]
    }
}
