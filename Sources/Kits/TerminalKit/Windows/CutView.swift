import TerminalText

/// A view that scrolls if its content doesn't fit. Arrows show where more content is hidden.
class CutView: View {
    private let content: View
    private var offset = 0

    init(_ content: View) {
        self.content = content
        super.init()
        addSubview(content)
    }

    private func height(forWidth width: Int) -> Int {
        content.measure(Size(width: max(1, width), height: Size.unlimited.height)).height
    }

    private var isCut: Bool { height(forWidth: bounds.width) > bounds.height }
    /// The width of the content. The last column is for the arrows, if the content doesn't fit.
    private var width: Int { max(1, bounds.width - (isCut ? 1 : 0)) }
    private var hidden: Int { max(0, height(forWidth: width) - bounds.height) }

    override func sizeThatFits(_ available: Size) -> Size { content.measure(available) }

    override func layoutSubviews() {
        offset = offset.clamped(to: 0...hidden)
        content.frame = Rect(x: 0, y: -offset, width: width, height: bounds.height + hidden)
    }

    override func draw(in context: DrawingContext) {
        guard isCut, bounds.height > 0 else { return }
        let style = context.theme.accent
        if offset > 0 { context.draw(context.glyphs == .ascii ? "^" : "↑", style, x: bounds.width - 1) }
        guard offset < hidden else { return }
        context.draw(
            context.glyphs == .ascii ? "v" : "↓", style, x: bounds.width - 1, y: bounds.height - 1)
    }

    /// Scrolls as little as possible to make a rectangle visible.
    override func scrollToVisible(_ rect: Rect, of view: View) {
        guard view.isDescendant(of: content), view !== content else { return }
        let place = rect.offset(by: view.originInWindow - content.originInWindow)
        scroll(to: min(max(offset, place.maxY - bounds.height), place.minY))
    }

    /// Scrolls by screens. Returns whether the position has changed.
    func scroll(screens: Int) -> Bool { scroll(by: screens * max(1, bounds.height)) }

    /// Scrolls by lines. Returns whether the position has changed.
    func scroll(by lines: Int) -> Bool { !isHidden && scroll(to: offset + lines) }

    @discardableResult
    private func scroll(to line: Int) -> Bool {
        let target = line.clamped(to: 0...hidden)
        guard target != offset else { return false }
        offset = target
        setNeedsLayout()
        return true
    }

    override func pointer(_ event: PointerEvent) -> Bool {
        guard case .wheel(_, let y) = event.kind else { return false }
        return scroll(by: y)
    }
}
