import ListKit
import TerminalText

@testable import TerminalKit

extension Window {
    /// Creates a window with one view.
    convenience init(_ view: View, width: Int = 40, height: Int = 6) {
        self.init(size: Size(width: width, height: height), content: view)
    }

    /// The rows without the spaces at their ends.
    var lines: [String] {
        let buffer = drawFrame().buffer
        return (0..<buffer.size.height).map { buffer.text(ofRow: $0) }
    }

    /// The first row.
    var line: String { lines.first ?? "" }

    /// Presses keys by their names, separated by spaces.
    func press(_ names: String) {
        for name in names.split(separator: " ") {
            if let key = Key(name: String(name)) { handle(.key(key)) }
        }
    }

    /// Types text, scalar by scalar like a terminal.
    func type(_ text: String) {
        for scalar in text.unicodeScalars { handle(.key(Key(.character(Character(scalar))))) }
    }

    func mouse(_ action: Mouse.Action, _ x: Int, _ y: Int) {
        handle(.mouse(Mouse(action, at: Point(x: x, y: y))))
    }

    func click(_ x: Int, _ y: Int) {
        mouse(.press(.left), x, y)
        mouse(.release, x, y)
        // Enough time that two clicks aren't a double click.
        advance(to: time + .seconds(1))
    }

    func drag(from start: (Int, Int), to end: (Int, Int)) {
        mouse(.press(.left), start.0, start.1)
        mouse(.drag(.left), (start.0 + end.0) / 2, (start.1 + end.1) / 2)
        mouse(.drag(.left), end.0, end.1)
        mouse(.release, end.0, end.1)
    }

    func wheel(_ y: Int, at x: Int = 1, _ row: Int = 1) { mouse(.wheel(x: 0, y: y), x, row) }

    /// Returns the style of a cell.
    func style(_ x: Int, _ y: Int) -> Style { drawFrame().buffer[x, y].style }
}

/// Counts events.
final class Counter {
    var count = 0
}

extension Control {
    /// Counts events of a kind from now on.
    func counting(_ events: ControlEvents) -> Counter {
        let counter = Counter()
        on(events) { counter.count += 1 }
        return counter
    }
}

/// A view with only a size.
final class Block: View {
    let size: Size
    let letter: Character

    init(_ letter: Character, _ width: Int, _ height: Int = 1) {
        self.letter = letter
        size = Size(width: width, height: height)
    }

    override func sizeThatFits(_ available: Size) -> Size { size }
    override func draw(in context: DrawingContext) { context.fill(nil, .plain, with: letter) }
}
