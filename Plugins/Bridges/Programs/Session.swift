import LootCore
import Platform
import Synchronization

/// A connection to a trusted program that is started on demand.
///
/// If the program crashes, it is restarted once. After further crashes, it is restarted only after a delay. It isn't
/// started if its file has changed since it was trusted.
final class Session: Sendable {
    private struct State {
        var connection: Connection?
        /// The time of the last restart and the number of restarts since the program last worked.
        var restarted: ContinuousClock.Instant?
        var restarts = 0
        var isClosed = false

        /// Returns the earliest time of the next restart.
        func next(_ limits: Limits) -> ContinuousClock.Instant? {
            restarted.map { $0 + limits.rest(after: restarts) }
        }
    }

    let program: TrustedProgram
    let bridge: BridgeContext
    private let state = Mutex(State())
    private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)

    init(_ program: TrustedProgram, _ bridge: BridgeContext) {
        self.program = program
        self.bridge = bridge
    }

    /// Sets the receiver of notifications. It receives the method of each notification, and an empty string once a
    /// second and when the program ends.
    func listen(_ listener: (@Sendable (String) -> Void)?) { self.listener.withLock { $0 = listener } }

    /// The name for messages.
    var name: String { program.name }
    /// The time and size limits.
    var limits: Limits { bridge.limits }

    /// Returns the connection to the running program. Starts the program if necessary.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the file isn't the trusted one, or
    ///   `unavailable` if the program keeps exiting.
    func connection() throws(LootError) -> Connection {
        try state.withLock { state throws(LootError) in
            if state.isClosed { throw LootError.storeClosed }
            if let connection = state.connection, connection.isOpen { return connection }
            if state.connection != nil {
                let next = state.next(limits)
                if let next, ContinuousClock.now < next {
                    throw LootError(
                        .unavailable, "Can't use the plugin “\(name)”.",
                        reason: "It keeps exiting unexpectedly.",
                        advice: "Check its standard error output, and fix the plugin.")
                }
                // If a program ran longer than the longest delay, its restart count starts over.
                let isFirst = next.map { ContinuousClock.now - $0 > limits.longestRest } ?? true
                state.restarts = isFirst ? 1 : state.restarts + 1
                state.restarted = .now
            }
            try program.requireSame()
            let connection = try bridge.start(program.path, name: name) { [weak self] method in
                self?.listener.withLock { $0 }?(method)
            }
            state.connection = connection
            return connection
        }
    }

    /// Resets the number of restarts after the program has worked successfully.
    func isWell() { state.withLock { ($0.restarted, $0.restarts) = (nil, 0) } }

    /// The remaining delay before the program can be restarted, or `nil` if it is running or can be started now.
    var rest: Duration? {
        state.withLock { state in
            guard !state.isClosed, state.connection?.isOpen == false, let next = state.next(limits) else {
                return nil
            }
            return max(.zero, next - ContinuousClock.now)
        }
    }

    /// Closes the session and ends the program.
    func close() async {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection
        }
        await connection?.close()
    }

    /// Kills the program to simulate a power failure.
    func kill() {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.connection
        }
        connection?.kill()
    }
}

/// The environment, limits and callbacks that all programs share.
struct BridgeContext: Sendable {
    /// The environment variables passed to programs, as `NAME=value`.
    let environment: [String]
    /// The time and size limits.
    var limits = Limits()
    /// Receives each line that programs write to standard error.
    let log: @Sendable (String) -> Void
    /// Creates a separate `log` for each process. If `nil`, all processes share `log`.
    var logOfOne: (@Sendable () -> @Sendable (String) -> Void)?
    /// Called when a program ends although the host didn't ask it to: a crash, a timeout, or a protocol error.
    var didFail: (@Sendable (LootError) -> Void)?
    /// Returns the receiver of the messages of a new connection, if set.
    var record: (@Sendable () -> @Sendable (Exchange) -> Void)?

    /// Creates a context for an environment. Variables that start with `LOOT_`, such as passwords of stores, aren't
    /// passed to programs.
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
            record: record?(), didFail: didFail)
    }
}
