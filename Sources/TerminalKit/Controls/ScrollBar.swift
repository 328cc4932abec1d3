import TerminalText

/// Where one is in something long.
struct ScrollBar {
    var offset: Int
    var visible: Int
    var total: Int

    func draw(in context: DrawingContext) {
        let height = context.size.height
        guard total > visible, height > 1, visible > 0 else { return }
        // Doubles, because estimated heights can be huge.
        let length = max(1, Int(Double(height) * Double(visible) / Double(total)))
        let share = min(1, max(0, Double(offset) / Double(total - visible)))
        let start = Int((share * Double(height - length)).rounded())
        context.fill(nil, context.theme.border, with: "│")
        context.fill(Rect(x: 0, y: start, width: 1, height: length), context.theme.secondary, with: "█")
    }
}

/// Pulling down beyond the top: three notches of the wheel without a pause in another direction, or a drag of
/// three rows.
struct PullGesture {
    private var notches = 0
    private var start: Int?

    /// Whether an event completes the pull.
    mutating func follow(_ event: PointerEvent, isAtTop: Bool) -> Bool {
        switch event.kind {
        case .wheel(_, let y):
            notches = y < 0 && isAtTop ? notches + 1 : 0
            guard notches >= 3 else { return false }
            notches = 0
            return true
        case .press: start = isAtTop ? event.location.y : nil
        case .drag:
            guard let start, event.location.y - start >= 3 else { return false }
            self.start = nil
            return true
        case .release: start = nil
        }
        return false
    }
}
