import LootCore
import Platform
import Synchronization

/// A running program and the exchange of messages with it. Answers are matched to requests by number and can arrive
/// in any order.
///
/// One thread at a time reads the output: either a thread that waits for an answer, or the connection's own thread.
/// The latter also enforces deadlines and reads standard error.
final class Connection: Sendable {
    /// The result of a request.
    typealias Outcome = Result<Reply, LootError>

    struct Waiting {
        let deadline: ContinuousClock.Instant
        let method: String
        let finish: @Sendable (Outcome) -> Void
    }

    struct State {
        var next = 1
        var waiting: [Int: Waiting] = [:]
        /// Canceled requests. Their answers are ignored.
        var forgotten: Set<Int> = []
        /// The error that ended the connection, or `nil` while it is open.
        var end: LootError?
        var isClosing = false
        /// Whether the host has closed the program's standard input to end it.
        var isInputEnded = false
        /// Whether the program and all its child processes have ended.
        var isGone = false
        /// The last lines of standard error.
        var lastLines: [[UInt8]] = []
        var logged = 0
    }

    /// The program's standard output.
    struct Output {
        var lines: Lines
        var isOpen = true
    }

    private static let count = Atomic<Int>(0)

    /// The number of the connection, unique within this process.
    let number = count.add(1, ordering: .relaxed).newValue
    /// The name of the program for messages.
    let name: String
    let child: ChildProcess
    let limits: Limits
    let log: @Sendable (String) -> Void
    let told: @Sendable (_ method: String) -> Void
    let record: (@Sendable (Exchange) -> Void)?
    let didFail: (@Sendable (LootError) -> Void)?
    let state = Mutex(State())
    /// The output, whose lock is held by the thread that reads it.
    let output: Mutex<Output>
    /// The poller of the connection's own thread.
    let poller: Poller
    /// Whether the program's standard input is open. Held while writing.
    private let writing = Mutex(true)
    /// Whether the program can still be signaled.
    private let watching = Mutex(true)
    let isOver = Handoff<Void>()

    /// Starts a program.
    ///
    /// `log` receives each line of standard error, with the program's name and without control characters. `told`
    /// receives the method of each notification, and an empty string once a second. `record` receives each line of the
    /// protocol, in both directions, and the end. `didFail` is called when the program ends unexpectedly: after a
    /// crash, a timeout or a protocol error.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if the program can't be started.
    init(
        _ path: String, name: String, environment: [String], limits: Limits = Limits(),
        log: @escaping @Sendable (String) -> Void = { _ in },
        told: @escaping @Sendable (_ method: String) -> Void = { _ in },
        record: (@Sendable (Exchange) -> Void)? = nil,
        didFail: (@Sendable (LootError) -> Void)? = nil
    ) throws(LootError) {
        self.name = name
        self.limits = limits
        self.log = log
        self.told = told
        self.record = record
        self.didFail = didFail
        output = Mutex(Output(lines: Lines(limit: limits.line)))
        Signals.ignoreBrokenPipes()
        do throws(SystemFailure) {
            poller = try Poller()
            child = try Self.started(path, environment + ["LOOT_PLUGIN=1"])
        } catch {
            let isScript = error == .isNotExecutable
            throw LootError(
                .unavailable, "Can't start the plugin “\(name)”.",
                reason: isScript
                    ? "Its first line isn't “#!” followed by an interpreter." : "\(error.reason).",
                advice: isScript
                    ? "Begin the file with a line such as “#!/usr/bin/env python3”."
                    : "Check that it is a program for this machine.",
                place: TextRules.visible(path: path))
        }
        do throws(SystemFailure) {
            guard poller.add(child.output, .read, token: 0), poller.add(child.errors, .read, token: 1) else {
                throw SystemFailure.last
            }
            try Threads.start { [self] in listen() }
        } catch {
            child.end()
            throw LootError(.unavailable, "Can't start the plugin “\(name)”.", reason: "\(error.reason).")
        }
    }

    /// Starts a program. Retries while the file is busy: another process that was forked while the file was written
    /// can still hold it open until it calls exec.
    private static func started(
        _ path: String, _ environment: [String]
    ) throws(SystemFailure) -> ChildProcess {
        for _ in 0..<20 {
            do throws(SystemFailure) {
                return try ChildProcess(path, environment: environment, folder: "/")
            } catch {
                if error != .isBeingWritten { throw error }
                Threads.pause(milliseconds: 25)
            }
        }
        return try ChildProcess(path, environment: environment, folder: "/")
    }

    // MARK: Requests

