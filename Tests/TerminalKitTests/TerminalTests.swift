import Testing

@testable import TerminalKit

@Suite struct TerminalTests {
    @Test func `what is no terminal is refused with what to do`() {
        let terminal = PosixTerminal(input: -1, output: -1, term: "xterm")
        let error = #expect(throws: TerminalError.self) {
            try terminal.open(enter: [], leave: []) { _ in }
        }
        #expect(error?.reason == .notATerminal)
        #expect(error?.description.contains("Run it in a terminal") == true)
    }

    @Test func `the terminal in memory takes bytes, reports and gives back what it took`() throws {
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
