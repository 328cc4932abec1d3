import TerminalText

/// The position in scrolled content, drawn as a bar.
struct ScrollBar {
    var offset: Int
    var visible: Int
    var total: Int

    /// Returns the lines of the draggable part in a bar of this height, or `nil` if all content is visible.
    func thumb(height: Int) -> Range<Int>? {
        guard total > visible, height > 1, visible > 0 else { return nil }
        // Estimated heights can be huge, so use floating-point numbers.
        let length = max(1, Int(Double(height) * Double(visible) / Double(total)))
        let share = min(1, max(0, Double(offset) / Double(total - visible)))
        let start = Int((share * Double(height - length)).rounded())
        return start..<start + length
    }

    /// Returns the offset at which the draggable part begins at a line.
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

/// A drag of a scroll bar. It stores the distance of the mouse from the upper end of the draggable part.
struct ScrollGrip: Equatable {
    private let distance: Int

    /// Starts dragging at a line. A press outside the draggable part moves its middle there.
    init?(_ bar: ScrollBar, atLine y: Int, height: Int) {
        guard let thumb = bar.thumb(height: height) else { return nil }
        distance = thumb.contains(y) ? y - thumb.lowerBound : thumb.count / 2
    }

    /// Returns the offset for a drag to a line.
    func offset(_ bar: ScrollBar, atLine y: Int, height: Int) -> Int {
        bar.offset(atLine: y - distance, height: height)
    }
}

/// The gesture of pulling down beyond the top: three successive notches of the wheel, or a drag of three rows.
struct PullGesture {
    private var notches = 0
    private var start: Int?

    /// Returns whether an event completes the gesture.
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
