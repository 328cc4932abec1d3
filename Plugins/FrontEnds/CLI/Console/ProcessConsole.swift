package import LootCore
import Platform
import Synchronization

/// The streams of the process.
package final class ProcessConsole: Console {
    private struct Output {
        var pending: [UInt8] = []
        var isBroken = false
        var failure: SystemFailure?
        var paging = Paging.none
    }

    /// Whether a pager reads what is written.
    private enum Paging {
        case none
        /// Once there are more lines than this.
        case waiting(program: String, rows: Int)
        case running(Programs.Reader)
    }

    private let output: Mutex<Output>

    /// The process's streams. A reader that goes away no longer ends the process by a signal, and no file that is
    /// opened later takes the place of a stream that was closed when the process began.
    package init() {
        Signals.ignoreBrokenPipes()
        var output = Output()
        if ThisProcess.openMissingStreams().contains(ThisProcess.output) { output.failure = .notOpen }
        self.output = Mutex(output)
    }

    /// Whether the reader of standard output has gone.
    package var isBroken: Bool { output.withLock { $0.isBroken } }

    /// Whether standard output is a terminal.
    package var isOutputTerminal: Bool { Terminals.isTerminal(ThisProcess.output) }

    /// Whether standard input and standard error are a terminal.
    package var canAsk: Bool {
        Terminals.isTerminal(ThisProcess.input) && Terminals.isTerminal(ThisProcess.errors)
    }

    /// The terminal's columns.
    package var width: Int? {
        isOutputTerminal ? ProcessConsole.columns(of: ThisProcess.output) : nil
    }

    /// The terminal's columns, if standard error goes to one.
    package var errorWidth: Int? {
        Terminals.isTerminal(ThisProcess.errors) ? ProcessConsole.columns(of: ThisProcess.errors) : nil
    }

    private static func columns(of terminal: Int32) -> Int { Terminals.size(of: terminal)?.columns ?? 80 }

    /// By the clock of the system, and `TZ`.
    package var isLocal: Bool { true }

    /// Waits for more lines than the terminal has.
    package func page(through program: String) {
        guard isOutputTerminal, let rows = Terminals.size(of: ThisProcess.output)?.rows, rows > 1 else {
            return
        }
        output.withLock { $0.paging = .waiting(program: program, rows: rows - 1) }
    }

    /// Collects output and writes it in large pieces.
    package func write(_ bytes: [UInt8]) {
        output.withLock { output in
            output.pending += bytes
            if case .waiting(let program, let rows) = output.paging {
                guard output.pending.count(where: { $0 == 0x0A }) > rows || output.pending.count >= 1 << 16
                else {
                    return
                }
                ProcessConsole.startPager(program, &output)
            }
            if output.pending.count >= 1 << 16 { ProcessConsole.flush(&output) }
        }
    }

    private static func startPager(_ program: String, _ output: inout Output) {
        output.paging = .none
        // What `less` is told unless a person has told it something else: to end by itself where one screen is enough,
        // to show colors, and to leave the text on the screen.
        let line = "export LESS=\"${LESS-FRX}\" LV=\"${LV--c}\"; \(program)"
        guard let reader = try? Programs.startReading("/bin/sh", ["sh", "-c", line]) else { return }
        output.paging = .running(reader)
        // Ctrl-C is the pager's.
        Signals.ignore(Signals.interrupt)
    }

    /// Writes everything that was collected. Where a pager reads it, the person is done with it then.
    package func flush() throws(LootError) {
        let failure = output.withLock { output in
            ProcessConsole.flush(&output)
            if case .running(let reader) = output.paging {
                Files.close(reader.input)
                reader.wait()
                Signals.reset(Signals.interrupt)
            }
            output.paging = .none
            return output.failure
        }
        guard let failure else { return }
        throw LootError(
            failure == .noSpace ? .noSpace : .inputOutput, "can't write the output",
            because: failure.reason.lowercased())
    }

    private static func flush(_ output: inout Output) {
        defer { output.pending.removeAll(keepingCapacity: true) }
        guard !output.isBroken, output.failure == nil else { return }
        let target = if case .running(let reader) = output.paging { reader.input } else { ThisProcess.output }
        do throws(SystemFailure) { try Files.write(output.pending, to: target) } catch {
            if error == .brokenPipe { output.isBroken = true } else { output.failure = error }
        }
    }

    /// Writes at once, behind the output so far; to the pager where one has the terminal.
    package func writeError(_ text: String) {
        let target = output.withLock { output in
            ProcessConsole.show(&output)
            if case .running(let reader) = output.paging, Terminals.isTerminal(ThisProcess.errors) {
                return reader.input
            }
            return ThisProcess.errors
        }
        try? Files.write(Array(text.utf8), to: target)
    }

    /// Writes what was collected; what has been seen no pager shows again.
    private static func show(_ output: inout Output) {
        if case .waiting = output.paging, !output.pending.isEmpty { output.paging = .none }
        flush(&output)
    }

    /// Reads a line that the person types.
    package func readLine() -> String? {
        output.withLock { ProcessConsole.show(&$0) }
        return Swift.readLine(strippingNewline: true)
    }

    /// Reads the next bytes from standard input.
    package func read() throws(LootError) -> [UInt8] {
        output.withLock { ProcessConsole.flush(&$0) }
        do throws(SystemFailure) { return try Files.read(ThisProcess.input, atMost: 1 << 18) } catch {
            throw LootError(
                .inputOutput, "can't read standard input", because: error.reason.lowercased())
        }
    }
}
