package import CommandLineKit
package import LootActions
package import LootCore
package import LootPlugins

/// The command-line front end. Runs a single command or prints completions.
package struct CLIFrontEnd: FrontEnd {
    private let configuration: CLIConfiguration
    private let program: LootProgram
    private let request: Program.Request
    private let host: any ProgramHost
    private let console: any Console
    private let files: any FileAccess

    /// Creates a front end for a command line that `program` has parsed, with the given console and files.
    package init(
        _ configuration: CLIConfiguration, for request: Program.Request, of program: LootProgram,
        host: any ProgramHost, console: any Console, files: any FileAccess = SystemFiles()
    ) {
        self.configuration = configuration
        self.program = program
        self.request = request
        self.files = files
        self.host = host
        self.console = console
    }

    /// Runs the request.
    package func run() async throws(LootError) -> ExitStatus {
        switch request {
        case .help(let path): program.writeHelp(for: path, to: console)
        case .manual(let path): program.writeManual(for: path, version: "", to: console)
        case .complete(let completion):
            console.write(completion.text(await CompletionAnswers(completion, host, files).candidates()))
        case .run(let invocation):
            return try await run(
                CommandContext(
                    invocation: invocation.implied ?? invocation, program: program, host: host,
                    console: console, files: files,
                    configuration: configuration))
        }
        try console.flush()
        return .success
    }

    /// Runs a command. If a program reads its output, the output doesn't depend on the person's language.
    private func output(of context: CommandContext) async throws(LootError) -> ExitStatus {
        let result: Result<ExitStatus, LootError> =
            await Language.$isForProgram.withValue(context.isForProgram) {
                do throws(LootError) {
                    let status = try await program.run(context)
                    try context.tellTrial()
                    return .success(status)
                } catch { return .failure(error) }
            }
        return try result.get()
    }

    private func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        do {
            var status = try await output(of: context)
            context.tellDamage()
            context.tellNotices()
            if context.damage != nil, status == .success { status = .badData }
            context.tellNewList()
            try console.flush()
            return status
        } catch {
            context.tellNotices()
            // An error with the same code and place is the damage itself.
            guard let damage = context.damage, (error.code, error.place) != (damage.code, damage.place) else {
                throw context.tellingWhatWasDone(error)
            }
            // The cause of the error may be missing items in a damaged store.
            context.tellDamage()
            var error = error
            error.code = .damaged
            throw error
        }
    }
}
