import LootCore
import TerminalKit
import TerminalText

/// Says over all pages what is wrong with the store, for as long as it is. A click says all of it.
final class Banner: View {
    /// What is wrong; nil for nothing.
    var problem: LootError? {
        didSet {
            guard problem != oldValue else { return }
            isHidden = problem == nil
            setNeedsLayout()
        }
    }

    /// All of what is wrong is to be read.
    var onPress: (LootError) -> Void = { _ in }

    override init() {
        super.init()
        isHidden = true
    }

    private var text: String {
        problem.map { "! \($0.headline): \($0.explanation)" }?.visible() ?? ""
    }

    /// As high as its text, but no more than a quarter of what there is.
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
            // The last line there is room for says that there is more.
            let isCut = y == bounds.height - 1 && y < lines.count - 1
            let shown = isCut ? line + " " + lines[y + 1] : line
            context.draw(shown, context.theme.destructive, y: y, width: bounds.width)
        }
    }
}
