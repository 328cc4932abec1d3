import ListKit
import Foundation
import TerminalText
import Testing

@testable import TerminalKit

/// Replays frames through pyte, an independent terminal emulator.
@Suite struct EmulatorTests {
    private static let script = """
        import sys, pyte
        width, height = int(sys.argv[1]), int(sys.argv[2])
        screen = pyte.Screen(width, height)
        stream = pyte.ByteStream(screen)
        stream.feed(sys.stdin.buffer.read())
        for y in range(height):
            row = screen.buffer[y]
            print("".join(row[x].data for x in range(width)).rstrip())
            print("".join("b" if row[x].bold else "r" if row[x].reverse else "." for x in range(width)).rstrip("."))
        """

    /// Returns pyte's screen after these bytes, or nil with a printed reason if pyte isn't installed.
    private func replay(_ bytes: [UInt8], _ size: Size) throws -> [String]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, "\(size.width)", "\(size.height)"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch {
            print("skipped: /usr/bin/python3 can't be run")
            return nil
        }
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let shown = output.fileHandleForReading.readDataToEndOfFile()
        // The end of its output shows that the process has ended. Waiting for the process would need a run loop.
        let lines = String(decoding: shown, as: UTF8.self).components(separatedBy: "\n").dropLast()
        guard lines.count == 2 * size.height else {
            print("skipped: pyte is not installed (apt install python3-pyte)")
            return nil
        }
        return Array(lines)
    }

    @Test func `pyte shows the same cells after a session of changes`() throws {
        let size = Size(width: 60, height: 12)
        let rows = Rows([
            ("Fruit", ["Apple", "毛绒熊", "Crème brûlée", "Straße"]), ("More", (0..<30).map { "Row \($0)" }),
        ])
        let table = TableView()
        table.list.dataSource = rows
        table.list.delegate = rows
        table.header = StackView(
            .horizontal, spacing: 1,
            [Button("Add", kind: .add), SegmentedControl(["A", "B"], selectedIndex: 0)])
        let window = Window(size: size, content: NavigationView(root: table, title: "Items"))
        var renderer = Renderer(colors: .ansi256)
        var bytes = Array("\u{1B}[?7l".utf8)
        for key in ["down", "down", "J", "pgdn", "left", "esc", "G", "g", "right", "enter", "down"] {
            let frame = window.drawFrame()
            bytes += renderer.bytes(for: frame.buffer, cursor: frame.cursor)
            window.press(key)
        }
        let frame = window.drawFrame()
        bytes += renderer.bytes(for: frame.buffer, cursor: frame.cursor)
        guard let shown = try replay(bytes, size) else { return }
        for y in 0..<size.height {
            #expect(shown[2 * y] == frame.buffer.text(ofRow: y))
            let looks = (0..<size.width).map { x -> String in
                let attributes = frame.buffer[x, y].style.attributes
                return attributes.contains(.bold) ? "b" : attributes.contains(.inverse) ? "r" : "."
            }.joined()
            var trimmed = looks
            while trimmed.last == "." { trimmed.removeLast() }
            #expect(shown[2 * y + 1] == trimmed)
        }
    }
}
