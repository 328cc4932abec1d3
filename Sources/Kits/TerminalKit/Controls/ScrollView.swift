import TerminalText

/// A view that shows a part of a larger view.
public final class ScrollView: View {
    /// The scrolled view.
    public var content: View? {
        didSet {
            guard content !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let content { addSubview(content) }
        }
    }
    /// The size of the content, or `nil` for its preferred size at the width of this view.
    public var contentSize: Size? { didSet { setNeedsLayout() } }
    /// The space around the content, which scrolls with it.
    public var contentInsets = Insets() { didSet { setNeedsLayout() } }
    /// The position of the visible part in the content, limited to the content.
    public var contentOffset = Point.zero {
        didSet {
            let kept = allowed(contentOffset)
            if kept != contentOffset { contentOffset = kept }
            if contentOffset != oldValue {
                onScroll?(self)
                setNeedsLayout()
            }
        }
    }
    /// Whether scrolling stops at multiples of the view's size.
    public var isPaging = false { didSet { contentOffset = allowed(contentOffset) } }
    /// Called after scrolling.
    public var onScroll: ((ScrollView) -> Void)?
    /// Called when the content is pulled down beyond its top, or when F5 is pressed. Set ``isRefreshing`` to `false`
    /// when the work is done.
    public var onRefresh: ((ScrollView) -> Void)?
    /// Whether content is being refreshed.
    public var isRefreshing = false { didSet { setNeedsLayout() } }

    /// The scale of the content, limited to ``zoomRange``.
    public var zoomScale = 1.0 {
        didSet {
            let kept =
                zoomScale.isFinite ? min(max(zoomScale, zoomRange.lowerBound), zoomRange.upperBound) : 1
            if kept != zoomScale { zoomScale = kept }
            if zoomScale != oldValue { setNeedsLayout() }
        }
    }
    /// The range of ``zoomScale``. If it isn't a single value, `+`, `-`, `0` and the wheel with Control change the scale.
    public var zoomRange = 1.0...1.0 {
        didSet { zoomScale = min(max(zoomScale, zoomRange.lowerBound), zoomRange.upperBound) }
    }

    private var laidOut = Size.zero
    private var swipe: Point?
    private var animation: RunningAnimation?
    private var pull = PullGesture()
    private var grip: ScrollGrip?

    /// Creates a view that scrolls another one.
    public init(_ content: View? = nil) {
        super.init()
        self.content = content
        // Property observers aren't called in initializers.
        if let content { addSubview(content) }
        hugging = LayoutPriorities(horizontal: 100, vertical: 100)
        compressionResistance.vertical = 500
    }

    /// The current page, counted from left to right if the content is wider than the view, and otherwise from top to bottom.
    public var currentPage: Int {
        get {
            isAcross
                ? contentOffset.x / max(1, viewport.width) : contentOffset.y / max(1, viewport.height)
        }
        set {
            let page = newValue.clamped(to: 0...(1 << 20))
            contentOffset =
                isAcross ? Point(x: page * viewport.width, y: 0) : Point(x: 0, y: page * viewport.height)
        }
    }

    /// The number of pages.
    public var numberOfPages: Int {
        let (size, step) = isAcross ? (laidOut.width, viewport.width) : (laidOut.height, viewport.height)
        return step > 0 ? max(1, (size + step - 1) / step) : 1
    }

    /// Scrolls to an offset with an animation.
    public func setContentOffset(_ offset: Point, _ animation: Animation) {
        let (old, target) = (contentOffset, allowed(offset))
        self.animation?.cancel()
        self.animation = RunningAnimation(animation, in: self) { [weak self] share in
            self?.contentOffset = Point(
                x: old.x + Int((Double(target.x - old.x) * share).rounded()),
                y: old.y + Int((Double(target.y - old.y) * share).rounded()))
        }
    }

