import TerminalText

/// Where one is in something long.
struct ScrollBar {
    var offset: Int
    var visible: Int
    var total: Int

    /// The lines of the part that can be dragged, in a bar of this height; nil where everything can be seen.
    func thumb(height: Int) -> Range<Int>? {
        guard total > visible, height > 1, visible > 0 else { return nil }
        // Doubles, because estimated heights can be huge.
        let length = max(1, Int(Double(height) * Double(visible) / Double(total)))
        let share = min(1, max(0, Double(offset) / Double(total - visible)))
        let start = Int((share * Double(height - length)).rounded())
        return start..<start + length
    }

    /// The offset that brings the upper end of the thumb to a line.
    func offset(atLine y: Int, height: Int) -> Int {
        guard let thumb = thumb(height: height), height > thumb.count else { return 0 }
        let share = min(1, max(0, Double(y) / Double(height - thumb.count)))
        return Int((share * Double(total - visible)).rounded())
    }

    func draw(in context: DrawingContext) {
        guard let thumb = thumb(height: context.size.height) else { return }
        context.fill(nil, context.theme.border, with: "│")
        let frame = Rect(x: 0, y: thumb.lowerBound, width: 1, height: thumb.count)
        context.fill(frame, context.theme.secondary, with: "█")
    }
}

/// A scroll bar in the hand: how far below its upper end it was taken.
struct ScrollGrip: Equatable {
    private let distance: Int

    /// Takes a bar at a line. A press beside the thumb brings its middle there at once.
    init?(_ bar: ScrollBar, atLine y: Int, height: Int) {
        guard let thumb = bar.thumb(height: height) else { return nil }
        distance = thumb.contains(y) ? y - thumb.lowerBound : thumb.count / 2
    }

    /// The offset that a drag to a line leads to.
    func offset(_ bar: ScrollBar, atLine y: Int, height: Int) -> Int {
        bar.offset(atLine: y - distance, height: height)
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
