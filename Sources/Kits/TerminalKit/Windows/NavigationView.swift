import TerminalText

/// A stack of pages, with a bar that shows the title and a way back.
///
/// Escape and a click at the left of the bar go back. The pages below keep their state and receive their focus again.
public final class NavigationView: View {
    /// The way in which a person goes back.
    public enum WayBack: Hashable, Sendable {
        /// By pressing Escape.
        case escape
        /// By clicking at the left of the bar.
        case bar
    }

    private struct Page {
        var view: View
        var title: String
        var accessories: [View]
        weak var focus: View?
    }

    private var pages: [Page] = []
    /// Returns whether a page may be popped when a person goes back. A page that was kept can be popped later with
    /// ``pop()``. If this is `nil`, all pages may be popped.
    public var allowsBack: ((View, WayBack) -> Bool)?
    /// Called when a page was popped.
    public var onPop: ((View) -> Void)?

    /// Creates a stack with a first page, which can't be popped.
    public init(root: View, title: String, accessories: [View] = []) {
        super.init()
        push(root, title: title, accessories: accessories)
    }

    /// The views of all pages, beginning with the root.
    public var stack: [View] { pages.map(\.view) }
    /// The view of the topmost page.
    public var top: View? { pages.last?.view }
    /// The title of the topmost page.
    public var title: String {
        get { pages.last?.title ?? "" }
        set {
            guard !pages.isEmpty else { return }
            pages[pages.count - 1].title = newValue
            setNeedsDisplay()
        }
    }

    /// The views on the right side of the bar for the topmost page.
    public var accessories: [View] {
        get { pages.last?.accessories ?? [] }
        set {
            guard !pages.isEmpty else { return }
            for view in accessories { view.removeFromSuperview() }
            pages[pages.count - 1].accessories = newValue
            for view in newValue { addSubview(view) }
        }
    }

    /// Shows another page. `accessories` are shown at the right of the bar.
    public func push(_ view: View, title: String, accessories: [View] = []) {
        guard !pages.contains(where: { $0.view === view }) else { return }
        if !pages.isEmpty { pages[pages.count - 1].focus = window?.focusedView }
        removeTop()
        pages.append(Page(view: view, title: title, accessories: accessories))
        showTop()
    }

    /// Returns to the previous page. Returns whether there is one.
    @discardableResult
    public func pop() -> Bool {
        guard pages.count > 1 else { return false }
        removeTop()
        let gone = pages.removeLast()
        showTop()
        onPop?(gone.view)
        return true
    }

    private func removeTop() {
        guard let page = pages.last else { return }
        for view in page.accessories { view.removeFromSuperview() }
        page.view.removeFromSuperview()
    }

    private func showTop() {
        guard let page = pages.last else { return }
        // Add the page before its accessories, so that it comes first in the focus ring.
        addSubview(page.view)
        for view in page.accessories { addSubview(view) }
        layoutIfInWindow()
        if let focus = page.focus, focus.focus() { return }
        if window?.focusedView == nil { window?.focusFirst() }
    }

    private func layoutIfInWindow() { window?.layoutIfNeeded() }

    /// Returns the preferred size of the topmost page and the bar.
    public override func sizeThatFits(_ available: Size) -> Size {
        let inner = Size(width: available.width, height: max(0, available.height - 1))
        let size = pages.last?.view.measure(inner) ?? .zero
        return Size(width: size.width, height: size.height + 1)
    }

    /// Positions the bar and, below it, the topmost page.
    public override func layoutSubviews() {
        guard let page = pages.last else { return }
        page.view.frame = Rect(x: 0, y: 1, width: bounds.width, height: bounds.height - 1)
        var right = bounds.width
        for view in page.accessories.reversed() {
            let width = min(view.measure(Size(width: right, height: 1)).width, right)
            right -= width
            view.frame = Rect(x: right, y: 0, width: width, height: 1)
            right = max(0, right - 1)
        }
    }

    private var backText: String {
        guard pages.count > 1 else { return "" }
        return " ‹ " + pages[pages.count - 2].title.visible().truncated(to: max(4, bounds.width / 4)) + " "
    }

    /// Draws the bar.
    public override func draw(in context: DrawingContext) {
        let bar = context.part(Rect(width: bounds.width, height: 1))
        bar.fill(nil, context.theme.bar)
        let back = bar.draw(backText, context.theme.bar)
        let right = pages.last?.accessories.map(\.frame.minX).min() ?? bounds.width
        let columns = title.visible().columnWidth
        let style = context.theme.bar.over(Style(.bold))
        let centered = (bounds.width - columns) / 2
        if centered > back, centered + columns < right {
            bar.draw(title, style, x: centered)
        } else if right - back > 2 {
            bar.draw(title, style, x: back + 1, width: right - back - 2)
        }
    }

    /// Returns the theme for views on the bar.
    override func looks(of subview: View, within theme: Theme) -> Theme? {
        pages.last?.view === subview ? nil : theme.onBar
    }

    /// Escape goes back.
    public override func keyDown(_ key: Key) -> Bool { key == Key(.escape) && goBack(.escape) }

    private func goBack(_ way: WayBack) -> Bool {
        guard pages.count > 1, let top else { return false }
        return allowsBack?(top, way) == false || pop()
    }

    /// A click at the left of the bar goes back.
    public override func pointer(_ event: PointerEvent) -> Bool {
        guard event.kind == .press, event.location.y == 0, event.location.x < backText.columnWidth else {
            return false
        }
        return goBack(.bar)
    }
}
