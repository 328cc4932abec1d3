import CLI
import CommandLineKit
public import LootCore
public import LootWiring
import TerminalText

/// The application: the built-in plugins, wired by a configuration.
public enum LootLogger {
    /// The version of the application and of every module.
    public static let version = "1.0.0"

    /// Runs the program `loot` with these words of the command line. Errors are written to standard error.
    public static func run(_ words: [String]) async -> ExitStatus {
        do {
            return try await run(words, registry: .builtIn())
        } catch {
            ProcessConsole().writeError("loot: \(error.description.visible())\n")
            return error.exitStatus
        }
    }

    /// Runs an application that can select from these plugins.
    public static func run(_ words: [String], registry: Registry) async throws(LootError) -> ExitStatus {
        let program = LootProgram(frontEnds: registry.commands, plugins: registry.plugins).program
        let globals: ParsedCommand?
        do {
            if case .run(let parsed) = try program.parse(words) { globals = parsed } else { globals = nil }
        } catch { throw error.lootError }
        if globals?.flag("version") ?? false {
            let console = ProcessConsole()
            console.write("loot \(version)\n")
            console.flush()
            return .success
        }
        let application = Application(
            registry: registry, defaults: .init(store: "json", frontEnd: "cli"),
            sources: .process(
                configurationFile: globals?.value(of: "config"), settings: globals?.values(of: "set") ?? [],
                storeAddress: globals?.value(of: "store")),
            arguments: globals?.path.isEmpty ?? false ? [] : words)
        let status: ExitStatus
        do { status = try await application.run() } catch {
            try? await application.close()
            throw error
        }
        try await application.close()
        return status
    }
}
