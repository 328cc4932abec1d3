import TerminalKit
import TerminalText

/// The screen of the list: the table with its header, over it a line that tells what is due and the tabs of the views,
/// below it a line that tells what happens, and beside it, where there is room, the details of the item under the cursor.
final class ListPage: View {
    /// From so many columns on the details stand beside the list.
    static let widthOfSplit = 100

    let table: ItemTableView
    let header: ListHeader
    /// What is due; without a message it takes no room.
    let due = StatusLine()
    /// All items, and the views; where there are none, it takes no room.
    let tabs = SegmentedControl([])
    let status = StatusLine()
    /// The details of the item under the cursor, to be read.
    let preview: PreviewPane
    /// Whether details are wanted beside the list.
    var wantsPane = true { didSet { setNeedsLayout() } }
    /// The details that were opened, which take the place of the preview. As long as they are there, keys go to them.
    var detail: View? {
        didSet {
            guard detail !== oldValue else { return }
            oldValue?.removeFromSuperview()
            for view in others { view.isInert = detail != nil }
            if let detail { addSubview(detail) }
        }
    }
    /// The list was pressed while details are open.
    var onLeave: () -> Void = {}
    /// What was pressed beside open details, which the rest of the press belongs to.
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

    /// Whether details stand beside the list.
    var isSplit: Bool { wantsPane && bounds.width >= ListPage.widthOfSplit && bounds.height > 5 }

    /// The columns of the details, where they stand beside the list.
    private var paneWidth: Int { isSplit ? min(90, max(44, bounds.width * 2 / 5)) : 0 }

    /// Where there is little room the rows have it, unless the header is being used.
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

    /// Letters that move in the list lead back to it from what stands around it.
    override func keyDown(_ key: Key) -> Bool {
        guard detail == nil, key.typed != nil, let command = table.keys[key], window?.focusedView !== table
        else { return false }
        table.focus()
        table.perform(command)
        return true
    }

    /// What is pressed beside open details leads back to the list, and does there what it always does unless there is a
    /// question first.
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

    /// Has what lies under the mouse take a press. Returns what did.
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
    /// The same with its place as another view has it.
    fileprivate func moved(from one: View, to other: View) -> PointerEvent {
        var event = self
        let (from, to) = (one.originInWindow, other.originInWindow)
        event.location = Point(x: location.x + from.x - to.x, y: location.y + from.y - to.y)
        return event
    }
}