    /// Changes the scale by a factor. The middle of the visible part stays where it is.
    func zoom(by factor: Double) {
        let old = zoomScale
        let middle = Point(x: contentOffset.x + viewport.width / 2, y: contentOffset.y + viewport.height / 2)
        zoomScale *= factor
        guard zoomScale != old, let window else { return }
        window.layoutIfNeeded()
        let grown = zoomScale / old
        contentOffset = Point(
            x: Int(Double(middle.x) * grown) - viewport.width / 2,
            y: Int(Double(middle.y) * grown) - viewport.height / 2)
    }

    private var canZoom: Bool { zoomRange.lowerBound < zoomRange.upperBound }

    private var isAcross: Bool { laidOut.width > viewport.width }
    private var top: Int { isRefreshing ? 1 : 0 }
    private var viewport: Size {
        Size(width: max(0, bounds.width - 1), height: max(0, bounds.height - top))
    }

    private func allowed(_ offset: Point) -> Point {
        let view = viewport
        var x = offset.x.clamped(to: 0...max(0, laidOut.width - view.width))
        var y = offset.y.clamped(to: 0...max(0, laidOut.height - view.height))
        if isPaging, view.width > 0, view.height > 0 {
            // The last page may be shorter than the view. Show it from its beginning, too.
            x =
                (offset.x.clamped(to: 0...max(0, laidOut.width - 1)) + view.width / 2) / view.width
                * view.width
            y =
                (offset.y.clamped(to: 0...max(0, laidOut.height - 1)) + view.height / 2) / view.height
                * view.height
            if laidOut.width <= view.width || x >= laidOut.width { x = max(0, x - view.width) }
            if laidOut.height <= view.height || y >= laidOut.height { y = max(0, y - view.height) }
        }
        return Point(x: x, y: y)
    }

    /// Starts refreshing, as after pulling down.
    func beginRefreshing() {
        guard !isRefreshing, let onRefresh else { return }
        isRefreshing = true
        onRefresh(self)
    }

    /// Returns the preferred size of the content, including the insets and the scroll bar.
    public override func sizeThatFits(_ available: Size) -> Size {
        let inner = Size(width: max(0, available.width - 1), height: available.height).inset(
            by: contentInsets)
        let size = (contentSize ?? content?.measure(inner) ?? .zero).outset(by: contentInsets)
        return Size(width: size.width + 1, height: size.height)
    }

    /// Positions the content by the offset and the scale.
    public override func layoutSubviews() {
        guard let content else { return }
        let view = viewport
        let inner = view.inset(by: contentInsets)
        let wanted = contentSize ?? content.measure(Size(width: inner.width, height: Size.unlimited.height))
        let natural = contentSize ?? Size(width: max(wanted.width, inner.width), height: wanted.height)
        let scaled =
            zoomScale == 1
            ? natural
            : Size(
                width: max(1, Int((Double(natural.width) * zoomScale).rounded())),
                height: max(1, Int((Double(natural.height) * zoomScale).rounded())))
        laidOut = scaled.outset(by: contentInsets)
        let offset = allowed(contentOffset)
        if offset != contentOffset { contentOffset = offset }
        let origin = Point(
            x: contentInsets.left - contentOffset.x, y: top + contentInsets.top - contentOffset.y)
        content.frame = Rect(origin: origin, size: scaled)
    }

    /// Draws the scroll bar and, during refreshing, a line at the top.
    public override func draw(in context: DrawingContext) {
        bar.draw(
            in: context.part(Rect(x: bounds.width - 1, y: top, width: 1, height: bounds.height - top)))
        if isRefreshing {
            context.draw("Refreshing…", context.theme.secondary, width: bounds.width, alignment: .center)
        }
    }

    /// Whether the content can be scrolled or zoomed and contains no view that can be focused.
    public override var canBecomeFocused: Bool {
        guard canZoom || laidOut.height > viewport.height || laidOut.width > viewport.width else {
            return false
        }
        return content.map { !ScrollView.holdsFocus($0) } ?? false
    }

    private static func holdsFocus(_ view: View) -> Bool {
        !view.isHidden && (view.canBecomeFocused || view.subviews.contains(where: holdsFocus))
    }

