import CLI
import CommandLineKit
import LootCore
import LootPlugins
import LootWiring
import Platform
import ProgramBridge
import Synchronization

/// Programs of a person's own, beside those that come along: plugins in other languages, and commands.
final class OwnPrograms: Sendable {
    let bridge: ProgramBridge
    private let sources: ConfigurationSources
    private let console: any Console
    private let name: String
    private let shown: Shown

    /// Whether what plugins say on standard error is shown as it comes.
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

    /// Whether what plugins say on standard error is shown: nothing may come between screens.
    var isShown: Bool {
        get { shown.value.withLock { $0 } }
        set { shown.value.withLock { $0 = newValue } }
    }

    /// Adds the plugins of programs that are trusted. What can't be added is as if it were not there, and is told.
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
        registry.untrusted = { [bridge] in bridge.untrusted($0) }

        func add(_ register: (inout Registry) throws(LootError) -> Void) {
            do throws(LootError) { try register(&registry) } catch { tell(error) }
        }
    }

    private func tell(_ error: LootError) {
        console.writeError("\(name): \(TextRules.visible(path: error.description))\n")
    }

    /// Gives this process the place of `loot-NAME`, where that is what a word means: it is no command of the program, only
    /// options of the whole program stand before it, and there is such a program on the path. It finds in its environment
    /// what those options say of the configuration, and so does each program of this name that it starts.
    ///
    /// - Returns: nil where the words are this program's; a status where the other one can't be started.
    func become(_ words: [String], of program: LootProgram) -> ExitStatus? {
        if words.first == "__complete" { return complete(Array(words.dropFirst()), of: program) }
        guard let (index, path, sources) = command(in: words, of: program) else { return nil }
        var environment = sources.environmentOfPrograms
        environment["LOOT"] = ThisProcess.path ?? name
        let failure = Programs.become(
            path, Array([path] + words[(index + 1)...]),
            environment: environment.map { "\($0.key)=\($0.value)" })
        console.writeError("\(name): can't start \(TextRules.visible(path: path)): \(failure.reason)\n")
        return .unavailable
    }

    /// Where such a command stands, its path, and the sources with what the options before it say.
    private func command(
        in words: [String], of program: LootProgram
    ) -> (index: Int, path: String, sources: ConfigurationSources)? {
        guard let index = program.program.firstArgument(of: words), !program.knows(words[index]),
            let path = bridge.command(words[index]),
            case .run(let options) = try? program.parse(Array(words[..<index])),
            options.path.isEmpty, !options[GlobalOptions.version]
        else { return nil }
        var sources = sources
        sources.take(options)
        return (index, path, sources)
    }

    /// Writes what may follow the words of such a command, or which commands the word at hand may become.
    ///
    /// - Returns: nil where the program has more to offer.
    private func complete(_ words: [String], of program: LootProgram) -> ExitStatus? {
        guard let index = program.program.firstArgument(of: words) else { return nil }
        let typed = words.last ?? ""
        if words.count == index + 1 {
            for command in bridge.commands where command.hasPrefix(typed) { console.write("\(command)\t\n") }
            return nil
        }
        guard let (_, _, sources) = command(in: words, of: program) else { return nil }
        let rest = Array(words[(index + 1)...])
        for word in bridge.completions(of: words[index], rest, in: sources.environmentOfPrograms)
        where word.hasPrefix(typed) {
            console.write("\(word)\t\n")
        }
        // A shell that is gone waits for nothing.
        try? console.flush()
        return .success
    }

    /// Writes which commands of a person's own there are.
    func writeHelp() {
        let commands = bridge.commands
        if commands.isEmpty { return }
        let names = commands.map { "  \(TextRules.visible($0))\n" }.joined()
        console.write("\nCommands of your own (\(name)-NAME on the path):\n\(names)")
    }
}

extension ConfigurationSources {
    /// Takes what the options of the whole program say of the configuration.
    mutating func take(_ options: Invocation) {
        configurationFile = options[GlobalOptions.configuration]
        settings = options[GlobalOptions.settings]
        if let language = options[GlobalOptions.language] { settings.append("language=\(language)") }
        storeAddress = options[GlobalOptions.store]
    }
}

extension LootApplication {
    /// Whether a person looks at screens, which nothing else may write between.
    func showsScreens(_ invocation: Invocation) -> Bool {
        guard let word = invocation.path.first else {
            return configuration().contains { $0.path == "frontEnd.use" && $0.value == "\"tui\"" }
        }
        return frontEndCommands.first { $0.command.name == word }?.plugin.name == "tui"
    }
}
