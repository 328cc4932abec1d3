public import CommandLineKit
public import LootCore

/// The command line front end: reads the host's arguments, runs one command, writes its result.
public final class CLIFrontEnd: FrontEnd {
    private let configuration: CLIConfiguration
    private let host: any Host
    private let makeConsole: @Sendable () -> any Console

    /// A front end on these streams.
    public init(
        _ configuration: CLIConfiguration, host: any Host,
        console: @autoclosure @escaping @Sendable () -> any Console
    ) {
        self.configuration = configuration
        self.host = host
        makeConsole = console
    }

    /// Runs the command that the arguments name; without one, lists.
    public func run() async throws(LootError) -> ExitStatus {
        let console = makeConsole()
        defer { (console as? ProcessConsole)?.flush() }
        let program = LootProgram(host)
        let request: Program.Request
        do { request = try program.program.parse(host.arguments) } catch { throw error.lootError }
        switch request {
        case .help(let path):
            console.write(program.program.help(for: path, width: min(console.width ?? 80, 100)))
            return .success
        case .run(let parsed):
            let context = CommandContext(
                parsed: parsed, program: program, host: host, console: console, configuration: configuration)
            let status = try await program.run(context)
            (console as? ProcessConsole)?.flush()
            if let failure = (console as? ProcessConsole)?.failure { throw LootError.output(failure) }
            return status
        }
    }
}

extension CommandLineError {
    /// The same, as every other error of the application reads.
    public var lootError: LootError {
        LootError(.usage, problem, because: reason, next: advice)
    }
}

extension LootError {
    fileprivate static func output(_ number: Int32) -> LootError {
        LootError(
            number == 28 ? .noSpace : .inputOutput, "can't write the output",
            because: number == 28 ? "there is no space left" : "the system reports error \(number)")
    }
}
