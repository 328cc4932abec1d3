import TerminalKit
import TerminalText

/// The screen of the list: due dates, the tabs of the views, the table with its header, and a status line. On a wide
/// screen, the details of the item at the cursor are next to the list.
final class ListPage: View {
    /// The minimum screen width for details next to the list.
    static let widthOfSplit = 100

    let table: ItemTableView
    let header: ListHeader
    /// The due dates. Hidden if there are none.
    let due = StatusLine()
    /// The tabs for all items and for each view. Hidden if there are no views.
    let tabs = SegmentedControl([])
    let status = StatusLine()
    /// The read-only details of the item at the cursor.
    let preview: PreviewPane
    /// Whether the person wants details next to the list.
    var wantsPane = true { didSet { setNeedsLayout() } }
    /// The opened details, which replace the preview and receive the keys, or `nil`.
    var detail: View? {
        didSet {
            guard detail !== oldValue else { return }
            oldValue?.removeFromSuperview()
            for view in others { view.isInert = detail != nil }
            if let detail { addSubview(detail) }
        }
    }
    /// Called when the list is clicked while details are open.
    var onLeave: () -> Void = {}
    /// The view outside the open details on which the mouse button was pressed. It receives all mouse events until
    /// the release.
    private weak var pressed: View?

    init(table: ItemTableView, header: ListHeader, preview: PreviewPane) {
        self.table = table
        self.header = header
        self.preview = preview
        super.init()
        table.header = header
        for view in [due, table, tabs, preview, status] { addSubview(view) }
    }

    private var others: [View] { [due, table, tabs, preview, status] }

    /// Whether details are shown next to the list.
    var isSplit: Bool { wantsPane && bounds.width >= ListPage.widthOfSplit && bounds.height > 5 }

    /// The width of the details next to the list, or 0.
    private var paneWidth: Int { isSplit ? min(90, max(44, bounds.width * 2 / 5)) : 0 }

    /// On a small screen, the header is hidden unless it is in use.
    override func layoutSubviews() {
        let isUsed = window?.focusedView?.isDescendant(of: header) ?? false
        header.isCompact = bounds.height < 9
        header.isHidden = header.isCompact && !isUsed && header.search.text.isEmpty
        let width = isSplit ? bounds.width - paneWidth - 1 : bounds.width
        let isWhole = detail == nil || !isSplit
        let statusWidth = isWhole ? bounds.width : width
        let line = status.height(in: Size(width: statusWidth, height: bounds.height))
        let top = bounds.height > 11 && !due.message.isEmpty ? 1 : 0
        due.frame = Rect(width: width, height: top)
        let views = bounds.height > 5 && !tabs.segments.isEmpty ? 1 : 0
        tabs.isHidden = views == 0
        tabs.frame = Rect(y: top, width: width, height: views)
        let above = top + views
        table.frame = Rect(y: above, width: width, height: bounds.height - line - above)
        status.frame = Rect(x: 0, y: bounds.height - line, width: statusWidth, height: line)
        let pane = Rect(x: width + 1, y: 0, width: paneWidth, height: bounds.height)
        preview.isHidden = !isSplit || detail != nil
        preview.frame = Rect(origin: pane.origin, size: Size(width: pane.width, height: pane.height - line))
        detail?.frame = isSplit ? pane : bounds
        for view in [due, table, status] { view.isHidden = detail != nil && !isSplit }
    }

    override func draw(in context: DrawingContext) {
        guard isSplit else { return }
        let height = bounds.height - (detail == nil ? status.frame.height : 0)
        let line = Rect(x: bounds.width - paneWidth - 1, y: 0, width: 1, height: height)
        context.fill(line, context.theme.border, with: "│")
    }

    /// Letters that move the cursor return the focus from the header to the list.
    override func keyDown(_ key: Key) -> Bool {
        guard detail == nil, key.typed != nil, let command = table.keys[key], window?.focusedView !== table
        else { return false }
        table.focus()
        table.perform(command)
        return true
    }

    /// A click next to open details closes them. The view below the mouse then handles the click, unless a question
    /// is shown.
    override func pointer(_ event: PointerEvent) -> Bool {
        switch event.kind {
        case .press:
            guard detail != nil else { return false }
            onLeave()
            if detail == nil, window?.presentations.isEmpty == true { pressed = passOn(event) }
            return true
        case .drag, .release:
            guard let view = pressed, view.window != nil else { return false }
            if event.kind == .release { pressed = nil }
            return view.pointer(event.moved(from: self, to: view))
        case .wheel: return false
        }
    }

    /// Sends a press to the view below the mouse, and returns the view that handled it.
    private func passOn(_ event: PointerEvent) -> View? {
        window?.layoutIfNeeded()
        var view = hitTest(event.location)
        while let current = view, current !== self {
            if current.canBecomeFocused { current.focus() }
            if current.pointer(event.moved(from: self, to: current)) { return current }
            view = current.superview
        }
        return nil
    }
}

extension PointerEvent {
    /// Returns the event with its location converted to another view.
    fileprivate func moved(from one: View, to other: View) -> PointerEvent {
        var event = self
        let (from, to) = (one.originInWindow, other.originInWindow)
        event.location = Point(x: location.x + from.x - to.x, y: location.y + from.y - to.y)
        return event
    }
}
