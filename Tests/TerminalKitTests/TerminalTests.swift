import Platform
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@testable import TerminalKit

@Suite struct TerminalTests {
    @Test func `a file that isn't a terminal is rejected with advice`() {
        let terminal = PosixTerminal(input: -1, output: -1, term: "xterm")
        let error = #expect(throws: TerminalError.self) {
            try terminal.open(enter: [], leave: []) { _ in }
        }
        #expect(error?.reason == .notATerminal)
        #expect(error?.description.contains("Run the program in a terminal") == true)
    }

    #if canImport(Glibc)
        @Test(.timeLimit(.minutes(10)))
        func `a real terminal is in raw mode while it is open, sends reports, and is restored`() async throws
        {
            let master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
            #expect(master >= 0)
            // TIOCSPTLCK and TIOCGPTN are macros that Swift doesn't import. They unlock the pair and return its
            // number.
            var (lock, number): (Int32, Int32) = (0, 0)
            #expect(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
            let slave = Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            #expect(slave >= 0)
            defer {
                Glibc.close(slave)
                Glibc.close(master)
            }
            var window = winsize(ws_row: 7, ws_col: 33, ws_xpixel: 0, ws_ypixel: 0)
            #expect(ioctl(slave, UInt(TIOCSWINSZ), &window) == 0)
            func isCooked() -> Bool {
                var mode = termios()
                return tcgetattr(slave, &mode) == 0 && mode.c_lflag & UInt32(ICANON) != 0
            }
            #expect(isCooked())
            let terminal = PosixTerminal(input: slave, output: slave, term: "xterm")
            let (events, continuation) = AsyncStream<TerminalEvent>.makeStream()
            try terminal.open(enter: Array("in".utf8), leave: Array("out".utf8)) { continuation.yield($0) }
            #expect(!isCooked() && terminal.size == Size(width: 33, height: 7))
            let second = PosixTerminal(input: slave, output: slave, term: "xterm")
            #expect(throws: TerminalError.self) { try second.open(enter: [], leave: []) { _ in } }
            var heard = events.makeAsyncIterator()
            _ = Glibc.write(master, "x", 1)
            #expect(await heard.next(isolation: #isolation) == .input([0x78]))
            // The signal is sent to the process, because this thread may block signals.
            kill(getpid(), SIGWINCH)
            #expect(await heard.next(isolation: #isolation) == .resized)
            terminal.leaveAlso(Array("more-".utf8))
            terminal.close()
            #expect(isCooked())
            // Bytes that are written at one end arrive at the other later and in parts.
            var received: [UInt8] = []
            while received.count < 10 {
                let part = (try? Files.read(master, atMost: 64)) ?? []
                if part.isEmpty { break }
                received += part
            }
            #expect(String(decoding: received, as: UTF8.self) == "inmore-out")
        }
    #endif

    @Test func `the terminal in memory accepts bytes and reports, and returns its output`() throws {
        let terminal = MemoryTerminal(size: Size(width: 10, height: 2))
        terminal.type("a")
        try terminal.open(enter: [1], leave: [2]) { _ in }
        try terminal.write([7])
        terminal.leaveAlso([3])
        terminal.close()
        terminal.close()
        #expect(terminal.output == [1, 7, 3, 2])
        #expect(!terminal.isOpen)
        terminal.breakOutput()
        #expect(throws: TerminalError.closed) { try terminal.write([1]) }
    }
}
