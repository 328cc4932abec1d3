package import LootCore
import Platform
import Synchronization

/// A console that uses the process's standard streams.
package final class ProcessConsole: Console {
    private struct Output {
        var pending: [UInt8] = []
        var isBroken = false
        var failure: SystemFailure?
        var paging = Paging.none
    }

    /// The state of the pager.
    private enum Paging {
        case none
        /// The pager starts when the output exceeds this number of lines.
        case waiting(program: String, rows: Int)
        case running(Programs.Reader)
    }

    private let output: Mutex<Output>

    /// Creates a console. Afterward, writing to a closed pipe no longer kills the process with a signal, and files that
    /// are opened later can't take the place of a standard stream that was closed at launch.
    package init() {
        Signals.ignoreBrokenPipes()
        var output = Output()
        if ThisProcess.openMissingStreams().contains(ThisProcess.output) { output.failure = .notOpen }
        self.output = Mutex(output)
    }

    package var isBroken: Bool { output.withLock { $0.isBroken } }

    package var isOutputTerminal: Bool { Terminals.isTerminal(ThisProcess.output) }

    package var canAsk: Bool {
        Terminals.isTerminal(ThisProcess.input) && Terminals.isTerminal(ThisProcess.errors)
    }

    package var width: Int? {
        isOutputTerminal ? ProcessConsole.columns(of: ThisProcess.output) : nil
    }

    package var errorWidth: Int? {
        Terminals.isTerminal(ThisProcess.errors) ? ProcessConsole.columns(of: ThisProcess.errors) : nil
    }

    private static func columns(of terminal: Int32) -> Int { Terminals.size(of: terminal)?.columns ?? 80 }

    /// `true`: times are shown in the system's time zone, or that of `TZ`.
    package var isLocal: Bool { true }

    /// Starts the pager when the output exceeds the terminal's height.
    package func page(through program: String) {
        guard isOutputTerminal, let rows = Terminals.size(of: ThisProcess.output)?.rows, rows > 1 else {
            return
        }
        output.withLock { $0.paging = .waiting(program: program, rows: rows - 1) }
    }

    /// Buffers output and writes it in large pieces.
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
        // The same defaults for `less` as Git uses: exit if the output fits one screen, show colors, and leave the
        // text on the screen.
        let line = "export LESS=\"${LESS-FRX}\" LV=\"${LV--c}\"; \(program)"
        guard let reader = try? Programs.startReading("/bin/sh", ["sh", "-c", line]) else { return }
        output.paging = .running(reader)
        // The pager handles Ctrl-C.
        Signals.ignore(Signals.interrupt)
    }

    /// Writes buffered output. If a pager is running, waits until the person quits it.
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
            failure == .noSpace ? .noSpace : .inputOutput, "Can't write the output.",
            reason: Message(verbatim: "\(failure.reason)."))
    }

    private static func flush(_ output: inout Output) {
        defer { output.pending.removeAll(keepingCapacity: true) }
        guard !output.isBroken, output.failure == nil else { return }
        let target = if case .running(let reader) = output.paging { reader.input } else { ThisProcess.output }
        do throws(SystemFailure) { try Files.write(output.pending, to: target) } catch {
            if error == .brokenPipe { output.isBroken = true } else { output.failure = error }
        }
    }

    /// Writes immediately, after the previous output. If a pager uses the terminal, writes to the pager.
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

    /// Writes buffered output. Disables a pager that hasn't started yet, since it wouldn't show this output.
    private static func show(_ output: inout Output) {
        if case .waiting = output.paging, !output.pending.isEmpty { output.paging = .none }
        flush(&output)
    }

    package func readLine() -> String? {
        output.withLock { ProcessConsole.show(&$0) }
        return Swift.readLine(strippingNewline: true)
    }

    package func readSecret() -> String? { Terminals.withoutEcho(of: ThisProcess.input) { readLine() } }

    package func read() throws(LootError) -> [UInt8] {
        output.withLock { ProcessConsole.flush(&$0) }
        do throws(SystemFailure) { return try Files.read(ThisProcess.input, atMost: 1 << 18) } catch {
            throw LootError(
                .inputOutput, "Can't read standard input.", reason: Message(verbatim: "\(error.reason)."))
        }
    }
}
