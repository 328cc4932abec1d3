package import CLI
import CommandLineKit
public import LootCore
package import LootPlugins
public import LootWiring
import Platform
import ProgramBridge
import Synchronization
import TerminalText

/// The application: the built-in plugins and any others, combined according to a configuration.
public enum Loot {
    /// The version of the application and all its modules: the Git tag and commit from which they were built, such as
    /// `1.0.0+570eb358a1b2`, or `development`.
    public static let version = ThisProcess.version

    /// The default selection: the store `items.json` without sections, on the command line.
    public static let defaults = LootApplication.Defaults(store: "json", sections: "none", frontEnd: "cli")

    /// Runs the program with this process's command-line arguments, and ends the process with the resulting status.
    /// Errors are written to standard error.
    ///
    /// - Parameters:
    ///   - name: The program's name in help, errors and completions.
    ///   - version: The version that `--version` prints after the name.
    ///   - defaults: The default selection. Missing parts default to those of ``defaults``.
    ///   - plugins: Plugins in addition to the built-in ones.
    public static func run(
        name: String = "loot", version: String = version, defaults: LootApplication.Defaults = defaults,
        adding plugins: @autoclosure () throws(LootError) -> Registry = Registry()
    ) async -> Never {
        let console = ProcessConsole()
        let status: ExitStatus
        do {
            let words = try ProcessArguments.ofThisProcess()
            status = await run(
                words, name: name, version: version, defaults: defaults.completed(by: Loot.defaults),
                sources: .process(), console: console,
                registry: try .builtIn(name: name, console: console).with(plugins()))
        } catch {
            console.writeError("\(name): \(error.description.visible())\n")
            status = error.exitStatus
        }
        ThisProcess.exit(status.rawValue)
    }

    /// Runs a program with the plugins of a registry and the given command-line arguments. Errors are written to the
    /// console.
    package static func run(
        _ words: [String], name: String = "loot", version: String = version,
        defaults: LootApplication.Defaults = defaults, sources: ConfigurationSources, console: any Console,
        registry: @autoclosure () throws(LootError) -> Registry
    ) async -> ExitStatus {
        do throws(LootError) {
            var registry = try registry()
            let programs = OwnPrograms(sources, console, name: name, besides: registry.plugins)
            programs.register(in: &registry)
            let program = LootProgram(
                name: name, frontEnds: registry.commands, plugins: registry.plugins, actions: registry.actions
            )
            do throws(LootError) {
                if let status = programs.become(words, of: program) { return status }
                let status = try await run(
                    words, version, defaults, sources, console, &registry, program, programs)
                try console.flush()
                return status
            } catch {
                inLanguage(of: words, program, defaults, sources, registry) {
                    program.write(error, to: console)
                }
                return error.exitStatus
            }
        } catch {
            console.writeError("\(name): \(error.description.visible())\n")
            return error.exitStatus
        }
    }

    private static func run(
        _ words: [String], _ version: String, _ defaults: LootApplication.Defaults,
        _ sources: ConfigurationSources, _ console: any Console, _ registry: inout Registry,
        _ program: LootProgram, _ programs: OwnPrograms
    ) async throws(LootError) -> ExitStatus {
        let request = try await Loot.request(words, defaults, sources, registry, program)
        let invocation: Invocation
        // Without a command, only global options were given, and the configured front end starts.
        var namesNothing = false
        switch request {
        case .help(let path):
            inLanguage(of: words, program, defaults, sources, registry) {
                program.writeHelp(for: path, to: console)
                if path.isEmpty { programs.writeHelp() }
            }
            return .success
        case .manual(let path):
            inLanguage(of: words, program, defaults, sources, registry) {
                program.writeManual(for: path, version: version, to: console)
            }
            return .success
        case .run(let given) where given[GlobalOptions.version]:
            console.write("\(program.name) \(version)\n")
            return .success
        case .run(let given):
            invocation = given
            namesNothing = given.path.isEmpty
        case .complete(let completion): invocation = completion.invocation
        }
        var sources = sources
        sources.take(invocation)
        let commandLine = FrontEndPlugin.cli((request, of: program), on: console)
        registry.replace(commandLine)
        let application = LootApplication(
            registry: registry, defaults: defaults, sources: sources, programs: programs.bridge)
        programs.isShown = !application.showsScreens(invocation)
        return try await run(application, namesNothing ? nil : commandLine)
    }

    /// Writes help or an error in the language of the person who typed a command line. It reads the configuration
    /// again.
    private static func inLanguage(
        of words: [String], _ program: LootProgram, _ defaults: LootApplication.Defaults,
        _ sources: ConfigurationSources, _ registry: Registry, _ write: () -> Void
    ) {
        var sources = sources
        sources.take(program.program.known(in: words))
        let application = LootApplication(registry: registry, defaults: defaults, sources: sources)
        Language.$named.withValue(application.language, operation: write)
    }

    /// Parses command-line arguments. A word that isn't a command may be an alias.
    private static func request(
        _ words: [String], _ defaults: LootApplication.Defaults, _ sources: ConfigurationSources,
        _ registry: Registry, _ program: LootProgram
    ) async throws(LootError) -> Program.Request {
        do throws(LootError) {
            let request = try program.parse(words)
            guard case .complete = request, let command = words.first,
                let line = try? Aliases.expanded(
                    Array(words.dropFirst()), program, defaults, sources, registry)
            else { return request }
            return try program.parse([command] + line.words)
        } catch {
            guard let line = try Aliases.expanded(words, program, defaults, sources, registry) else {
                let words = await DeclaredOptions.replaced(words, program, defaults, sources, registry)
                if let words, let request = try? program.parse(words) { return request }
                throw error
            }
            do { return try program.parse(line.words) } catch {
                throw error.followed(
                    by: "“\(TextRules.visible(line.name))” is an alias in the configuration.")
            }
        }
    }

    private static func run(
        _ application: LootApplication, _ frontEnd: FrontEndPlugin?
    ) async throws(LootError) -> ExitStatus {
        let status: ExitStatus
        do {
            status =
                if let frontEnd { try await application.run(frontEnd) } else { try await application.run() }
        } catch {
            // Report only the first error, even if closing the store fails, too.
            try? await application.close()
            throw error
        }
        do { try await application.close() } catch {
            throw status == .success && error.afterword.isEmpty
                ? error.followed(by: "The command was completed before this error.") : error
        }
        return status
    }
}
