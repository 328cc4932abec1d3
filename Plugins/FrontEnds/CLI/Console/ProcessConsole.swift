package import LootCore
import Platform
import Synchronization

/// The streams of the process.
package final class ProcessConsole: Console {
    private struct Output {
        var pending: [UInt8] = []
        var isBroken = false
        var failure: SystemFailure?
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

    /// Collects output and writes it in large pieces.
    package func write(_ bytes: [UInt8]) {
        output.withLock { output in
            output.pending += bytes
            if output.pending.count >= 1 << 16 { ProcessConsole.flush(&output) }
        }
    }

    /// Writes everything that was collected.
    package func flush() throws(LootError) {
        let failure = output.withLock { output in
            ProcessConsole.flush(&output)
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
        do throws(SystemFailure) { try Files.write(output.pending, to: ThisProcess.output) } catch {
            if error == .brokenPipe { output.isBroken = true } else { output.failure = error }
        }
    }

    /// Writes at once, behind the output so far.
    package func writeError(_ text: String) {
        output.withLock { ProcessConsole.flush(&$0) }
        try? Files.write(Array(text.utf8), to: ThisProcess.errors)
    }

    /// Reads a line that the person types.
    package func readLine() -> String? {
        output.withLock { ProcessConsole.flush(&$0) }
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
