public import CLI
import CommandLineKit
public import LootCore
public import LootWiring
import TerminalText

/// The application: the built-in plugins, wired by a configuration.
public enum LootLogger {
    /// The version of the application and of every module.
    public static let version = "1.0.0"

    /// Runs the program `loot` with the words of this process's command line.
    public static func run() async -> ExitStatus {
        do { return await run(try ProcessArguments.ofThisProcess()) } catch {
            ProcessConsole().writeError("loot: \(error.description.visible())\n")
            return error.exitStatus
        }
    }

    /// Runs the program `loot` with these words of the command line, in this process.
    public static func run(_ words: [String]) async -> ExitStatus {
        let console = ProcessConsole()
        return await run(words, sources: .process(), console: console) { () throws(LootError) in
            try .builtIn(console: console)
        }
    }

    /// Runs an application that can select from the plugins of a registry. Errors are written to the console.
    public static func run(
        _ words: [String], sources: ConfigurationSources, console: any Console,
        registry: () throws(LootError) -> Registry
    ) async -> ExitStatus {
        do {
            let status = try await start(words, sources, console, try registry())
            try console.flush()
            return status
        } catch {
            console.writeError("loot: \(error.description.visible())\n")
            return error.exitStatus
        }
    }

    private static func start(
        _ words: [String], _ sources: ConfigurationSources, _ console: any Console, _ registry: Registry
    ) async throws(LootError) -> ExitStatus {
        let program = LootProgram(frontEnds: registry.commands, plugins: registry.plugins).program
        var sources = sources
        var arguments = words
        do {
            if case .run(let parsed) = try program.parse(words) {
                if parsed.flag("version") ?? false {
                    console.write("loot \(version)\n")
                    return .success
                }
                sources.configurationFile = parsed.value(of: "config")
                sources.settings = parsed.values(of: "set")
                sources.storeAddress = parsed.value(of: "store")
                // Without a command only global options were given, and the configured front end starts.
                if parsed.path.isEmpty { arguments = [] }
            }
        } catch { throw error.lootError }
        let application = Application(
            registry: registry, defaults: .init(store: "json", sections: "none", frontEnd: "cli"),
            sources: sources,
            arguments: arguments)
        let status: ExitStatus
        do { status = try await application.run() } catch {
            // What went wrong first is what is told; that the store could not be closed either adds nothing.
            try? await application.close()
            throw error
        }
        do { try await application.close() } catch {
            throw status == .success ? error.followed(by: "Before that the command was done") : error
        }
        return status
    }
}
