import TerminalKit
import TerminalText

/// All keys and what they mean, over everything else. Any key that scrolls scrolls, the others close it.
final class HelpPanel: View {
    private let scroll: ScrollView

    /// The keys of the commands that are offered and of what moves. Where nothing does, letters are typed, and only other
    /// keys are commands.
    init(_ bindings: KeyBindings, moves: [TableCommand], offers: (Command) -> Bool) {
        var lines: [(keys: String, summary: String)] = []
        for command in Command.allCases where offers(command) {
            let keys = bindings.keys(of: command, withLetters: !moves.isEmpty)
            let palette = bindings.keys(of: .palette, withLetters: !moves.isEmpty).split(separator: " ").first
            let byName = "\(palette ?? "") \(command.name)"
            lines.append((keys.isEmpty ? byName : keys, command.summary))
        }
        if !moves.isEmpty { lines.append(("", "")) }
        for command in moves { lines.append((bindings.keys(of: command), command.summary)) }
        lines += [
            ("", ""), ("tab shift-tab", "To the next control, or the one before"),
            ("enter space", "Press a button, turn a switch"), ("+ -", "Change a number, or a part of a date"),
            ("ctrl-z", "Back to the shell; fg goes on"), ("", ""),
            ("mouse", "Click, wheel; drag an item sideways for its actions"),
            ("", "While editing, drag its handle to move it"),
        ]
        let keys = WidthGroup()
        scroll = ScrollView(StackView(.vertical, lines.map { HelpLine($0.keys, $0.summary, keys) }))
        super.init()
        addSubview(scroll)
    }

    override var canBecomeFocused: Bool { true }

    override func sizeThatFits(_ available: Size) -> Size {
        let size = scroll.measure(
            Size(width: max(0, available.width - 4), height: max(0, available.height - 2)))
        return Size(
            width: min(available.width, size.width + 4), height: min(available.height, size.height + 2))
    }

    override func layoutSubviews() { scroll.frame = bounds.inset(x: 2, y: 1) }

    override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        context.drawBox(nil, context.theme.text, title: "Keys (arrows scroll, any other key closes this)")
    }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.down), "j": scroll.contentOffset.y += 1
        case Key(.up), "k": scroll.contentOffset.y -= 1
        case Key(.pageDown), " ": scroll.contentOffset.y += max(1, bounds.height - 3)
        case Key(.pageUp): scroll.contentOffset.y -= max(1, bounds.height - 3)
        case Key(.home), "g": scroll.contentOffset = .zero
        case Key(.end), "G": scroll.contentOffset.y = Size.unlimited.height
        default: window?.dismiss(self)
        }
        return true
    }
}

/// Keys, and what they mean: side by side, or below each other where there is little room.
private final class HelpLine: View {
    private let keys: Label
    private let summary: Label

    init(_ keys: String, _ summary: String, _ group: WidthGroup) {
        self.keys = Label(StyledText(keys), style: Theme().header)
        self.summary = Label(summary, lines: 0)
        super.init()
        self.keys.widthGroup = group
        addSubview(self.keys)
        addSubview(self.summary)
    }

    private func frames(_ width: Int) -> (keys: Rect, summary: Rect) {
        let column = keys.measure(.unlimited).width
        let isNarrow = width < column + 24
        let inset = isNarrow ? 1 : column + 2
        let room = Size(width: max(1, width - inset), height: Size.unlimited.height)
        let hasKeys = keys.text.columnWidth > 0
        let height = summary.measure(room).height
        return (
            Rect(width: min(width, column), height: hasKeys ? 1 : 0),
            Rect(x: inset, y: isNarrow && hasKeys ? 1 : 0, width: room.width, height: max(1, height))
        )
    }

    override func sizeThatFits(_ available: Size) -> Size {
        let frames = frames(available.width)
        let columns = summary.measure(Size(width: frames.summary.width, height: available.height)).width
        return Size(
            width: min(available.width, max(frames.keys.width, frames.summary.minX + columns)),
            height: frames.summary.maxY)
    }

    override func layoutSubviews() {
        let frames = frames(bounds.width)
        keys.frame = frames.keys
        summary.frame = frames.summary
    }
}