    /// Scrolls as little as possible to make a rectangle visible.
    override func scrollToVisible(_ rect: Rect, of view: View) {
        guard let content, view.isDescendant(of: content), view !== content else { return }
        let inContent = rect.offset(by: view.originInWindow - content.originInWindow)
        let place = inContent.offset(by: Point(x: contentInsets.left, y: contentInsets.top))
        var offset = contentOffset
        if place.maxY > offset.y + viewport.height { offset.y = place.maxY - viewport.height }
        if place.minY < offset.y { offset.y = place.minY }
        if place.maxX > offset.x + viewport.width { offset.x = place.maxX - viewport.width }
        if place.minX < offset.x { offset.x = place.minX }
        contentOffset = offset
    }

    private var bar: ScrollBar {
        ScrollBar(offset: contentOffset.y, visible: viewport.height, total: laidOut.height)
    }

    private func scroll(x: Int = 0, y: Int = 0) -> Bool {
        let old = contentOffset
        let step = isPaging ? viewport : Size(width: 1, height: 1)
        contentOffset = Point(
            x: old.x + (isPaging ? x.signum() * step.width : x),
            y: old.y + (isPaging ? y.signum() * step.height : y))
        return contentOffset != old
    }

    /// Scrolls with the page keys and refreshes with F5. Other keys scroll or zoom only if this view has the focus.
    public override func keyDown(_ key: Key) -> Bool {
        switch key {
        case Key(.pageUp): return scroll(y: -max(1, viewport.height - 1))
        case Key(.pageDown): return scroll(y: max(1, viewport.height - 1))
        case Key(.home) where isFocused: contentOffset = .zero
        case Key(.end) where isFocused: contentOffset = Point(x: 0, y: laidOut.height)
        case Key(.up) where isFocused: return scroll(y: -1)
        case Key(.down) where isFocused: return scroll(y: 1)
        case Key(.left) where isFocused: return scroll(x: -1)
        case Key(.right) where isFocused: return scroll(x: 1)
        case "+" where isFocused && canZoom: zoom(by: 1.25)
        case "-" where isFocused && canZoom: zoom(by: 0.8)
        case "0" where isFocused && canZoom: zoomScale = 1
        case Key(.function(5)) where onRefresh != nil: beginRefreshing()
        default: return false
        }
        return true
    }

    /// Scrolls with the wheel and the scroll bar, and refreshes if the content is pulled down beyond its top. If paging
    /// is enabled, a drag changes the page.
    public override func pointer(_ event: PointerEvent) -> Bool {
        let (line, height) = (event.location.y - top, viewport.height)
        if event.kind == .press {
            grip = event.location.x == bounds.width - 1 ? ScrollGrip(bar, atLine: line, height: height) : nil
        }
        if let grip, event.kind == .press || event.kind == .drag {
            contentOffset.y = grip.offset(bar, atLine: line, height: height)
            return true
        }
        if onRefresh != nil, pull.follow(event, isAtTop: contentOffset.y == 0) {
            beginRefreshing()
            return true
        }
        switch event.kind {
        case .wheel(_, let y) where canZoom && event.modifiers.contains(.control):
            zoom(by: y < 0 ? 1.25 : 0.8)
        case .wheel(let x, let y): return scroll(x: x * 3, y: y * 3)
        case .press:
            swipe = isPaging ? event.location : nil
            return isPaging || onRefresh != nil
        case .drag: break
        case .release: endSwipe(at: event.location)
        }
        return true
    }

    /// Moves by one page if the mouse was dragged by at least a quarter of the view.
    private func endSwipe(at end: Point) {
        guard let start = swipe else { return }
        swipe = nil
        let way = isAcross ? start.x - end.x : start.y - end.y
        let length = isAcross ? viewport.width : viewport.height
        guard length > 0, abs(way) >= max(2, length / 4) else { return }
        _ = scroll(x: isAcross ? way.signum() : 0, y: isAcross ? 0 : way.signum())
    }
}
