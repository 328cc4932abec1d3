import TerminalKit
import TerminalText

/// All keys and what they mean, over everything else. Any key that scrolls scrolls, the others close it.
final class HelpPanel: View {
    private let scroll: ScrollView

    init(_ bindings: KeyBindings, offers: (Command) -> Bool) {
        var lines: [(keys: String, summary: String)] = []
        for command in Command.allCases where offers(command) {
            let keys = bindings.keys(of: command)
            let byName = "\(bindings.firstKey(of: .palette) ?? "") \(command.name)"
            lines.append((keys.isEmpty ? byName : keys, command.summary))
        }
        if offers(.add) {
            lines.append(("", ""))
            for command in TableCommand.allCases where command.name != nil {
                lines.append((bindings.keys(of: command), command.summary))
            }
        }
        lines += [
            ("", ""), ("tab shift-tab", "To the next control, or the one before"),
            ("enter space", "Press a button, turn a switch"), ("left right", "Change what is chosen or set"),
            ("ctrl-s", "Save what was typed"), ("ctrl-z", "Back to the shell; fg goes on"), ("", ""),
            ("mouse", "Click, wheel; drag an item sideways for its actions"),
            ("", "While editing, drag its handle to move it"),
        ]
        let width = lines.map(\.keys.columnWidth).max() ?? 0
        let text = lines.map { $0.keys.padded(to: width) + "  " + $0.summary }
        let stack = StackView(.vertical, text.map { Label(StyledText($0)) })
        scroll = ScrollView(stack)
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
