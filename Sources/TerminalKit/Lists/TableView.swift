public import ListKit
import TerminalText

/// Shows a ``/ListKit/ListView`` and lets a person work with it: cells, headers and footers, index, editing
/// controls, row actions, moving, refreshing.
///
/// The list asks its data source and delegate as ever; the table only draws what the list lays out and passes on
/// what keys and mouse mean. For cells of a class of your own, make a subclass and override
/// ``drawContent(of:in:)``.
open class TableView: View {
    /// The list that is shown.
    public let list: ListView
    /// A view above the rows that does not scroll.
    public var header: View? {
        didSet {
            guard header !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let header { addSubview(header) }
        }
    }
    /// What keys mean.
    public var keys = TableCommand.standardKeys
    /// The accessory of a row was chosen.
    public var onAccessory: ((RowPath) -> Void)?
    /// The person pulled the table down beyond its top, or pressed the key for it. Call ``endRefreshing()`` when
    /// the work is done.
    public var onRefresh: (() -> Void)?
    /// Whether the work of refreshing is going on.
    public private(set) var isRefreshing = false { didSet { setNeedsLayout() } }

    /// What the mouse is doing to a row.
    enum Gesture: Equatable {
        case none
        case pressing(RowPath, Point)
        case moving(RowPath, to: RowPath)
        case done
    }

    var gesture = Gesture.none { didSet { if gesture != oldValue { setNeedsDisplay() } } }
    var pull = PullGesture()
    var markedAction = 0
    var awaitsIndexTitle = false { didSet { setNeedsDisplay() } }

    /// A table over a list, or over a new one.
    public init(_ list: ListView = ListView(), header: View? = nil) {
        self.list = list
        self.header = header
        super.init()
        // Observers do not run in initializers.
        if let header { addSubview(header) }
        hugging = LayoutPriorities(horizontal: 1, vertical: 1)
        compressionResistance = LayoutPriorities(horizontal: 100, vertical: 100)
        list.onNeedsLayout = { [weak self] in self?.setNeedsDisplay() }
    }

    /// Always.
    open override var canBecomeFocused: Bool { true }

    /// Puts the cursor on the first visible row when keys come here and there is none.
    open override func focusChanged() {
        if isFocused, list.cursor == nil { list.moveCursor(to: list.visibleRows.first) }
        setNeedsDisplay()
    }

    /// The work of refreshing is done.
    public func endRefreshing() { isRefreshing = false }

    /// Does what pulling down does.
    public func beginRefreshing() {
        guard !isRefreshing, let onRefresh else { return }
        isRefreshing = true
        onRefresh()
    }

    // MARK: Layout

    /// Columns before the content: the cursor's mark, the mark of what is selected.
    static let gutter = 2
    var isGrouped: Bool { list.style == .grouped }
    /// The frame around groups, at each side.
    var inset: Int { isGrouped ? 2 : 0 }

    /// The rows' part of the table.
    var rowsArea: Rect {
        let top = min(
            bounds.height,
            (header?.isHidden == false ? header?.frame.height ?? 0 : 0) + (isRefreshing ? 1 : 0))
        return Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    }

    /// The widest title of the index, or the bar; and where it begins.
    var edgeWidth: Int {
        list.indexTitles.reduce(1) { max($0, $1.visible().columnWidth) }
    }

    /// All of the width, and the lines of all rows as far as they are known.
    open override func sizeThatFits(_ available: Size) -> Size {
        let top = header.map { $0.isHidden ? 0 : $0.measure(available).height } ?? 0
        let lines = min(available.height, max(1, list.layout().contentHeight))
        return Size(width: available.width, height: min(available.height, lines + top))
    }

    /// The header above, the list below.
    open override func layoutSubviews() {
        if let header, !header.isHidden {
            let height = min(header.measure(bounds.size).height, bounds.height)
            header.frame = Rect(width: bounds.width, height: height)
        }
        let area = rowsArea
        let width = max(0, area.width - edgeWidth - TableView.gutter - 2 * inset)
        if list.width != width { list.width = width }
        if list.height != area.height { list.height = area.height }
    }

    /// Draws the content of a cell, between the editing controls. Overrides call `super` for cells that are not
    /// theirs.
    open func drawContent(of cell: Cell, in context: DrawingContext) {
        CellDrawing.draw(cell, in: context)
    }

    /// What is laid out.
    open override func draw(in context: DrawingContext) {
        let area = rowsArea
        if isRefreshing, area.minY > 0 {
            context.draw(
                "Refreshing…", context.theme.secondary, y: area.minY - 1, width: bounds.width,
                alignment: .center)
        }
        let rows = context.part(area)
        let layout = list.layout()
        let width = max(0, area.width - edgeWidth)
        for element in layout.elements {
            let part = rows.part(Rect(x: 0, y: element.top, width: width, height: element.height))
            switch element.content {
            case .title(let title): drawTitle(title, of: element, in: part)
            case .cell(let cell): drawRow(cell, element, in: part)
            }
        }
        drawEdge(layout, in: rows.part(Rect(x: width, y: 0, width: edgeWidth, height: area.height)))
    }

    // MARK: Keys

    /// Keys mean what ``keys`` says. Up from the first row leads into the header, down from there back.
    open override func keyDown(_ key: Key) -> Bool {
        guard isFocused else { return key == Key(.down) && focus() }
        if awaitsIndexTitle {
            awaitsIndexTitle = false
            if let typed = key.typed { jump(toTitle: String(typed)) }
            return true
        }
        if list.swipe != nil, let isHandled = swipeKey(key) { return isHandled }
        guard let command = keys[key] else { return false }
        return perform(command) || command == .up && focusHeader()
    }

