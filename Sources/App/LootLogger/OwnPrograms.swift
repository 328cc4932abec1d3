import CLI
import CommandLineKit
import LootCore
import LootPlugins
import LootWiring
import Platform
import ProgramBridge
import Synchronization

/// The user's programs: plugins in other languages, and custom commands.
final class OwnPrograms: Sendable {
    let bridge: ProgramBridge
    private let sources: ConfigurationSources
    private let console: any Console
    private let name: String
    private let shown: Shown

    /// Whether the standard error output of plugins is shown.
    private final class Shown: Sendable {
        let value = Mutex(true)
    }

    init(
        _ sources: ConfigurationSources, _ console: any Console, name: String,
        besides plugins: [PluginDescriptor]
    ) {
        self.sources = sources
        self.console = console
        self.name = name
        let shown = Shown()
        self.shown = shown
        bridge = ProgramBridge(
            environment: sources.environment, home: sources.homeDirectory, besides: plugins
        ) { line in
            if shown.value.withLock({ $0 }) { console.writeError("\(name): \(line)\n") }
        }
    }

    /// Whether the plugins' standard error output is shown. It would disturb a full-screen front end.
    var isShown: Bool {
        get { shown.value.withLock { $0 } }
        set { shown.value.withLock { $0 = newValue } }
    }

    /// Registers the plugins of trusted programs. Reports plugins that can't be registered and ignores them.
    func register(in registry: inout Registry) {
        if let problem = bridge.problem { tell(problem) }
        for plugin in bridge.stores { add { (registry) throws(LootError) in try registry.register(plugin) } }
        for plugin in bridge.sectionings {
            add { (registry) throws(LootError) in try registry.register(plugin) }
        }
        for plugin in bridge.importers {
            add { (registry) throws(LootError) in try registry.register(plugin) }
        }
        for plugin in bridge.exporters {
            add { (registry) throws(LootError) in try registry.register(plugin) }
        }
        for plugin in bridge.hooks { add { (registry) throws(LootError) in try registry.register(plugin) } }
        for action in bridge.actions {
            add { (registry) throws(LootError) in try registry.register(action) }
        }
        registry.untrusted = { [bridge] in bridge.untrusted($0) }

        func add(_ register: (inout Registry) throws(LootError) -> Void) {
            do throws(LootError) { try register(&registry) } catch { tell(error) }
        }
    }

    private func tell(_ error: LootError) {
        console.writeError("\(name): \(TextRules.visible(path: error.description))\n")
    }

    /// Replaces this process with `loot-NAME` (exec) if the word NAME isn't a command of this program, only global
    /// options precede it, and the path contains such a program. The environment of that program, and of any `loot`
    /// that it starts, includes the configuration from these options.
    ///
    /// - Returns: `nil` if the words aren't such a command, or a status if the program can't be started.
    func become(_ words: [String], of program: LootProgram) -> ExitStatus? {
        if words.first == "__complete" { return complete(Array(words.dropFirst()), of: program) }
        guard let command = command(in: words, of: program) else { return nil }
        var environment = command.sources.environmentOfPrograms
        environment["LOOT"] = ThisProcess.path ?? name
        let failure = Programs.become(
            command.path, Array([command.path] + words[(command.index + 1)...]),
            environment: environment.map { "\($0.key)=\($0.value)" })
        let place = TextRules.visible(path: command.path)
        tell(LootError(.unavailable, "Can't start \(place).", reason: "\(failure.reason)."))
        return .unavailable
    }

    /// Returns the custom command in the words of a command line, and the configuration sources including the
    /// options before it.
    private func command(
        in words: [String], of program: LootProgram
    ) -> FoundCommand? {
        guard let index = program.program.firstArgument(of: words), !program.knows(words[index]),
            let path = bridge.command(words[index]),
            case .run(let options) = try? program.parse(Array(words[..<index])),
            options.path.isEmpty, !options[GlobalOptions.version]
        else { return nil }
        var sources = sources
        sources.take(options)
        return FoundCommand(index: index, path: path, sources: sources)
    }

    /// A custom command in the words of a command line.
    private struct FoundCommand {
        /// The index of the command's name.
        var index: Int
        var path: String
        /// The configuration sources, including the options before the command's name.
        var sources: ConfigurationSources
    }

    /// Writes the completions of a custom command, or the names of custom commands that begin with the typed
    /// text.
    ///
    /// - Returns: `nil` if the program should add its completions.
    private func complete(_ words: [String], of program: LootProgram) -> ExitStatus? {
        guard let index = program.program.firstArgument(of: words) else { return nil }
        let typed = words.last ?? ""
        if words.count == index + 1 {
            for command in bridge.commands where command.hasPrefix(typed) { console.write("\(command)\t\n") }
            return nil
        }
        guard let command = command(in: words, of: program) else { return nil }
        let rest = Array(words[(index + 1)...])
        for word in bridge.completions(of: words[index], rest, in: command.sources.environmentOfPrograms)
        where word.hasPrefix(typed) {
            console.write("\(word)\t\n")
        }
        // Ignore errors, since the shell may have exited.
        try? console.flush()
        return .success
    }

    /// Writes the list of the user's own commands.
    func writeHelp() {
        let commands = bridge.commands
        if commands.isEmpty { return }
        let names = commands.map { "  \(TextRules.visible($0))\n" }.joined()
        let title = String(localized: "Custom commands (\(name)-NAME in PATH):")
        console.write("\n\(title)\n\(names)")
    }
}

extension ConfigurationSources {
    /// Adds the configuration from the program's global options.
    mutating func take(_ options: Invocation) {
        configurationFile = options[GlobalOptions.configuration]
        settings = options[GlobalOptions.settings]
        if let language = options[GlobalOptions.language] { settings.append("language=\(language)") }
        if let list = options[GlobalOptions.list] { settings.append("list=\(list)") }
        storeAddress = options[GlobalOptions.store]
    }
}

extension LootApplication {
    /// Returns whether the front end uses the full screen, which other output would disturb.
    func showsScreens(_ invocation: Invocation) -> Bool {
        guard let word = invocation.path.first else {
            return configuration().contains { $0.path == "frontEnd.use" && $0.value == "\"tui\"" }
        }
        return frontEndCommands.first { $0.command.name == word }?.plugin.name == "tui"
    }
}
