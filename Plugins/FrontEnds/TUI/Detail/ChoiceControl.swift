import LootActions
import LootCore
import TerminalKit
import TerminalText
import TextSearch

/// A control that chooses one of several strings, or none, from a list or by first letters.
final class ChoiceControl: Control {
    /// The chosen text, which may be none of the choices. Empty for none.
    var chosen: String { didSet { if chosen != oldValue { setNeedsLayout() } } }

    private let choices: [String]
    private let title: String
    /// The letters typed so far to find a choice.
    private var typed = ""

    /// Creates a control. `title` is the title of the list of choices.
    init(_ choices: [String], of title: String, chosen: String) {
        (self.choices, self.title, self.chosen) = (choices, title, chosen)
        super.init()
    }

    private var text: String { "[ \((chosen.isEmpty ? ItemPresentation.notSet : chosen).visible()) ▾ ]" }

    override func sizeThatFits(_ available: Size) -> Size {
        Size(width: min(text.columnWidth, available.width), height: 1)
    }

    override func draw(in context: DrawingContext) {
        let base = isEnabled ? context.theme.accent : context.theme.disabled
        let style = isFocused ? context.theme.focus.over(base) : base
        let mark = context.glyphs == .ascii ? " v ]" : " ▾ ]"
        let room = max(0, bounds.width - mark.columnWidth)
        let name = "[ \((chosen.isEmpty ? ItemPresentation.notSet : chosen).visible())".truncated(
            to: room, glyphs: context.glyphs)
        let end = context.draw(name, style)
        context.draw(mark, style, x: end)
    }

    override func focusChanged() {
        typed = ""
        setNeedsDisplay()
    }

    private func pick(_ choice: String) {
        guard choice != chosen else { return }
        chosen = choice
        send([.valueChanged, .primaryAction])
    }

    /// Shows a list of the choices and “not set”.
    private func showChoices() {
        typed = ""
        let entries =
            [Palette.Entry(ItemPresentation.notSet) { [weak self] in self?.pick("") }]
            + choices.map { choice in Palette.Entry(choice) { [weak self] in self?.pick(choice) } }
        let current = (choices.firstIndex(of: chosen) ?? -1) + 1
        window?.present(
            Palette(
                title, entries, at: current, asking: String(localized: "Type to find a choice"),
                empty: String(localized: "No such choice")))
    }

    /// Enter and Space show the choices, letters choose the one that begins with them, and Backspace chooses none.
    override func keyDown(_ key: Key) -> Bool {
        guard isEnabled else { return false }
        switch key {
        case Key(.enter), " ": showChoices()
        case Key(.backspace), Key(.delete):
            typed = ""
            pick("")
        default:
            guard let letter = key.typed else { return false }
            find(letter)
        }
        return true
    }

    /// Chooses the first choice that begins with the letters typed so far, or else the next one that begins
    /// with this letter.
    private func find(_ letter: Character) {
        func begins(_ choice: String, _ start: String) -> Bool {
            Folding.fold(choice).hasPrefix(Folding.fold(start))
        }
        typed.append(letter)
        if let choice = choices.first(where: { begins($0, typed) }) { return pick(choice) }
        typed = String(letter)
        let next = (choices.firstIndex(of: chosen) ?? -1) + 1
        let inTurn = choices[next...] + choices[..<next]
        if let choice = inTurn.first(where: { begins($0, typed) }) { pick(choice) } else { typed = "" }
    }

    /// A click shows the choices.
    override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        showChoices()
        return true
    }
}
