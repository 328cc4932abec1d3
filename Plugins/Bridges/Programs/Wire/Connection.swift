import LootCore
import LootFormats
import Platform
import Synchronization

/// A program that runs, and the talk with it: requests of this side, answers by their numbers, in any order, and what it
/// tells unasked. One thread reads all that it says.
final class Connection: Sendable {
    /// What becomes of a request.
    typealias Outcome = Result<Reply, LootError>

    private struct Waiting {
        let deadline: ContinuousClock.Instant
        let method: String
        let finish: @Sendable (Outcome) -> Void
    }

    private struct State {
        var next = 1
        var waiting: [Int: Waiting] = [:]
        /// Requests that nothing waits for any more; what is answered to them is not heeded.
        var forgotten: Set<Int> = []
        /// Why nothing can be asked any more.
        var end: LootError?
        var isClosing = false
        /// Whether the program has ended, with all that it had started.
        var isGone = false
        /// The last lines of standard error.
        var lastLines: [String] = []
        var logged = 0
    }

    /// What messages call the program.
    let name: String
    private let child: ChildProcess
    private let limits: Limits
    private let log: @Sendable (String) -> Void
    private let told: @Sendable (_ method: String) -> Void
    private let record: (@Sendable (_ isTheirs: Bool, _ line: [UInt8]) -> Void)?
    private let state = Mutex(State())
    /// Whether the program's input is open; held while something is written.
    private let writing = Mutex(true)
    /// Whether the watcher can be told something.
    private let watching = Mutex(true)
    private let isOver = Handoff<Void>()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - name: What messages call it.
    ///   - environment: What it gets of the environment.
    ///   - log: Gets each line of its standard error, made visible, with its name.
    ///   - told: Gets the method of each notification, and an empty text each second.
    ///   - record: Gets each line that is said by either side.
    init(
        _ path: String, name: String, environment: [String], limits: Limits = Limits(),
        log: @escaping @Sendable (String) -> Void = { _ in },
        told: @escaping @Sendable (_ method: String) -> Void = { _ in },
        record: (@Sendable (_ isTheirs: Bool, _ line: [UInt8]) -> Void)? = nil
    ) throws(LootError) {
        self.name = name
        self.limits = limits
        self.log = log
        self.told = told
        self.record = record
        Signals.ignoreBrokenPipes()
        do throws(SystemFailure) {
            child = try ChildProcess(path, environment: environment + ["LOOT_PLUGIN=1"], folder: "/")
        } catch {
            throw LootError(
                .unavailable, "can't start the plugin “\(name)”", because: error.reason,
                next: "See whether it is a program that can be run", place: TextRules.visible(path: path))
        }
        do throws(SystemFailure) { try Threads.start { [self] in listen() } } catch {
            child.end()
            throw LootError(.unavailable, "can't start the plugin “\(name)”", because: error.reason)
        }
    }

    // MARK: Asking

    /// Asks, and has `finish` called once with what becomes of it.
    ///
    /// - Returns: the number of the request; nil where it was not sent.
    @discardableResult
    private func ask(
        _ method: String, _ params: [UInt8], within limit: Duration, _ finish: @escaping @Sendable (Outcome) -> Void
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
            var line = Array("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":".utf8)
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
        let place = Handoff<Outcome>()
        ask(method, params, within: limit ?? limits.answer) { place.give($0) }
        return try place.take().get()
    }

    /// Asks. A task that is canceled waits no longer, and the program is told.
    func reply(to method: String, _ params: [UInt8] = Array("{}".utf8), within limit: Duration? = nil)
        async throws(LootError) -> Reply
    {
        let number = Mutex<Int?>(nil)
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let sent = ask(method, params, within: limit ?? limits.answer) { continuation.resume(returning: $0) }
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
            .failure(LootError(.cancelled, "can't use the plugin “\(name)”", because: "the request was canceled")))
    }

