import LootCore
import Platform
import Synchronization

/// A program that runs, and the talk with it: requests of this side, answers by their numbers, in any order, and what it
/// tells unasked. One thread at a time reads what it says: one that waits for an answer, or else the connection's own, which
/// also takes care of deadlines and of standard error.
final class Connection: Sendable {
    /// What becomes of a request.
    typealias Outcome = Result<Reply, LootError>

    struct Waiting {
        let deadline: ContinuousClock.Instant
        let method: String
        let finish: @Sendable (Outcome) -> Void
    }

    struct State {
        var next = 1
        var waiting: [Int: Waiting] = [:]
        /// Requests that nothing waits for any more; what is answered to them is not heeded.
        var forgotten: Set<Int> = []
        /// Why nothing can be asked any more.
        var end: LootError?
        var isClosing = false
        /// Whether the host has ended the program's input, which ends the program.
        var isInputEnded = false
        /// Whether the program has ended, with all that it had started.
        var isGone = false
        /// The last lines of standard error.
        var lastLines: [[UInt8]] = []
        var logged = 0
    }

    /// What the program says, as far as it was read.
    struct Output {
        var lines: Lines
        var isOpen = true
    }

    private static let count = Atomic<Int>(0)

    /// Which connection it is: no other one of this process ever has the same number.
    let number = count.add(1, ordering: .relaxed).newValue
    /// What messages call the program.
    let name: String
    let child: ChildProcess
    let limits: Limits
    let log: @Sendable (String) -> Void
    let told: @Sendable (_ method: String) -> Void
    let record: (@Sendable (_ isTheirs: Bool, _ line: [UInt8]) -> Void)?
    let didFail: (@Sendable (LootError) -> Void)?
    let state = Mutex(State())
    /// Held by the thread that reads.
    let output: Mutex<Output>
    /// What the connection's own thread waits for.
    let poller: Poller
    /// Whether the program's input is open; held while something is written.
    private let writing = Mutex(true)
    /// Whether the watcher can be told something.
    private let watching = Mutex(true)
    let isOver = Handoff<Void>()

    /// Starts a program. `log` gets each line of its standard error, made visible, with its name; `told` the method of
    /// each notification, and an empty text each second; `record` each line that is said by either side. `didFail` is
    /// called when the program ends although the host didn't ask it to: a crash, a timeout, or a protocol error.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` where it can't be started.
    init(
        _ path: String, name: String, environment: [String], limits: Limits = Limits(),
        log: @escaping @Sendable (String) -> Void = { _ in },
        told: @escaping @Sendable (_ method: String) -> Void = { _ in },
        record: (@Sendable (_ isTheirs: Bool, _ line: [UInt8]) -> Void)? = nil,
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
                .unavailable, "can't start the plugin “\(name)”",
                because: isScript ? "its first line isn't “#!” and an interpreter" : error.reason,
                next: isScript
                    ? "Begin the file with a line such as #!/usr/bin/env python3"
                    : "Check that it is a program for this machine",
                place: TextRules.visible(path: path))
        }
        do throws(SystemFailure) {
            guard poller.add(child.output, .read, token: 0), poller.add(child.errors, .read, token: 1) else {
                throw SystemFailure.last
            }
            try Threads.start { [self] in listen() }
        } catch {
            child.end()
            throw LootError(.unavailable, "can't start the plugin “\(name)”", because: error.reason)
        }
    }

    /// Starts a program. A file that was written a moment ago may be held for that by a process that is about to become
    /// another one, and can be run as soon as it has.
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

    // MARK: Asking

    /// Asks, and has `finish` called once with what becomes of it.
    ///
    /// - Returns: the number of the request; nil where it was not sent.
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
                            .unsupported, "can't use the plugin “\(name)”",
                            because: "what it would be sent is longer than \(limits.line >> 20) MiB",
                            next: "Do it in smaller parts")))
                return nil
            }
            send(line)
            return number
        }
        return nil
    }

    /// Asks and waits on this thread.
    func answer(to method: String, _ params: [UInt8] = Array("{}".utf8), within limit: Duration? = nil)
        throws(LootError) -> Reply
    {
        try outcome { place in
            ask(method, params, within: limit ?? limits.answer) { place.give($0) }
        }.get()
    }

    /// Asks. A task that is canceled waits no longer, and the program is told.
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

    /// Waits for an answer no longer.
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
                LootError(.cancelled, "can't use the plugin “\(name)”", because: "the request was canceled")))
    }

    private func tellCancelled(_ number: Int) {
        send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":\(number)}}".utf8))
    }

    /// Sends a line that was made before, for a replay.
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
        record?(false, line)
        writing.withLock { isOpen in
            // A program that is gone has closed its end; the thread that listens tells.
            if isOpen { try? Files.write(line + [0x0A], to: child.input) }
        }
    }

    // MARK: The end

    /// Whether it can be asked.
    var isOpen: Bool { state.withLock { $0.end == nil } }

    /// Asks it to end, and sees to it that it does. Waits no longer than for the answer.
    func close() async {
        let isFirst = state.withLock { state in
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return }
        _ = try? await reply(to: "close", within: limits.close)
        end(
            LootError(.closed, "can't use the plugin “\(name)”", because: "it was closed"), kills: false,
            isAsked: true)
    }

    /// Ends it at once, with all that it has started, and waits until it is gone.
    func kill() {
        end(
            LootError(.unavailable, "can't use the plugin “\(name)”", because: "it was ended"), kills: true,
            isAsked: true)
        isOver.take()
    }

    /// Ends the program, and fails all waiting requests with an error. `isAsked` says that the host wants it to end.
    func end(_ error: LootError, kills: Bool, isAsked: Bool = false) {
        let (waiting, isFirst) = state.withLock { state in
            let isFirst = state.end == nil
            if isFirst { state.end = error }
            if isFirst, !isAsked, !state.isClosing, !state.isInputEnded { didFail?(error) }
            defer { state.waiting = [:] }
            return (state.waiting.values, isFirst)
        }
        if kills { killProgram() } else if isFirst { letGo() }
        for waiting in waiting { waiting.finish(.failure(error)) }
    }

    /// Tells something that needs no answer.
    func tell(_ method: String) {
        send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":{}}".utf8))
    }

    /// Ends the program's input, and nothing else.
    func endInput() {
        state.withLock { $0.isInputEnded = true }
        writing.withLock { isOpen in
            if isOpen { Files.close(child.input) }
            isOpen = false
        }
    }

    /// Waits until the program is gone.
    ///
    /// - Returns: whether that comes within a time.
    func ends(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if state.withLock({ $0.isGone }) { return true }
            Threads.pause(milliseconds: 5)
        }
        return state.withLock { $0.isGone }
    }

    func killProgram() { watching.withLock { if $0 { child.kill() } } }

    /// Ends the program's input; what follows is the watcher's.
    func letGo() {
        endInput()
        watching.withLock { isOpen in
            if isOpen { child.end() }
            isOpen = false
        }
    }
}