    /// Sends a request. `finish` is called once with the outcome.
    ///
    /// - Returns: The number of the request, or `nil` if it wasn't sent.
    @discardableResult
    private func ask(
        _ method: String, _ params: [UInt8], within limit: Duration,
        _ finish: @escaping @Sendable (Outcome) -> Void
    ) -> Int? {
        let number: Result<Int, LootError> = state.withLock { state in
            if let end = state.end { return .failure(end) }
            let number = state.next
            state.next += 1
            state.waiting[number] = Waiting(deadline: .now + limit, method: method, finish: finish)
            return .success(number)
        }
        switch number {
        case .failure(let error): finish(.failure(error))
        case .success(let number):
            var line = Array(
                "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":".utf8)
            line += params
            line.append(UInt8(ascii: "}"))
            if line.count >= limits.line {
                let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
                waiting?.finish(
                    .failure(
                        LootError(
                            .unsupported, "Can't use the plugin “\(name)”.",
                            reason: "The request is larger than \(limits.line >> 20) MiB.",
                            advice: "Process fewer items at a time.")))
                return nil
            }
            send(line)
            return number
        }
        return nil
    }

    /// Sends a request and blocks the current thread until the answer arrives.
    func answer(to method: String, _ params: [UInt8] = Array("{}".utf8), within limit: Duration? = nil)
        throws(LootError) -> Reply
    {
        try outcome { place in
            ask(method, params, within: limit ?? limits.answer) { place.give($0) }
        }.get()
    }

    /// Sends a request and waits for the answer. If the task is canceled, the program is notified.
    func reply(to method: String, _ params: [UInt8] = Array("{}".utf8), within limit: Duration? = nil)
        async throws(LootError) -> Reply
    {
        let number = Mutex<Int?>(nil)
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let sent = ask(method, params, within: limit ?? limits.answer) {
                    continuation.resume(returning: $0)
                }
                number.withLock { $0 = sent }
                if Task.isCancelled { cancel(sent) }
            }
        } onCancel: {
            cancel(number.withLock { $0 })
        }
        return try outcome.get()
    }

    /// Stops waiting for an answer.
    private func cancel(_ number: Int?) {
        guard let number else { return }
        let waiting = state.withLock { state in
            let waiting = state.waiting.removeValue(forKey: number)
            if waiting != nil { state.forgotten.insert(number) }
            return waiting
        }
        guard let waiting else { return }
        tellCancelled(number)
        waiting.finish(
            .failure(
                LootError(
                    .cancelled, "Can't use the plugin “\(name)”.", reason: "The request was canceled.")))
    }

    private func tellCancelled(_ number: Int) {
        send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":\(number)}}".utf8))
    }

    /// Sends a recorded line, for a replay.
    func answer(toLine line: [UInt8], number: Int, method: String) throws(LootError) -> [UInt8] {
        try outcome { place in
            let end = state.withLock { state in
                if let end = state.end { return end as LootError? }
                state.waiting[number] = Waiting(deadline: .now + limits.answer, method: method) {
                    place.give($0)
                }
                state.next = max(state.next, number + 1)
                return nil
            }
            if let end { return place.give(.failure(end)) }
            send(line)
        }.get().bytes
    }

    func send(_ line: [UInt8]) {
        record?(.request(line))
        writing.withLock { isOpen in
            // A write fails if the program has ended. The listening thread detects that.
            if isOpen { try? Files.write(line + [0x0A], to: child.input) }
        }
    }

    // MARK: Closing

    /// Whether the connection accepts requests.
    var isOpen: Bool { state.withLock { $0.end == nil } }

    /// Asks the program to end, waits for its answer, and closes the connection. Doesn't wait for the program
    /// to exit.
    func close() async {
        let isFirst = state.withLock { state in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        _ = try? await reply(to: "close", within: limits.close)
        end(
            LootError(.closed, "Can't use the plugin “\(name)”.", reason: "It was closed."), kills: false,
            isAsked: true)
    }

    /// Kills the program and its child processes, and waits until they are gone.
    func kill() {
        end(
            LootError(.unavailable, "Can't use the plugin “\(name)”.", reason: "It was stopped."),
            kills: true, isAsked: true)
        isOver.take()
    }

    /// Ends the connection and fails all pending requests with the error. `isAsked` is true if the host ended it
    /// intentionally.
    func end(_ error: LootError, kills: Bool, isAsked: Bool = false) {
        let (waiting, isFirst) = state.withLock { state in
            let isFirst = state.end == nil
            if isFirst {
                state.end = error
                record?(.end)
            }
            if isFirst, !isAsked, !state.isClosing, !state.isInputEnded { didFail?(error) }
            defer { state.waiting = [:] }
            return (state.waiting.values, isFirst)
        }
        if kills { killProgram() } else if isFirst { letGo() }
        for waiting in waiting { waiting.finish(.failure(error)) }
    }

    /// Sends a notification.
    func tell(_ method: String) {
        send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":{}}".utf8))
    }

    /// Closes the program's standard input.
    func endInput() {
        state.withLock { $0.isInputEnded = true }
        writing.withLock { isOpen in
            if isOpen { Files.close(child.input) }
            isOpen = false
        }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: Whether it ended within the time limit.
    func ends(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if state.withLock({ $0.isGone }) { return true }
            Threads.pause(milliseconds: 5)
        }
        return state.withLock { $0.isGone }
    }

    func killProgram() { watching.withLock { if $0 { child.kill() } } }

    /// Closes the program's standard input and leaves the rest to the listening thread.
    func letGo() {
        endInput()
        watching.withLock { isOpen in
            if isOpen { child.end() }
            isOpen = false
        }
    }
}