    private func tellCancelled(_ number: Int) {
        send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":\(number)}}".utf8))
    }

    /// Sends a line that was made before, for a replay.
    func answer(toLine line: [UInt8], number: Int, method: String) throws(LootError) -> [UInt8] {
        let place = Handoff<Outcome>()
        state.withLock { state in
            state.waiting[number] = Waiting(deadline: .now + limits.answer, method: method) { place.give($0) }
            state.next = max(state.next, number + 1)
        }
        send(line)
        return try place.take().get().bytes
    }

    private func send(_ line: [UInt8]) {
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
        end(LootError(.closed, "can't use the plugin “\(name)”", because: "it was closed"), kills: false)
    }

    /// Ends it at once, with all that it has started, and waits until it is gone.
    func kill() {
        end(LootError(.unavailable, "can't use the plugin “\(name)”", because: "it was ended"), kills: true)
        isOver.take()
        isOver.give(())
    }

    /// Sees to it that the program ends; what waits is told why.
    private func end(_ error: LootError, kills: Bool) {
        let (waiting, isFirst) = state.withLock { state in
            let isFirst = state.end == nil
            if isFirst { state.end = error }
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

    private func killProgram() { watching.withLock { if $0 { child.kill() } } }

    /// Ends the program's input; what follows is the watcher's.
    private func letGo() {
        endInput()
        watching.withLock { isOpen in
            if isOpen { child.end() }
            isOpen = false
        }
    }

    // MARK: Listening

    private func listen() {
        var lines = Lines(limit: limits.line)
        var errors = Lines(limit: 1 << 12)
        var (isSpeaking, isLogging) = (true, true)
        guard let poller = try? Poller(), poller.add(child.output, .read, token: 0),
            poller.add(child.errors, .read, token: 1)
        else { return end(breach("the system has no descriptors left"), kills: true) }
        var events: [Poller.Event] = []
        var lastTick = ContinuousClock.now
        while isSpeaking || isLogging {
            poller.wait(milliseconds: pause(), into: &events)
            for event in events {
                let isOutput = event.token == 0
                let file = isOutput ? child.output : child.errors
                let bytes = (try? Files.read(file, atMost: 1 << 18)) ?? []
                if bytes.isEmpty {
                    poller.remove(file)
                    if isOutput { isSpeaking = false } else { isLogging = false }
                } else if isOutput {
                    hear(bytes, &lines)
                } else {
                    for line in errors.take(bytes, cuts: true) { note(line) }
                }
            }
            if !isSpeaking, isLogging, isOpen { killProgram() }
            expire()
            if ContinuousClock.now - lastTick >= .seconds(1) {
                lastTick = .now
                if isOpen { told("") }
            }
        }
        if !errors.rest.isEmpty { note(errors.rest) }
        finish()
    }

    /// The program is gone.
    private func finish() {
        letGo()
        Files.close(child.output)
        Files.close(child.errors)
        let status = child.status(waits: true) ?? 0
        let lines = state.withLock { state in
            state.isGone = true
            return state.lastLines
        }
        let how = status >= 128 ? "signal \(status - 128)" : "status \(status)"
        let last = lines.last.map { ": \($0)" } ?? ""
        end(
            LootError(
                .unavailable, "can't use the plugin “\(name)”", because: "it ended with \(how)\(last)",
                next: "See what it says on standard error, and mend it",
                underlying: lines.isEmpty ? nil : lines.joined(separator: "\n")),
            kills: false)
        isOver.give(())
    }

    /// How long to wait: until the first deadline, and no longer than a second.
    private func pause() -> Int32 {
        let first = state.withLock { $0.waiting.values.map(\.deadline).min() }
        guard let first else { return 1_000 }
        let left = first - .now
        let (seconds, rest) = left.components
        return Int32(clamping: min(1_000, max(0, seconds * 1_000 + rest / 1_000_000_000_000_000 + 1)))
    }

    private func expire() {
        let now = ContinuousClock.now
        let late = state.withLock { state in
            let late = state.waiting.filter { $0.value.deadline <= now }
            for number in late.keys {
                state.waiting[number] = nil
                state.forgotten.insert(number)
            }
            return late
        }
        guard let first = late.min(by: { $0.key < $1.key }) else { return }
        let error = LootError(
            .unavailable, "can't use the plugin “\(name)”", because: "it did not answer “\(first.value.method)” in time",
            next: "See what it is doing, and try again")
        for (_, waiting) in late { waiting.finish(.failure(error)) }
        // What is that late can't be relied on any more.
        end(error, kills: true)
    }

    private func hear(_ bytes: [UInt8], _ lines: inout Lines) {
        for line in lines.take(bytes) {
            record?(true, line)
            if let problem = understand(line) { return end(breach(problem), kills: true) }
        }
        if lines.isTooLong {
            end(breach("it sent a line of more than \(limits.line >> 20) MiB"), kills: true)
        }
    }

    /// Does what a line says.
    ///
    /// - Returns: what is wrong with it.
    private func understand(_ line: [UInt8]) -> String? {
        if line.allSatisfy({ $0 <= 0x20 }) { return nil }
        guard String(validating: line, as: UTF8.self) != nil, let members = JSONMembers(of: line, in: line.indices) else {
            let start = TextRules.visible(String(decoding: line.prefix(60), as: UTF8.self))
            return "it sent “\(start)\(line.count > 60 ? "…" : "")”, which is not a message of the protocol"
        }
        guard let id = members["id"], String(decoding: line[id], as: UTF8.self) != "null" else {
            guard let method = members["method"].flatMap({ Reply.document(Array(line[$0]))?.text }) else {
                return "it sent a message with neither id nor method"
            }
            told(method)
            return nil
        }
        guard members["method"] == nil else {
            send(
                Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8) + line[id]
                    + Array(",\"error\":{\"code\":-32601,\"message\":\"the host answers no requests\"}}".utf8))
            return nil
        }
        guard let number = Int(String(decoding: line[id], as: UTF8.self)) else {
            return "it answered a request that was not made"
        }
        let (waiting, isForgotten) = state.withLock { state in
            (state.waiting.removeValue(forKey: number), state.forgotten.remove(number) != nil)
        }
        guard let waiting else { return isForgotten ? nil : "it answered a request that was not made, or twice" }
        if let result = members["result"] {
            waiting.finish(.success(Reply(bytes: line, result: result)))
        } else {
            guard let error = members["error"] else {
                waiting.finish(.failure(breach("its answer has neither result nor error")))
                return "its answer has neither result nor error"
            }
            waiting.finish(
                .failure(
                    LootError(answered: Reply.document(Array(line[error])), plugin: name, method: waiting.method)))
        }
        return nil
    }

    /// The error for what breaks the protocol.
    func breach(_ why: String) -> LootError {
        LootError(
            .unavailable, "can't use the plugin “\(name)”", because: why,
            next: "Mend the plugin; the protocol is in Plugins/PROTOCOL.md")
    }

    /// Takes note of a line of standard error.
    private func note(_ line: [UInt8]) {
        let text = TextRules.visible(String(decoding: line, as: UTF8.self))
        let (isShown, isLast) = state.withLock { state in
            state.lastLines.append(text)
            if state.lastLines.count > 20 { state.lastLines.removeFirst() }
            let before = state.logged
            state.logged += line.count + 1
            return (state.logged <= limits.log, before <= limits.log && state.logged > limits.log)
        }
        if isShown { log("\(name): \(text)") }
        if isLast { log("\(name): it says more, which is not shown") }
    }
}
