import TerminalKit
import TerminalText

/// All keys and what they mean, over everything else. Any key that scrolls scrolls, the others close it.
final class HelpPanel: View {
    private let scroll: ScrollView

    /// The keys of the commands that are offered and of what moves. Where nothing does, letters are typed, and only other
    /// keys are commands.
    init(_ bindings: KeyBindings, moves: [TableCommand], offers: (Command) -> Bool) {
        var lines: [(keys: String, summary: String)] = []
        for command in Command.all where offers(command) {
            let keys = bindings.keys(of: command, withLetters: !moves.isEmpty)
            let palette = bindings.keys(of: .screen(.palette), withLetters: !moves.isEmpty).split(
                separator: " "
            ).first
            let byName = "\(palette ?? "") \(command.name)"
            lines.append((keys.isEmpty ? byName : keys, command.summary))
        }
        if !moves.isEmpty { lines.append(("", "")) }
        for command in moves { lines.append((bindings.keys(of: command), command.summary)) }
        lines += [
            ("", ""), ("tab shift-tab", "To the next control, or the one before"),
            ("enter space", "Press a button, turn a switch"), ("+ -", "Change a number, or a part of a date"),
            ("ctrl-z", "Back to the shell; fg goes on"), ("", ""),
            ("5j 120G", "A number before a motion: so many times, or that row"), ("", ""),
            ("mouse", "A click puts the cursor there, two open; the right button has a menu"),
            ("", "Drag an item sideways for its actions, the bar to scroll; hints are buttons"),
            ("", "While editing, drag an item's handle to move it"),
        ]
        let keys = WidthGroup()
        scroll = ScrollView(StackView(.vertical, lines.map { HelpLine($0.keys, $0.summary, keys) }))
        super.init()
        addSubview(scroll)
    }

    override var canBecomeFocused: Bool { true }

    /// Where there is little room, the keys have all of it.
    private func hasFrame(_ size: Size) -> Bool { size.width >= 40 && size.height >= 10 }

    override func sizeThatFits(_ available: Size) -> Size {
        guard hasFrame(available) else { return available }
        let size = scroll.measure(
            Size(width: max(0, available.width - 4), height: max(0, available.height - 2)))
        return Size(
            width: min(available.width, size.width + 4), height: min(available.height, size.height + 2))
    }

    override func layoutSubviews() {
        let room = window?.bounds.size ?? bounds.size
        scroll.frame = hasFrame(room) ? bounds.inset(x: 2, y: 1) : bounds
    }

    override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        guard hasFrame(window?.bounds.size ?? bounds.size) else { return }
        context.drawBox(nil, context.theme.text, title: "Keys (arrows scroll, any other key closes this)")
    }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.down), "j", Key("n", .control), Key("e", .control): scroll.contentOffset.y += 1
        case Key(.up), "k", Key("p", .control), Key("y", .control): scroll.contentOffset.y -= 1
        case Key(.pageDown), " ", Key("f", .control), Key("d", .control):
            scroll.contentOffset.y += max(1, bounds.height - 3)
        case Key(.pageUp), Key("b", .control), Key("u", .control):
            scroll.contentOffset.y -= max(1, bounds.height - 3)
        case Key(.home), "g": scroll.contentOffset = .zero
        case Key(.end), "G": scroll.contentOffset.y = Size.unlimited.height
        default: window?.dismiss(self)
        }
        return true
    }
}

/// Keys, and what they mean: side by side, or one behind the other where there is little room.
private final class HelpLine: View {
    private let keys: Label
    private let summary: Label
    private let both: Label

    init(_ keys: String, _ summary: String, _ group: WidthGroup) {
        self.keys = Label(StyledText(keys), style: Theme().header)
        self.summary = Label(summary, lines: 0)
        both = Label(StyledText(keys, Theme().header) + StyledText(keys.isEmpty ? summary : ": " + summary))
        both.numberOfLines = 0
        super.init()
        self.keys.widthGroup = group
        for view in [self.keys, self.summary, both] { addSubview(view) }
    }

    private var column: Int { keys.measure(.unlimited).width }
    private func isNarrow(_ width: Int) -> Bool { width < column + 24 }

    private func room(_ width: Int) -> Size {
        Size(width: max(1, width - column - 2), height: Size.unlimited.height)
    }

    override func sizeThatFits(_ available: Size) -> Size {
        if isNarrow(available.width) {
            return both.measure(Size(width: max(1, available.width), height: Size.unlimited.height))
        }
        let size = summary.measure(room(available.width))
        return Size(width: min(available.width, column + 2 + size.width), height: max(1, size.height))
    }

    override func layoutSubviews() {
        let isNarrow = isNarrow(bounds.width)
        keys.isHidden = isNarrow
        summary.isHidden = isNarrow
        both.isHidden = !isNarrow
        both.frame = bounds
        keys.frame = Rect(width: min(bounds.width, column), height: 1)
        summary.frame = Rect(x: column + 2, y: 0, width: room(bounds.width).width, height: bounds.height)
    }
}
