import Synchronization

/// A terminal of nothing but memory: tests type into it and look at what was written.
public final class MemoryTerminal: Terminal, Sendable {
    private struct State {
        var size: Size
        var output: [UInt8] = []
        var enter: [UInt8] = []
        var leave: [UInt8] = []
        var isOpen = false
        var isBroken = false
        var report: (@Sendable (TerminalEvent) -> Void)?
        var waiting: [TerminalEvent] = []
        /// The tasks that wait for a text, by their numbers.
        var readers: [Int: (text: [UInt8], continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextReader = 0

        /// Writes bytes, and removes the readers whose text is there now.
        mutating func write(_ bytes: [UInt8]) -> [CheckedContinuation<Void, Never>] {
            output += bytes
            let done = readers.filter { output.holds($0.value.text) }
            for key in done.keys { readers[key] = nil }
            return done.values.map(\.continuation)
        }
    }

    private let state: Mutex<State>

    /// A terminal of this size.
    public init(size: Size = Size(width: 80, height: 24)) {
        state = Mutex(State(size: size))
    }

    /// How many columns and rows there are; ``resize(to:)`` changes it.
    public var size: Size { state.withLock { $0.size } }
    /// Whether it has been taken over and not given back.
    package var isOpen: Bool { state.withLock { $0.isOpen } }
    /// Everything written so far.
    public var output: [UInt8] { state.withLock { $0.output } }

    /// Hands over what was written since the last time.
    package func takeOutput() -> [UInt8] {
        state.withLock { state in
            defer { state.output = [] }
            return state.output
        }
    }

    /// Waits until a text was written, or the task is canceled.
    package func receives(_ text: String) async {
        let text = Array(text.utf8)
        let key = state.withLock { state in
            state.nextReader += 1
            return state.nextReader
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if Task.isCancelled || state.output.holds(text) { return true }
                    state.readers[key] = (text, continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.readers.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    /// Types bytes. Before the terminal is opened they wait.
    package func type(_ bytes: some Sequence<UInt8>) { send(.input(Array(bytes))) }

    /// Types text as it is.
    public func type(_ text: String) { type(text.utf8) }

    /// Changes the size and tells so.
    public func resize(to size: Size) {
        state.withLock { $0.size = size }
        send(.resized)
    }

    /// Ends the input.
    package func closeInput() { send(.closed) }

    /// Makes every write fail from now on.
    func breakOutput() { state.withLock { $0.isBroken = true } }

    /// Has something happen.
    package func send(_ event: TerminalEvent) {
        let report = state.withLock { state in
            if state.report == nil { state.waiting.append(event) }
            return state.report
        }
        report?(event)
    }

    /// Takes it over.
    public func open(
        enter: [UInt8], leave: [UInt8], report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        let (waiting, readers) = state.withLock { state in
            state.isOpen = true
            state.enter = enter
            state.leave = leave
            state.report = report
            defer { state.waiting = [] }
            return (state.waiting, state.write(enter))
        }
        for reader in readers { reader.resume() }
        for event in waiting { report(event) }
    }

    /// Notes the bytes.
    public func write(_ bytes: [UInt8]) throws(TerminalError) {
        let readers = state.withLock { $0.isBroken ? nil : $0.write(bytes) }
        guard let readers else { throw .closed }
        for reader in readers { reader.resume() }
    }

    /// Adds to what is written at the end.
    public func leaveAlso(_ bytes: [UInt8]) { state.withLock { $0.leave = bytes + $0.leave } }

    /// Gives the screen back and takes it again at once.
    public func suspend() {
        for reader in state.withLock({ $0.write($0.leave + $0.enter) }) { reader.resume() }
        send(.continued)
    }

    /// Gives it back.
    public func close() {
        let readers: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            state.report = nil
            return state.write(state.leave)
        }
        for reader in readers { reader.resume() }
    }
}

extension [UInt8] {
    /// Whether bytes stand somewhere in these.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        if part.isEmpty { return true }
        return indices.contains { self[$0] == part[0] && self[$0...].starts(with: part) }
    }
}