    private func focusHeader() -> Bool {
        guard let header else { return false }
        return window?.focusRing.first { $0.isDescendant(of: header) }?.focus() ?? false
    }

    /// Does what a key would do. Returns whether there was anything to do.
    @discardableResult
    public func perform(_ command: TableCommand) -> Bool {
        switch command {
        case .up: return moveCursor(by: -1)
        case .down: return moveCursor(by: 1)
        case .pageUp: moveByScreen(-1)
        case .pageDown: moveByScreen(1)
        case .first: moveToEnd(isLast: false)
        case .last: moveToEnd(isLast: true)
        case .previousSection: moveBySection(-1)
        case .nextSection: moveBySection(1)
        case .open:
            guard let cursor = list.cursor else { return false }
            if list.isEditing, list.commitEditing(at: cursor) { return true }
            list.tap(cursor)
        case .accessory:
            guard let cursor = list.cursor, list.cell(at: cursor)?.accessory == .detail, let onAccessory
            else {
                return false
            }
            onAccessory(cursor)
        case .commit:
            guard list.isEditing, let cursor = list.cursor else { return false }
            return list.commitEditing(at: cursor)
        case .moveUp: return moveRow(by: -1)
        case .moveDown: return moveRow(by: 1)
        case .showLeadingActions: return swipe(.leading)
        case .showTrailingActions: return swipe(.trailing)
        case .jumpByIndex:
            guard !list.indexTitles.isEmpty else { return false }
            awaitsIndexTitle = true
        case .refresh:
            guard onRefresh != nil else { return false }
            beginRefreshing()
        }
        return true
    }

    /// Jumps to the first section whose index title begins with a text, whatever its case.
    public func jump(toTitle text: String) {
        let wanted = text.lowercased()
        guard let index = list.indexTitles.firstIndex(where: { $0.lowercased().hasPrefix(wanted) }) else {
            return
        }
        jump(toIndex: index)
    }

    func jump(toIndex index: Int) {
        guard let section = list.jump(toIndexTitle: index) else { return }
        // The cursor goes along, without moving the screen away from the header.
        if list.numberOfRows(inSection: section) > 0 {
            list.moveCursor(to: RowPath(section: section, row: 0))
            list.scroll(toSection: section)
        }
    }

    private func moveCursor(by rows: Int) -> Bool {
        let old = list.cursor
        list.moveCursor(by: rows)
        if list.cursor == old {
            // At an end there may be a header or a footer still to see.
            let before = places
            list.scroll(by: rows.signum())
            return places != before
        }
        return true
    }

    /// What is on the screen and where.
    private var places: [ListElement.Kind: Int] {
        list.layout().elements.reduce(into: [:]) { $0[$1.kind] = $1.top }
    }

    private func moveByScreen(_ direction: Int) {
        let visible = list.visibleRows.count
        list.scroll(by: direction * max(1, list.height - 1))
        list.moveCursor(by: direction * max(1, visible - 1))
    }

    private func moveToEnd(isLast: Bool) {
        guard let start = list.cursor ?? list.visibleRows.first else { return }
        list.moveCursor(to: list.row(isLast ? .max : .min + 1, from: start))
        if !isLast { list.contentOffset = 0 }
    }

    private func moveBySection(_ direction: Int) {
        var section = (list.cursor?.section ?? 0) + direction
        while section >= 0, section < list.numberOfSections, list.numberOfRows(inSection: section) == 0 {
            section += direction
        }
        guard section >= 0, section < list.numberOfSections else { return }
        list.moveCursor(to: RowPath(section: section, row: 0))
        list.scroll(toSection: section)
    }

    private func moveRow(by distance: Int) -> Bool {
        guard let cursor = list.cursor, list.canMove(cursor) else { return false }
        var target = RowPath(section: cursor.section, row: cursor.row + distance)
        if target.row < 0 {
            guard cursor.section > 0 else { return true }
            target = RowPath(
                section: cursor.section - 1, row: list.numberOfRows(inSection: cursor.section - 1))
        } else if target.row >= list.numberOfRows(inSection: cursor.section) {
            guard cursor.section + 1 < list.numberOfSections else { return true }
            target = RowPath(section: cursor.section + 1, row: 0)
        }
        list.moveRow(at: cursor, to: target)
        if let cursor = list.cursor { list.scroll(to: cursor) }
        return true
    }

    /// A click chooses, dragging sideways shows row actions, dragging the handle moves, the wheel scrolls, the
    /// index jumps.
    open override func pointer(_ event: PointerEvent) -> Bool { follow(event) }

    // MARK: Row actions

    private func swipe(_ edge: Swipe.Edge) -> Bool {
        guard let cursor = list.cursor, list.swipe(cursor, from: edge) else { return false }
        markedAction = 0
        return true
    }

    /// What a key means while actions are shown; nil when it means what it always does.
    private func swipeKey(_ key: Key) -> Bool? {
        guard let swipe = list.swipe else { return nil }
        switch key {
        case Key(.left) where markedAction > 0: markedAction -= 1
        case Key(.right) where markedAction < swipe.actions.count - 1: markedAction += 1
        case Key(.left), Key(.right): list.endSwipe()
        case Key(.enter), " ": list.performSwipeAction(markedAction)
        case Key(.escape): list.endSwipe()
        default:
            list.endSwipe()
            return nil
        }
        setNeedsDisplay()
        return true
    }
}
