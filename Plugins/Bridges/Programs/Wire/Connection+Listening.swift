import LootCore
import Platform
import Synchronization

extension Connection {
    /// Runs until the program ends. Reads standard output while no other thread does, reads standard error, and
    /// enforces deadlines.
    func listen() {
        var errors = Lines(limit: 1 << 12)
        var (isSpeaking, isLogging) = (true, true)
        var events: [Poller.Event] = []
        var lastTick = ContinuousClock.now
        while isSpeaking || isLogging {
            poller.wait(milliseconds: pause(), into: &events)
            for event in events {
                if event.token == 0 {
                    // If another thread holds the lock, it reads the output. The poller reports any remaining bytes
                    // again.
                    isSpeaking = output.withLockIfAvailable { read(&$0) } ?? isSpeaking
                    if !isSpeaking { poller.remove(child.output) }
                } else {
                    let bytes = (try? Files.read(child.errors, atMost: 1 << 16)) ?? []
                    isLogging = !bytes.isEmpty
                    if !isLogging { poller.remove(child.errors) }
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

    /// Sends a request with `ask` and waits for its outcome. If no other thread reads the output, the current thread
    /// does, which saves a context switch.
    func outcome(_ ask: (Handoff<Outcome>) -> Void) -> Outcome {
        let place = Handoff<Outcome>()
        let hasAsked = output.withLockIfAvailable { output in
            guard output.isOpen else { return false }
            poller.change(child.output, [], token: 0)
            defer { poller.change(child.output, .read, token: 0) }
            ask(place)
            while place.isEmpty, output.isOpen {
                _ = read(&output, waits: min(100, pause()))
                expire()
            }
            return true
        }
        if hasAsked != true { ask(place) }
        return place.take()
    }

    /// Reads the available output. Waits up to the given number of milliseconds for it.
    ///
    /// - Returns: Whether the output is still open.
    private func read(_ output: inout Output, waits: Int32 = 0) -> Bool {
        guard output.isOpen, Poller.waitForBytes(on: child.output, milliseconds: waits) else {
            return output.isOpen
        }
        let bytes = (try? Files.read(child.output, atMost: 1 << 16)) ?? []
        output.isOpen = !bytes.isEmpty
        hear(bytes, &output.lines)
        return output.isOpen
    }

    /// Cleans up after the program has ended.
    private func finish() {
        letGo()
        Files.close(child.output)
        Files.close(child.errors)
        let status = child.status(waits: true) ?? 0
        let lines = state.withLock { state in
            state.isGone = true
            return state.lastLines.map(Self.shown)
        }
        let reason: Message =
            switch (status, lines.last) {
            case (128..., let last?): "It was terminated by signal \(Int(status) - 128) and wrote “\(last)”."
            case (128..., nil): "It was terminated by signal \(Int(status) - 128)."
            case (_, let last?): "It exited with status \(Int(status)) and wrote “\(last)”."
            case (_, nil): "It exited with status \(Int(status))."
            }
        end(
            LootError(
                .unavailable, "Can't use the plugin “\(name)”.", reason: reason,
                advice: "Check its standard error output, and fix the plugin.",
                underlying: lines.isEmpty ? nil : lines.joined(separator: "\n")),
            kills: false)
        told("")
        isOver.give(())
    }

    /// Returns the time until the next deadline in milliseconds, up to one second.
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
            .unavailable, "Can't use the plugin “\(name)”.",
            reason: "It didn't respond to “\(first.value.method)” in time.",
            advice: "Check what it is doing, and try again.")
        for (_, waiting) in late { waiting.finish(.failure(error)) }
        // A program that missed a deadline can't be trusted anymore.
        end(error, kills: true)
    }

    private func hear(_ bytes: [UInt8], _ lines: inout Lines) {
        for line in lines.take(bytes) {
            record?(.answer(line))
            if let problem = understand(line) { return end(breach(problem), kills: true) }
        }
        if lines.isTooLong {
            end(breach("It sent a line of more than \(limits.line >> 20) MiB."), kills: true)
        }
    }

    /// Handles a line of output.
    ///
    /// - Returns: The reason if the line is invalid.
    private func understand(_ line: [UInt8]) -> Message? {
        if line.allSatisfy({ $0 <= 0x20 }) { return nil }
        guard String(validating: line, as: UTF8.self) != nil,
            let members = JSONMembers(of: line, in: line.indices)
        else {
            let text = TextRules.shown(String(decoding: line.prefix(60), as: UTF8.self))
            let start = line.count > 60 ? text + "…" : text
            return "It sent “\(start)”, which isn't a message of the protocol."
        }
        guard let id = members["id"], String(decoding: line[id], as: UTF8.self) != "null" else {
            guard let method = members["method"].flatMap({ Reply.document(Array(line[$0]))?.text }) else {
                return "It sent a message with neither “id” nor “method”."
            }
            told(method)
            return nil
        }
        guard members["method"] == nil else {
            send(
                Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8) + line[id]
                    + Array(
                        ",\"error\":{\"code\":-32601,\"message\":\"The host doesn't accept requests.\"}}".utf8
                    )
            )
            return nil
        }
        guard let number = Int(String(decoding: line[id], as: UTF8.self)) else {
            return "It answered a request that wasn't sent."
        }
        let (waiting, isForgotten) = state.withLock { state in
            (state.waiting.removeValue(forKey: number), state.forgotten.remove(number) != nil)
        }
        guard let waiting else {
            return isForgotten ? nil : "It answered a request that wasn't sent, or answered it twice."
        }
        if let result = members["result"] {
            waiting.finish(.success(Reply(bytes: line, result: result)))
        } else {
            guard let error = members["error"] else {
                let reason: Message = "Its response has neither “result” nor “error”."
                waiting.finish(.failure(breach(reason)))
                return reason
            }
            waiting.finish(
                .failure(
                    LootError(
                        answered: Reply.document(Array(line[error])), plugin: name, method: waiting.method)))
        }
        return nil
    }

    /// Returns the error for a protocol violation.
    func breach(_ reason: Message) -> LootError {
        LootError(
            .unavailable, "Can't use the plugin “\(name)”.", reason: reason, advice: Greeting.advice)
    }

    /// Records a line of standard error and logs it, up to the size limit.
    private func note(_ line: [UInt8]) {
        let (isShown, isLast) = state.withLock { state in
            state.lastLines.append(line)
            if state.lastLines.count > 20 { state.lastLines.removeFirst() }
            let before = state.logged
            state.logged += line.count + 1
            return (state.logged <= limits.log, before <= limits.log && state.logged > limits.log)
        }
        if isShown { log("\(name): \(Self.shown(line))") }
        if isLast { log("\(name): further output isn't shown") }
    }

    private static func shown(_ line: [UInt8]) -> String {
        TextRules.shown(String(decoding: line, as: UTF8.self))
    }
}
