#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The streams of the process.
public final class ProcessConsole: Console {
    private var pending: [UInt8] = []
    /// Whether the reader of standard output has gone.
    public private(set) var isBroken = false
    /// Why standard output could not be written, if that is not because its reader has gone.
    public private(set) var failure: Int32?

    /// The process's streams. A reader that goes away no longer ends the process by a signal.
    public init() { signal(SIGPIPE, SIG_IGN) }

    /// Whether standard output is a terminal.
    public var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard input and standard error are a terminal.
    public var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// The terminal's columns.
    public var width: Int? {
        guard isOutputTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Collects output and writes it in large pieces.
    public func write(_ bytes: [UInt8]) {
        pending += bytes
        if pending.count >= 1 << 16 { flush() }
    }

    /// Writes everything that was collected.
    public func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard !isBroken, failure == nil else { return }
        let outcome = ProcessConsole.write(pending, to: STDOUT_FILENO)
        if outcome == EPIPE { isBroken = true } else if outcome != 0 { failure = outcome }
    }

    /// Writes at once, behind the output so far.
    public func writeError(_ text: String) {
        flush()
        _ = ProcessConsole.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Reads a line that the person types.
    public func readLine() -> String? {
        flush()
        return Swift.readLine(strippingNewline: true)
    }

    /// Writes all bytes; answers 0 or the error's number.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in  // the system call takes a pointer
            var written = 0
            while written < buffer.count {
                #if canImport(Darwin)
                    let count = Darwin.write(
                        descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                #elseif canImport(Musl)
                    let count = Musl.write(
                        descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                #else
                    let count = Glibc.write(
                        descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                #endif
                if count < 0, errno == EINTR { continue }
                if count < 0 { return errno }
                written += count
            }
            return 0
        }
    }
}
