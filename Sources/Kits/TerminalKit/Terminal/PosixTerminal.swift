import Dispatch
import Localization
import Platform

/// The terminal of the process. Only one can be open at a time.
///
/// Its state is restored by ``close()``, when the process ends by SIGQUIT or a trap, and while the process is stopped.
/// SIGINT, SIGTERM and SIGHUP are reported as ``TerminalEvent/asked(signal:)``. If the program doesn't end within a few
/// seconds or receives the signal again, the state is restored and the signal ends it. The process sleeps while there
/// are no events.
package final class PosixTerminal: Terminal {
    private let input: Int32
    private let output: Int32
    private let term: String
    private var sources: [any DispatchSourceRead] = []
    private var isOpen = false

    /// Creates the terminal of two file descriptors. `term` is the value of `TERM`.
    package init(input: Int32 = 0, output: Int32 = 1, term: String) {
        self.input = input
        self.output = output
        self.term = term
    }

    deinit { close() }

    /// The size that the system reports, or 80×24 if it reports none.
    package var size: Size {
        guard let size = Terminals.size(of: output), size.rows > 0 else { return Size(width: 80, height: 24) }
        return Size(width: size.columns, height: size.rows)
    }

    /// Opens the terminal.
    ///
    /// - Throws: An error if input or output isn't a terminal, `TERM` is empty or `dumb`, or the system refuses.
    package func open(
        enter: [UInt8], leave: [UInt8], report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        guard !isOpen else { return }
        guard Terminals.isTerminal(input) else { throw .inputNotATerminal }
        guard Terminals.isTerminal(output) else { throw .outputNotATerminal }
        guard !term.isEmpty, term != "dumb" else { throw .tooSimple(term) }
        let signals: Int32
        do {
            signals = try TerminalRescue.arm(input: input, output: output, enter: enter, leave: leave)
        } catch {
            throw TerminalError(error)
        }
        isOpen = true
        listen(to: input) { bytes in
            report(bytes.isEmpty ? .closed : .input(bytes))
            return !bytes.isEmpty
        }
        listen(to: signals) { bytes in
            for byte in bytes { report(TerminalEvent(TerminalRescue.event(of: byte))) }
            return !bytes.isEmpty
        }
        try write(enter)
    }

    private func listen(to file: Int32, _ heard: @escaping @Sendable ([UInt8]) -> Bool) {
        let queue = DispatchQueue(label: "TerminalKit.input")
        // The handler retains its source until it is canceled, at the end of input or in `close()`.
        let source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
        source.setEventHandler {
            if !heard((try? Files.read(file, atMost: 65_536)) ?? []) { source.cancel() }
        }
        sources.append(source)
        source.resume()
    }

    /// Writes bytes and waits until the terminal has received them.
    package func write(_ bytes: [UInt8]) throws(TerminalError) {
        do { try Files.write(bytes, to: output) } catch { throw .closed }
    }

    /// Adds a sequence to write when the terminal is closed.
    package func leaveAlso(_ bytes: [UInt8]) { TerminalRescue.leaveAlso(bytes) }

    /// Stops all processes of the job.
    package func suspend() { Terminals.stopJob() }

    /// Restores the state of the terminal.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        for source in sources { source.cancel() }
        sources = []
        TerminalRescue.disarm()
    }
}

extension TerminalEvent {
    fileprivate init(_ event: TerminalRescue.Event) {
        self =
            switch event {
            case .continued: .continued
            case .resized: .resized
            case .asked(let signal): .asked(signal: signal)
            }
    }
}

extension TerminalError {
    fileprivate init(_ failure: TerminalRescue.Failure) {
        switch failure {
        case .inUse(let why):
            self.init(.systemError(why.number), "The terminal is already in use by this program.")
        case .cannotReadMode(let why):
            self.init(.systemError(why.number), "The terminal's mode can't be read (\(why.reason)).")
        case .cannotSetMode(let why):
            self.init(.systemError(why.number), "The terminal's mode can't be set (\(why.reason)).")
        case .cannotWatchSignals(let why):
            self.init(.systemError(why.number), "Can't watch for signals (\(why.reason)).")
        }
    }
}
