import LootCore
import TerminalKit
import TerminalText

/// The line above all pages that shows a problem of the store. A click shows the whole text.
final class Banner: View {
    /// The problem, or `nil` for none.
    var problem: LootError? {
        didSet {
            guard problem != oldValue else { return }
            isHidden = problem == nil
            setNeedsLayout()
        }
    }

    /// Called to show the whole text of the problem.
    var onPress: (LootError) -> Void = { _ in }

    override init() {
        super.init()
        isHidden = true
    }

    private var text: String {
        problem.map { "! \($0.sentence)" }?.visible() ?? ""
    }

    /// The height of the text, at most a quarter of the available height.
    override func sizeThatFits(_ available: Size) -> Size {
        let lines = isHidden ? 0 : text.wrapped(to: max(1, available.width)).count
        return Size(width: available.width, height: min(lines, max(1, available.height / 4)))
    }

    override func pointer(_ event: PointerEvent) -> Bool {
        guard event.kind == .press, event.button == .left, let problem else { return false }
        onPress(problem)
        return true
    }

    override func draw(in context: DrawingContext) {
        let lines = text.wrapped(to: max(1, bounds.width))
        for (y, line) in lines.prefix(bounds.height).enumerated() {
            // The last visible line ends with an ellipsis if the text continues.
            let isCut = y == bounds.height - 1 && y < lines.count - 1
            let shown = isCut ? line + " " + lines[y + 1] : line
            context.draw(shown, context.theme.destructive, y: y, width: bounds.width)
        }
    }
}
