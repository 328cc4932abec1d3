#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

public import LootCore
import Synchronization

/// The streams of the process.
public final class ProcessConsole: Console {
    private struct Output {
        var pending: [UInt8] = []
        var isBroken = false
        var failure: Int32?
    }

    private let output: Mutex<Output>

    /// The process's streams. A reader that goes away no longer ends the process by a signal, and no file that is
    /// opened later takes the place of a stream that was closed when the process began.
    public init() {
        signal(SIGPIPE, SIG_IGN)
        var output = Output()
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            if stream == STDOUT_FILENO { output.failure = EBADF }
            // The lowest number that is free is the one that the file gets.
            _ = open("/dev/null", O_RDWR)
        }
        self.output = Mutex(output)
    }

    /// Whether the reader of standard output has gone.
    public var isBroken: Bool { output.withLock { $0.isBroken } }

    /// Whether standard output is a terminal.
    public var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard input and standard error are a terminal.
    public var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// The terminal's columns.
    public var width: Int? {
        isOutputTerminal ? ProcessConsole.columns(of: STDOUT_FILENO) : nil
    }

    /// The terminal's columns, if standard error goes to one.
    public var errorWidth: Int? {
        isatty(STDERR_FILENO) == 1 ? ProcessConsole.columns(of: STDERR_FILENO) : nil
    }

    private static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Collects output and writes it in large pieces.
    public func write(_ bytes: [UInt8]) {
        output.withLock { output in
            output.pending += bytes
            if output.pending.count >= 1 << 16 { ProcessConsole.flush(&output) }
        }
    }

    /// Writes everything that was collected.
    public func flush() throws(LootError) {
        let failure = output.withLock { output in
            ProcessConsole.flush(&output)
            return output.failure
        }
        guard let failure else { return }
        throw LootError(
            failure == ENOSPC ? .noSpace : .inputOutput, "can't write the output",
            because: String(cString: strerror(failure)).lowercased())
    }

    private static func flush(_ output: inout Output) {
        defer { output.pending.removeAll(keepingCapacity: true) }
        guard !output.isBroken, output.failure == nil else { return }
        switch write(output.pending, to: STDOUT_FILENO) {
        case 0: break
        case EPIPE: output.isBroken = true
        case let number: output.failure = number
        }
    }

    /// Writes at once, behind the output so far.
    public func writeError(_ text: String) {
        output.withLock { ProcessConsole.flush(&$0) }
        _ = ProcessConsole.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Reads a line that the person types.
    public func readLine() -> String? {
        output.withLock { ProcessConsole.flush(&$0) }
        return Swift.readLine(strippingNewline: true)
    }

    /// Reads the next bytes from standard input.
    public func read() throws(LootError) -> [UInt8] {
        output.withLock { ProcessConsole.flush(&$0) }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, initialized in
            // the system fills the buffer and says how far
            repeat { count = readFile(STDIN_FILENO, buffer) } while count < 0 && errno == EINTR
            initialized = max(0, count)
        }
        if count >= 0 { return bytes }
        throw LootError(
            .inputOutput, "can't read standard input", because: String(cString: strerror(errno)).lowercased())
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

// Within a type that has a method of this name the bare one means the method.
private func readFile(_ file: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(file, buffer.baseAddress, buffer.count)
}
