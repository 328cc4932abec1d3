public import CommandLineKit
public import LootControllers
public import LootCore

/// The command line front end: reads the host's arguments, runs one command, writes its result.
public struct CLIFrontEnd: FrontEnd {
    private let configuration: CLIConfiguration
    private let host: any Host
    private let console: any Console
    private let files: any FileAccess

    /// A front end on these streams and files.
    public init(
        _ configuration: CLIConfiguration, host: any Host, console: any Console,
        files: any FileAccess = SystemFiles()
    ) {
        self.files = files
        self.configuration = configuration
        self.host = host
        self.console = console
    }

    /// Runs the command that the arguments name; without one, lists.
    public func run() async throws(LootError) -> ExitStatus {
        let program = LootProgram(host)
        let request: Program.Request
        do { request = try program.program.parse(host.arguments) } catch { throw error.lootError }
        switch request {
        case .help(let path):
            console.write(program.program.help(for: path, width: min(console.width ?? 80, 100)))
            try console.flush()
            return .success
        case .run(let parsed):
            return try await run(
                CommandContext(
                    parsed: parsed, program: program, host: host, console: console, files: files,
                    configuration: configuration))
        }
    }

    private func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        do {
            var status = try await context.program.run(context)
            context.tellDamage()
            context.tellNotices()
            if context.damage != nil, status == .success { status = .badData }
            context.tellNewList()
            try console.flush()
            return status
        } catch {
            context.tellNotices()
            guard let damage = context.damage, !error.why.contains(damage.why) else {
                throw context.tellingWhatWasDone(error)
            }
            // What could not be found, or done, may be missing only from what can still be read.
            context.tellDamage()
            var error = error
            error.code = .damaged
            throw error
        }
    }
}

extension CommandLineError {
    /// The same, as every other error of the application reads.
    public var lootError: LootError {
        LootError(.usage, problem, because: reason, next: advice)
    }
}
