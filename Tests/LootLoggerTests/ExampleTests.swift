import CLI
import CommandLineKit
import Foundation
import LootLogger
import LootWiring
import Testing

@Suite struct ExampleTests {
    @Test func `every example in help is taken as it stands, by a shell and by the program`() throws {
        let registry = try Registry.builtIn(console: ProcessConsole())
        let program = LootProgram(frontEnds: registry.commands, plugins: registry.plugins).program
        let examples = Self.examples(of: program.root)
        #expect(examples.count > 30)
        for example in examples {
            let words = try Self.words(example)
            #expect(words.isEmpty == false, "\(example)")
            #expect(throws: Never.self, "\(example)") { _ = try program.parse(words) }
        }
    }

    private static func examples(of command: Command) -> [String] {
        command.examples.map(\.line) + command.subcommands.flatMap { examples(of: $0) }
    }

    /// What a shell hands over to the `loot` of a line. Other programs in it are not run, nor files written.
    private static func words(_ line: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        let line = line.split(separator: " > ")[0]
        shell.arguments = ["-c", "loot() { printf '%s\\0' \"$@\" >> words; }\n" + line]
        shell.environment = ["PATH": "/nonexistent", "HOME": folder.path]
        shell.currentDirectoryURL = URL(filePath: folder.path)
        (shell.standardInput, shell.standardOutput, shell.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
        )
        try shell.run()
        shell.waitUntilExit()
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/words"))
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
