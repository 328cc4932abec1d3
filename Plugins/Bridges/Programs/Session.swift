import LootCore
import Platform
import Synchronization

/// A trusted program as long as it is needed: started when it is asked first, once more when it has crashed, after a
/// rest where it has crashed again, and never when its file is another one than it was.
final class Session: Sendable {
    private struct State {
        var connection: Connection?
        /// When it was started again last, unless it has worked since, and how often that was.
        var restarted: ContinuousClock.Instant?
        var restarts = 0
        var isClosed = false

        /// When it may be started again.
        func next(_ limits: Limits) -> ContinuousClock.Instant? {
            restarted.map { $0 + limits.rest(after: restarts) }
        }
    }

    let program: TrustedProgram
    let bridge: BridgeContext
    private let state = Mutex(State())
    private let told: @Sendable (String) -> Void

    /// A session with a program. `told` gets the method of each notification, and an empty text each second and when it has ended.
    init(
        _ program: TrustedProgram, _ bridge: BridgeContext,
        told: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.program = program
        self.bridge = bridge
        self.told = told
    }

    /// What messages call it.
    var name: String { program.name }
    /// What it may take.
    var limits: Limits { bridge.limits }

    /// The program as it runs; started where it does not.
    ///
    /// - Throws: ``/LootCore/LootError``: `configuration` where the file is not the one that is trusted, `unavailable` where it
    ///   has ended twice.
    func connection() throws(LootError) -> Connection {
        try state.withLock { state throws(LootError) in
            if state.isClosed { throw LootError.storeClosed }
            if let connection = state.connection, connection.isOpen { return connection }
            if state.connection != nil {
                let next = state.next(limits)
                if let next, ContinuousClock.now < next {
                    throw LootError(
                        .unavailable, "can't use the plugin “\(name)”",
                        because: "it has ended again and again",
                        next: "See what it says on standard error, and mend it")
                }
                // One that has lasted as long again as it was left alone begins anew.
                let isFirst = next.map { ContinuousClock.now - $0 > limits.longestRest } ?? true
                state.restarts = isFirst ? 1 : state.restarts + 1
                state.restarted = .now
            }
            try program.requireSame()
            let connection = try bridge.start(program.path, name: name, told: told)
            state.connection = connection
            return connection
        }
    }

    /// Takes note that the program has done what it was started for: it may be started once more if it ends.
    func isWell() { state.withLock { ($0.restarted, $0.restarts) = (nil, 0) } }

    /// How long a program that has ended is still left alone; nil where it runs, or may be started at once.
    var rest: Duration? {
        state.withLock { state in
            guard !state.isClosed, state.connection?.isOpen == false, let next = state.next(limits) else {
                return nil
            }
            return max(.zero, next - ContinuousClock.now)
        }
    }

    /// Ends the program.
    func close() async {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection
        }
        await connection?.close()
    }

    /// Ends the program at once, as a power cut does.
    func kill() {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection
        }
        connection?.kill()
    }
}

/// What all programs are started with.
struct BridgeContext: Sendable {
    /// The lines `NAME=value` that they get of the environment.
    let environment: [String]
    /// What they may take.
    var limits = Limits()
    /// Gets what they say on standard error.
    let log: @Sendable (String) -> Void
    /// Makes what gets what the next program says there, where each has its own.
    var logOfOne: (@Sendable () -> @Sendable (String) -> Void)?
    /// Called when a program ends although the host didn't ask it to: a crash, a timeout, or a protocol error.
    var didFail: (@Sendable (LootError) -> Void)?
    /// Gets each line that is said by either side.
    var record: (@Sendable (_ isTheirs: Bool, _ line: [UInt8]) -> Void)?

    /// The context of an environment. What is meant for this program alone, such as passwords of stores, stays here.
    init(
        _ environment: [String: String], limits: Limits = Limits(), log: @escaping @Sendable (String) -> Void
    ) {
        self.environment = environment.filter { !$0.key.hasPrefix("LOOT_") }.map { "\($0.key)=\($0.value)" }
        self.limits = limits
        self.log = log
    }

    /// Starts a program.
    func start(
        _ path: String, name: String, told: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LootError) -> Connection {
        try Connection(
            path, name: name, environment: environment, limits: limits, log: logOfOne?() ?? log, told: told,
            record: record, didFail: didFail)
    }
}
