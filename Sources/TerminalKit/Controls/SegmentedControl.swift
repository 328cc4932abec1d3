import TerminalText

/// Choices side by side.
public final class SegmentedControl: Control {
    /// What can be chosen.
    public var segments: [String] { didSet { setNeedsLayout() } }
    /// What is chosen; nil for nothing. A number that no segment has counts as nothing.
    public var selectedIndex: Int? {
        didSet {
            if let index = selectedIndex, !segments.indices.contains(index) { selectedIndex = nil }
            setNeedsDisplay()
        }
    }
    /// Whether a choice only sets something off and does not stay.
    public var isMomentary = false { didSet { setNeedsDisplay() } }

    /// The segment that Enter would choose.
    private var cursor = 0

    /// A control with these choices.
    public init(_ segments: [String], selectedIndex: Int? = nil) {
        self.segments = segments
        self.selectedIndex = selectedIndex.flatMap { segments.indices.contains($0) ? $0 : nil }
        super.init()
    }

    private var titles: [String] { segments.map { $0.visible() } }

    /// All choices on one line.
    public override func sizeThatFits(_ available: Size) -> Size {
        let width = titles.reduce(0) { $0 + $1.columnWidth + 2 }
        return Size(width: width + max(0, segments.count - 1), height: 1)
    }

    /// The chosen one stands in brackets.
    public override func draw(in context: DrawingContext) {
        var x = 0
        let shown = isMomentary ? nil : selectedIndex
        let marked = isFocused ? cursor : nil
        for (index, title) in titles.enumerated() {
            if index > 0 { x += context.draw("│", context.theme.border, x: x) }
            let isShown = index == shown
            var style = isEnabled ? context.theme.text : context.theme.disabled
            if isShown { style = Style(.bold).over(style) }
            if index == marked { style = context.theme.focus.over(style) }
            x += context.draw(isShown ? "[\(title)]" : " \(title) ", style, x: x)
        }
    }

    /// Chooses, as the person does.
    public func choose(_ index: Int) {
        guard isEnabled, segments.indices.contains(index) else { return }
        cursor = index
        guard isMomentary || selectedIndex != index else { return }
        selectedIndex = index
        send([.valueChanged, .primaryAction])
        if isMomentary { selectedIndex = nil }
    }

    /// Begins at the choice.
    public override func focusChanged() {
        if let selectedIndex { cursor = selectedIndex }
        setNeedsDisplay()
    }

    /// The arrows go from one to the next, and on beyond the ends; Enter and Space choose.
    public override func keyDown(_ key: Key) -> Bool {
        guard isEnabled, !segments.isEmpty else { return false }
        cursor = cursor.clamped(to: 0...(segments.count - 1))
        switch key {
        case Key(.left) where cursor > 0: cursor -= 1
        case Key(.right) where cursor < segments.count - 1: cursor += 1
        case Key(.enter), " ": choose(cursor)
        default: return false
        }
        setNeedsDisplay()
        return true
    }

    /// A click chooses.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        var end = 0
        for (index, title) in titles.enumerated() {
            end += title.columnWidth + 2
            if event.location.x < end {
                choose(index)
                break
            }
            end += 1
        }
        return true
    }
}
