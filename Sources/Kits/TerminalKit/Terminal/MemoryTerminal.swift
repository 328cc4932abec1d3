import Synchronization

/// A terminal in memory. Tests type into it and read its output.
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
        /// The tasks that wait for output, by number.
        var readers: [Int: (text: [UInt8], continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextReader = 0

        /// Appends to the output, and returns the continuations of the tasks whose text has been written.
        mutating func write(_ bytes: [UInt8]) -> [CheckedContinuation<Void, Never>] {
            output += bytes
            let done = readers.filter { output.holds($0.value.text) }
            for key in done.keys { readers[key] = nil }
            return done.values.map(\.continuation)
        }
    }

    private let state: Mutex<State>

    /// Creates a terminal.
    public init(size: Size = Size(width: 80, height: 24)) {
        state = Mutex(State(size: size))
    }

    /// The number of columns and rows. Call ``resize(to:)`` to change it.
    public var size: Size { state.withLock { $0.size } }
    /// Whether the terminal is open.
    package var isOpen: Bool { state.withLock { $0.isOpen } }
    /// The output so far.
    public var output: [UInt8] { state.withLock { $0.output } }

    /// Returns the output since the last call.
    package func takeOutput() -> [UInt8] {
        state.withLock { state in
            defer { state.output = [] }
            return state.output
        }
    }

    /// Waits until the given text has been written or the task is canceled.
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

    /// Types bytes. Before the terminal is opened, they are kept.
    package func type(_ bytes: some Sequence<UInt8>) { send(.input(Array(bytes))) }

    /// Types text.
    public func type(_ text: String) { type(text.utf8) }

    /// Changes the size and reports it.
    public func resize(to size: Size) {
        state.withLock { $0.size = size }
        send(.resized)
    }

    /// Ends the input.
    package func closeInput() { send(.closed) }

    /// Makes every write fail from now on.
    func breakOutput() { state.withLock { $0.isBroken = true } }

    /// Reports an event.
    package func send(_ event: TerminalEvent) {
        let report = state.withLock { state in
            if state.report == nil { state.waiting.append(event) }
            return state.report
        }
        report?(event)
    }

    /// Opens the terminal.
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

    /// Appends to the output.
    public func write(_ bytes: [UInt8]) throws(TerminalError) {
        let readers = state.withLock { $0.isBroken ? nil : $0.write(bytes) }
        guard let readers else { throw .closed }
        for reader in readers { reader.resume() }
    }

    /// Adds a sequence to write when the terminal is closed.
    public func leaveAlso(_ bytes: [UInt8]) { state.withLock { $0.leave = bytes + $0.leave } }

    /// Leaves the screen and enters it again immediately.
    public func suspend() {
        for reader in state.withLock({ $0.write($0.leave + $0.enter) }) { reader.resume() }
        send(.continued)
    }

    /// Closes the terminal.
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
    /// Returns whether this array contains another one.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        if part.isEmpty { return true }
        return indices.contains { self[$0] == part[0] && self[$0...].starts(with: part) }
    }
}
