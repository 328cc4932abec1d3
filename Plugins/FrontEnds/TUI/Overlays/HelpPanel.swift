import LootCore
import TerminalKit
import TerminalText
import TextSearch

/// The keys and their meanings, in groups. Typing filters them; arrows scroll, Enter and Escape close the panel.
final class HelpPanel: View {
    private struct Entry {
        var keys: String
        var summary: String

        func matches(_ words: [Substring]) -> Bool {
            let text = Folding.fold(keys + " " + summary)
            return words.allSatisfy { text.contains($0) }
        }
    }

    private let field = TextField(placeholder: String(localized: "Search"))
    private let stack = StackView(.vertical)
    private let scroll: ScrollView
    private let groups: [(title: String, entries: [Entry])]

    /// Creates a panel with the keys of the offered commands and of list commands. Without list commands, only keys
    /// that don't type a letter are included.
    init(_ bindings: KeyBindings, moves: [TableCommand], offers: (Command) -> Bool) {
        let palette = bindings.keys(of: .screen(.palette), withLetters: !moves.isEmpty).split(separator: " ")
            .first
        var listed: Set<String> = []
        let commands = bindings.all.filter(offers).map { command in
            let keys = bindings.keys(of: command, withLetters: !moves.isEmpty)
            // Two opposite actions share their keys, which are listed once.
            let isNew = listed.insert(keys).inserted && !keys.isEmpty
            return Entry(keys: isNew ? keys : "\(palette ?? "") \(command.name)", summary: command.summary)
        }
        let motions = moves.map { Entry(keys: bindings.keys(of: $0), summary: $0.summary) }
        let numbers = Entry(
            keys: "5j 120G", summary: String(localized: "Repeat a motion, or go to a row"))
        let controls = [
            ([Key(.tab), Key(.tab, .shift)], String(localized: "Go to the next or the previous control")),
            (
                [Key(.enter), " "],
                String(localized: "Press a button, or turn a switch on or off")
            ),
            (["+", "-"], String(localized: "Change a number or a part of a date")),
            ([Key("z", .control)], String(localized: "Suspend the program; fg resumes it")),
        ].map { Entry(keys: $0.0.map { $0.label() }.joined(separator: " "), summary: $0.1) }
        let mouse = [
            String(localized: "Click to move the cursor, double-click to open, right-click for a menu"),
            String(
                localized:
                    "Drag an item sideways for its actions; drag the bar to scroll; click a hint to run its command"
            ),
            String(localized: "In edit mode, drag the handle of an item to move it"),
        ].map { Entry(keys: String(localized: "Mouse"), summary: $0) }
        groups = [
            (String(localized: "Commands"), commands),
            (String(localized: "Moving"), moves.isEmpty ? [] : motions + [numbers]),
            (String(localized: "Controls"), controls), (String(localized: "Mouse"), mouse),
        ]
        scroll = ScrollView(stack)
        super.init()
        addSubview(field)
        addSubview(scroll)
        field.on(.editingChanged) { [weak self] in self?.filter() }
        field.on(.primaryAction) { [weak self] in self?.window?.dismiss(self) }
        filter()
    }

    /// Shows the entries that contain all words.
    private func filter() {
        for view in stack.subviews { view.removeFromSuperview() }
        let words = Folding.fold(field.text).split(separator: " ")
        let width = WidthGroup()
        for group in groups {
            let found = group.entries.filter { $0.matches(words) }
            guard !found.isEmpty else { continue }
            if !stack.subviews.isEmpty { stack.addSubview(Label("")) }
            let title = Label(group.title)
            title.themeStyle = \.header
            stack.addSubview(title)
            for entry in found { stack.addSubview(HelpLine(entry.keys, entry.summary, width)) }
        }
        if stack.subviews.isEmpty {
            stack.addSubview(Label(String(localized: "No key or command contains this text.")))
        }
        scroll.contentOffset = .zero
    }

    /// Whether there is room for a frame.
    private func hasFrame(_ size: Size) -> Bool { size.width >= 40 && size.height >= 10 }

    override func sizeThatFits(_ available: Size) -> Size {
        guard hasFrame(available) else { return available }
        // The size doesn't change while the entries are filtered.
        return Size(width: min(available.width, 80), height: available.height)
    }

    override func layoutSubviews() {
        let room = hasFrame(window?.bounds.size ?? bounds.size) ? bounds.inset(x: 2, y: 1) : bounds
        field.frame = Rect(x: room.minX, y: room.minY, width: room.width, height: min(1, room.height))
        scroll.frame = Rect(
            x: room.minX, y: room.minY + 1, width: room.width, height: max(0, room.height - 1))
    }

    override func draw(in context: DrawingContext) {
        context.fill(nil, context.theme.text)
        guard hasFrame(window?.bounds.size ?? bounds.size) else { return }
        context.drawBox(
            nil, context.theme.text,
            title: String(localized: "Keys (type to search, arrows scroll, Esc closes)"))
    }

    override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.down), Key("n", .control): scroll.contentOffset.y += 1
        case Key(.up), Key("p", .control): scroll.contentOffset.y -= 1
        case Key(.pageDown): scroll.contentOffset.y += max(1, scroll.bounds.height - 1)
        case Key(.pageUp): scroll.contentOffset.y -= max(1, scroll.bounds.height - 1)
        case Key(.escape): window?.dismiss(self)
        default: return false
        }
        return true
    }
}

/// A line of the help: keys and their meaning side by side, or in one label if space is limited.
private final class HelpLine: View {
    private let keys: Label
    private let summary: Label
    private let both: Label

    init(_ keys: String, _ summary: String, _ group: WidthGroup) {
        self.keys = Label(StyledText(keys), style: Theme().header)
        self.summary = Label(summary, lines: 0)
        both = Label(
            StyledText(keys, Theme().header)
                + StyledText(keys.isEmpty ? summary : Language.current.titled("", summary)))
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
