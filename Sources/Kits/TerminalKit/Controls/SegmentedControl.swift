public import TerminalText

/// A row of segments, one of which can be selected. If not all of them fit, those around the current one are shown.
public final class SegmentedControl: Control {
    /// The titles of the choices.
    public var segments: [String] { didSet { setNeedsLayout() } }
    /// The index of the selected segment, or `nil` for none. An index that doesn't exist becomes `nil`.
    public var selectedIndex: Int? {
        didSet {
            if let index = selectedIndex, !segments.indices.contains(index) { selectedIndex = nil }
            if let selectedIndex, selectedIndex != oldValue { cursor = selectedIndex }
            setNeedsDisplay()
        }
    }
    /// The symbols before the titles, by segment.
    public var images: [Int: String] = [:] { didSet { setNeedsLayout() } }
    /// The style of the background of the selected segment.
    public var selectedBackground: Style? { didSet { setNeedsDisplay() } }
    /// Whether a segment is only reported when it is chosen, and doesn't stay selected.
    public var isMomentary = false { didSet { setNeedsDisplay() } }

    /// The segment that Enter selects.
    private var cursor = 0

    /// Creates a control.
    public init(_ segments: [String], selectedIndex: Int? = nil) {
        self.segments = segments
        self.selectedIndex = selectedIndex.flatMap { segments.indices.contains($0) ? $0 : nil }
        super.init()
    }

    private var titles: [String] {
        segments.enumerated().map { index, title in
            images[index].map { title.isEmpty ? $0.visible() : "\($0.visible()) \(title.visible())" }
                ?? title.visible()
        }
    }

    /// Inserts a segment. The selected segment stays selected.
    public func insertSegment(_ title: String, at index: Int) {
        let index = index.clamped(to: 0...segments.count)
        let chosen = selectedIndex
        images = Dictionary(uniqueKeysWithValues: images.map { ($0 >= index ? $0 + 1 : $0, $1) })
        segments.insert(title, at: index)
        selectedIndex = chosen.map { $0 >= index ? $0 + 1 : $0 }
    }

    /// Removes a segment. If it was selected, no segment is selected afterward.
    public func removeSegment(at index: Int) {
        guard segments.indices.contains(index) else { return }
        let chosen = selectedIndex
        selectedIndex = nil
        images[index] = nil
        images = Dictionary(uniqueKeysWithValues: images.map { ($0 > index ? $0 - 1 : $0, $1) })
        segments.remove(at: index)
        selectedIndex = chosen.flatMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
        cursor = cursor.clamped(to: 0...max(0, segments.count - 1))
    }

    /// The columns of each segment in a control that is wide enough.
    private var columns: [Range<Int>] {
        var start = 0
        return titles.map { title in
            let end = start + title.columnWidth + 2
            defer { start = end + 1 }
            return start..<end
        }
    }

    /// Returns the number of hidden columns at the left, so that the current segment is visible.
    private func hidden(_ columns: [Range<Int>]) -> Int {
        let width = columns.last?.upperBound ?? 0
        let current = isFocused ? cursor : selectedIndex ?? cursor
        guard width > bounds.width, columns.indices.contains(current) else { return 0 }
        let place = columns[current]
        let centered = (place.lowerBound + place.upperBound - bounds.width) / 2
        return max(0, min(centered, place.lowerBound - 1, width - bounds.width))
    }

    /// Returns the size of all segments on one line.
    public override func sizeThatFits(_ available: Size) -> Size {
        Size(width: columns.last?.upperBound ?? 0, height: 1)
    }

    /// Draws the segments: the selected one in brackets, and arrows at the ends if there are more.
    public override func draw(in context: DrawingContext) {
        let columns = columns
        let hidden = hidden(columns)
        let shown = isMomentary ? nil : selectedIndex
        let marked = isFocused ? cursor : nil
        for (index, (title, place)) in zip(titles, columns).enumerated() {
            let x = place.lowerBound - hidden
            if index > 0 { context.draw("│", context.theme.border, x: x - 1) }
            let isShown = index == shown
            var style = isEnabled ? context.theme.text : context.theme.disabled
            if isShown { style = Style(.bold).over(selectedBackground.map { style.over($0) } ?? style) }
            if index == marked { style = context.theme.focus.over(style) }
            context.draw(isShown ? "[\(title)]" : " \(title) ", style, x: x)
        }
        let isASCII = context.glyphs == .ascii
        if hidden > 0 { context.draw(isASCII ? "<" : "‹", context.theme.border) }
        if let end = columns.last?.upperBound, end - hidden > bounds.width {
            context.draw(isASCII ? ">" : "›", context.theme.border, x: bounds.width - 1)
        }
    }

    /// Chooses a segment and reports it, as if a person had chosen it.
    public func choose(_ index: Int) {
        guard isEnabled, segments.indices.contains(index) else { return }
        cursor = index
        guard isMomentary || selectedIndex != index else { return }
        selectedIndex = index
        send([.valueChanged, .primaryAction])
        if isMomentary { selectedIndex = nil }
    }

    /// Starts at the selected segment when the control gets the focus.
    public override func focusChanged() {
        if let selectedIndex { cursor = selectedIndex }
        setNeedsDisplay()
    }

    /// The arrow keys move between the segments and, at the ends, leave the control. Enter and Space select.
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

    /// A click selects a segment.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard isEnabled, event.kind == .press, event.button == .left else { return false }
        let columns = columns
        let x = event.location.x + hidden(columns)
        if let index = columns.firstIndex(where: { x < $0.upperBound }) { choose(index) }
        return true
    }
}
