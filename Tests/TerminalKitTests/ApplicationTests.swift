import ListKit
import Testing
import TerminalText

@testable import TerminalKit

/// Runs an application in a simulated terminal during a test.
private struct Running {
    let terminal: MemoryTerminal
    let application: TerminalApplication

    init(_ content: View, size: Size = Size(width: 40, height: 4), environment: [String: String] = [:]) {
        terminal = MemoryTerminal(size: size)
        application = TerminalApplication(
            terminal: terminal,
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 },
            content: content)
    }

    /// Runs until `script` returns. The script gets the terminal and access to the run loop.
    func run(_ script: @escaping @Sendable (MemoryTerminal, ApplicationRemote) async -> Void) async throws {
        let terminal = terminal
        let remote = application.remote
        let task = Task {
            await script(terminal, remote)
            remote.post { $0.stop() }
        }
        try await application.run()
        await task.value
    }
}

extension ApplicationRemote {
    /// Returns when all previous events have been handled and drawn, including their effects.
    fileprivate func caughtUp() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in post { _ in continuation.resume() } }
        }
    }
}

/// All tests wait for events; the time limit applies only to hanging tests.
@Suite(.timeLimit(.minutes(10))) struct ApplicationTests {
    @Test func `keys reach views, frames reach the terminal, and the terminal is restored`() async throws {
        let field = TextField()
        let running = Running(field)
        try await running.run { terminal, _ in
            terminal.type("hé")
            terminal.type([0xE6, 0xAF])
            terminal.type([0x9B])
        }
        #expect(field.text == "hé毛")
        let output = String(decoding: running.terminal.output, as: UTF8.self)
        #expect(output.hasPrefix("\u{1B}[?1049h") && output.hasSuffix("\u{1B}[?1049l"))
        #expect(output.contains("\u{1B}[?1002h") && output.contains("\u{1B}[?1002l"))
        #expect(!running.terminal.isOpen)
    }

    @Test func `a single Escape is recognized after a delay`() async throws {
        let navigation = NavigationView(root: View(), title: "One")
        navigation.push(View(), title: "Two")
        let running = Running(navigation)
        try await running.run { terminal, _ in
            await terminal.receives("Two")
            _ = terminal.takeOutput()
            terminal.type([0x1B])
            await terminal.receives("One")
        }
        #expect(navigation.title == "One")
    }

    @Test func `Ctrl-C ends the run unless a view handles it`() async throws {
        let field = TextField("text")
        let running = Running(field)
        let (terminal, application) = (running.terminal, running.application)
        var isLate = false
        field.schedule(after: .seconds(30)) {
            isLate = true
            application.stop()
        }
        let task = Task {
            await terminal.receives("text")
            terminal.type([0x1B, 0x61, 0x03])  // Alt-A selects everything.
            await terminal.receives("\u{1B}]52;")
            terminal.type([0x1B, 0x5B, 0x43, 0x03])  // Right ends the selection.
        }
        try await application.run()
        task.cancel()
        await task.value
        #expect(application.window.pasteboard == "text" && !isLate)
    }

    @Test func `an idle application writes no bytes and doesn't wake up`() async throws {
        let running = Running(StackView(.vertical, [Button("A"), Label("B"), TextField("C")]))
        let application = running.application
        var before = (wakeUps: 0, bytes: -1)
        var quiet = 0
        // This timer only counts. The counter stops when only the timer wakes up the loop.
        application.window.content?.schedule(after: .milliseconds(10), repeats: true) {
            let now = (wakeUps: application.wakeUps, bytes: application.window.statistics.bytes)
            quiet = now == (before.wakeUps + 1, before.bytes) ? quiet + 1 : 0
            before = now
            if quiet == 20 { application.stop() }
        }
        try await application.run()
        #expect(quiet == 20)
    }

    @Test func `a new size is drawn immediately, and many changes are combined`() async throws {
        let running = Running(Label("x", lines: 0))
        try await running.run { terminal, _ in
            for width in 1...200 { terminal.resize(to: Size(width: width, height: width % 7)) }
            terminal.resize(to: Size(width: 20, height: 5))
        }
        #expect(running.application.window.frame.size == Size(width: 20, height: 5))
        #expect(running.application.window.statistics.frames < 250)
    }

    @Test func `work from other tasks appears on the screen`() async throws {
        let label = Label("before")
        let running = Running(label)
        try await running.run { terminal, remote in
            remote.post { ($0.window.content as? Label)?.text = "after" }
            await terminal.receives("after")
        }
        #expect(String(decoding: running.terminal.output, as: UTF8.self).contains("after"))
    }

    @Test func `responses of the terminal enable its features`() async throws {
        let running = Running(Label(String(repeating: "text ", count: 40), lines: 0))
        try await running.run { terminal, remote in
            terminal.type("\u{1B}[?2026;2$y\u{1B}[?0u\u{1B}]11;rgb:ffff/ffff/ffff\u{7}")
            await remote.caughtUp()
            terminal.resize(to: Size(width: 60, height: 10))
            await remote.caughtUp()
        }
        #expect(running.application.window.theme == .light)
        let output = String(decoding: running.terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[>1u") && output.contains("\u{1B}[<u"))
        #expect(output.contains("\u{1B}[?2026h"))
    }

    @Test func `copied text reaches the terminal, and the mouse can be released`() async throws {
        let running = Running(TextField("ab"))
        try await running.run { terminal, remote in
            remote.post { $0.capturesMouse = false }
            terminal.type("\u{1B}[1;2H\u{3}")
        }
        let output = String(decoding: running.terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}]52;c;YWI=\u{7}"))
        #expect(output.contains("\u{1B}[?1006l\u{1B}[?1002l"))
    }

    @Test func `the complete screen is drawn again after a stop`() async throws {
        let running = Running(Label("here"))
        try await running.run { terminal, remote in
            await remote.caughtUp()
            _ = terminal.takeOutput()
            terminal.type([0x1A])
            await terminal.receives("here")
        }
        let output = String(decoding: running.terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[?1049l") && output.contains("here"))
    }

    @Test func `closed input and broken output end the run with an error`() async throws {
        for breakage in [
            { (terminal: MemoryTerminal) in terminal.closeInput() },
            {
                $0.breakOutput(); $0.type("x")
            },
        ] {
            let running = Running(TextField())
            breakage(running.terminal)
            await #expect(throws: TerminalError.closed) { try await running.application.run() }
            #expect(!running.terminal.isOpen)
        }
    }

    @Test func `NO_COLOR keeps attributes and removes colors`() async throws {
        let label = Label(StyledText("x", Style(.bold, foreground: .ansi(.red))))
        let running = Running(label, environment: ["NO_COLOR": "1", "LANG": "C"])
        try await running.run { _, _ in }
        let output = String(decoding: running.terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[1mx") && !output.contains("31m"))
        #expect(running.application.window.glyphs == .ascii)
    }

    @Test func `moving or selecting one row costs less than 500 bytes, a page less than 3000`() async throws {
        let rows = Rows((0..<100).map { "Rusty Bear number \($0) with a long name" })
        let table = TableView()
        table.list.dataSource = rows
        let running = Running(table, size: Size(width: 80, height: 24))
        try await running.run { terminal, remote in
            for (key, limit) in [("j", 500), ("J", 500), ("\u{1B}[6~", 3000), ("j", 500), ("j", 500)] {
                await remote.caughtUp()
                _ = terminal.takeOutput()
                terminal.type(key)
                await remote.caughtUp()
                let count = terminal.takeOutput().count
                #expect(count > 0 && count <= limit, "\(key): \(count)")
            }
        }
    }
}
