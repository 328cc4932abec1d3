public import ListKit
import TerminalText

/// A view of a ``/ListKit/ListView``: cells, headers and footers, the index, editing controls, row actions, moving
/// and refreshing.
///
/// The table draws the layout of the list and forwards keys and the mouse. For custom cells, subclass ``ViewCell``,
/// or subclass the table and override ``drawContent(of:in:)``.
open class TableView: View {
    /// The list.
    public let list: ListView
    /// The view above the rows. It doesn't scroll.
    public var header: View? { didSet { exchange(oldValue, header) } }
    /// The view below the rows. It doesn't scroll.
    public var footer: View? { didSet { exchange(oldValue, footer) } }
    /// The commands of keys.
    public var keys = TableCommand.standardKeys
    /// Called when the accessory of a row is triggered.
    public var onAccessory: ((RowPath) -> Void)?
    /// Called when a row is clicked with the right button. The cursor is on the row.
    public var onContextMenu: ((RowPath) -> Void)?
    /// Called in editing mode when the user drags a row that can't be moved onto another row.
    package var onMoveRefused: ((RowPath) -> Void)?
    /// Called when the table starts or stops waiting for the first character of an index title.
    package var onIndexWait: ((_ isWaiting: Bool) -> Void)?
    /// Whether updates are animated: rows slide to their new positions. Has no effect if motion is reduced.
    public var animatesUpdates = false
    /// The number of clicks that select a row. The first one moves the cursor.
    public var clicksToOpen = 1
    /// The count typed before a motion, such as `5j` or `120G`, or `nil`.
    private(set) var count: Int? { didSet { if count != oldValue { onCount?(count) } } }
    /// Called when the count before a motion has changed.
    package var onCount: ((Int?) -> Void)?
    /// Called when the person pulled the table down beyond its top or pressed the key for refreshing. Set
    /// ``isRefreshing`` to `false` when the work is done.
    public var onRefresh: (() -> Void)?
    /// Whether the table shows that it is being refreshed. Setting it doesn't call ``onRefresh``.
    public var isRefreshing = false { didSet { setNeedsLayout() } }

    /// The current use of the mouse on a row.
    enum Gesture: Equatable {
        case none
        case pressing(RowPath, Point)
        case moving(RowPath, to: RowPath)
        case scrolling(ScrollGrip)
        case done
    }

    private let cellViews = CellContainer()
    private var images: [CellImage: ImageView] = [:]
    var gesture = Gesture.none { didSet { if gesture != oldValue { setNeedsDisplay() } } }
    var slide: RowSlide?
    var slideAnimation: RunningAnimation?
    var pull = PullGesture()
    var markedAction = 0
    /// Whether the current click selects its row.
    var opens = false
    /// Whether the next key jumps to a title of the index.
    package private(set) var awaitsIndexTitle = false {
        didSet {
            setNeedsDisplay()
            if awaitsIndexTitle != oldValue { onIndexWait?(awaitsIndexTitle) }
        }
    }

    /// Creates a table for a list, or for a new one.
    public init(_ list: ListView = ListView(), header: View? = nil) {
        self.list = list
        self.header = header
        super.init()
        // Property observers aren't called in initializers.
        if let header { addSubview(header) }
        insertSubview(cellViews, at: 0)
        hugging = LayoutPriorities(horizontal: 1, vertical: 1)
        compressionResistance = LayoutPriorities(horizontal: 100, vertical: 100)
        list.onNeedsLayout = { [weak self] in self?.listChanged() }
        list.onUpdate = { [weak self] in self?.beginSlide() }
    }

    /// Requests a layout if cells have content views, and otherwise only drawing.
    private func listChanged() {
        if cellViews.subviews.isEmpty { setNeedsDisplay() } else { setNeedsLayout() }
    }

    private func exchange(_ old: View?, _ new: View?) {
        guard new !== old else { return }
        old?.removeFromSuperview()
        if let new { addSubview(new) }
    }

    /// Always true.
    open override var canBecomeFocused: Bool { true }

    /// Moves the cursor to the first visible row if the table gets the focus and has no cursor.
    open override func focusChanged() {
        if isFocused, list.cursor == nil { list.moveCursor(to: list.visibleRows.first) }
        setNeedsDisplay()
    }

    /// Starts refreshing, as after pulling down.
    package func beginRefreshing() {
        guard !isRefreshing, let onRefresh else { return }
        isRefreshing = true
        onRefresh()
    }

    /// Lets the next key jump to a title of the index. Returns whether there are titles.
    func beginIndexWait() -> Bool {
        awaitsIndexTitle = !list.indexTitles.isEmpty
        return awaitsIndexTitle
    }

    /// Stops waiting for the first character of an index title.
    package func endIndexWait() { awaitsIndexTitle = false }

    // MARK: Layout

    /// The columns before the content, for the cursor and the selection mark.
    static let gutter = 2
    var isGrouped: Bool { list.style == .grouped }
    /// The width of the border around groups, at each side.
    var inset: Int { isGrouped ? 2 : 0 }

    var rowsArea: Rect {
        let top = min(
            bounds.height,
            (header?.isHidden == false ? header?.frame.height ?? 0 : 0) + (isRefreshing ? 1 : 0))
        let bottom = footer?.isHidden == false ? min(footer?.frame.height ?? 0, bounds.height - top) : 0
        return Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top - bottom)
    }

    /// The width of the index or the scroll bar.
    var edgeWidth: Int {
        list.indexTitles.reduce(1) { max($0, $1.visible().columnWidth) }
    }

    /// The width of the rows. An empty column separates them from the index or scroll bar.
    var rowsWidth: Int { max(0, rowsArea.width - edgeWidth - (isGrouped ? 0 : 1)) }

    /// The frame of the row with the cursor, or `nil` if it isn't visible.
    package var cursorFrame: Rect? {
        let area = rowsArea
        guard let cursor = list.cursor,
            let element = list.layout().elements.first(where: { $0.path == cursor }),
            (0..<area.height).contains(element.top)
        else { return nil }
        return Rect(
            x: inset, y: area.minY + element.top, width: rowsWidth - 2 * inset, height: element.height)
    }

    /// Returns the available width and the height of all rows, as far as it is known.
    open override func sizeThatFits(_ available: Size) -> Size {
        let others = [header, footer].compactMap { $0 }.filter { !$0.isHidden }
        let sides = others.reduce(0) { $0 + $1.measure(available).height }
        let lines = min(available.height, max(1, list.layout().contentHeight))
        return Size(width: available.width, height: min(available.height, lines + sides))
    }

    /// Positions the header, the rows and the footer.
    open override func layoutSubviews() {
        if let header, !header.isHidden {
            let height = min(header.measure(bounds.size).height, bounds.height)
            header.frame = Rect(width: bounds.width, height: height)
        }
        if let footer, !footer.isHidden {
            let height = min(footer.measure(bounds.size).height, bounds.height)
            footer.frame = Rect(y: bounds.height - height, width: bounds.width, height: height)
        }
        let area = rowsArea
        let width = max(0, rowsWidth - TableView.gutter - 2 * inset)
        if list.width != width { list.width = width }
        if list.height != area.height { list.height = area.height }
        placeCellViews(list.layout())
    }

    /// Sets the frames of the cells' content views. Returns whether any has changed.
    @discardableResult
    private func placeCellViews(_ layout: ListLayout) -> Bool {
        cellViews.frame = rowsArea
        return cellViews.show(
            layout.elements.compactMap { element in
                guard let cell = element.cell as? ViewCell, element.path != nil else { return nil }
                return (cell.contentView, contentFrame(of: cell, element))
            })
    }

    /// The frame of a cell's content in the rows' area.
    private func contentFrame(of cell: Cell, _ element: ListElement) -> Rect {
        let shift = cell.contentShift
        let width = rowsWidth - 2 * inset - TableView.gutter - shift.leading - shift.trailing
        return Rect(
            x: inset + TableView.gutter + shift.leading, y: element.top, width: width, height: element.height)
    }

    /// Draws the content of a cell, between the editing controls. Overrides call `super` for other cells.
    open func drawContent(of cell: Cell, in context: DrawingContext) {
        if let cell = cell as? ViewCell {
            cell.contentView.drawTree(in: context)
        } else {
            CellDrawing.draw(cell, imageView: cell.image.flatMap(imageView), in: context)
        }
    }

    /// Returns a view of an image file, or `nil` for a symbol or a file that can't be decoded.
    private func imageView(_ image: CellImage) -> ImageView? {
        if let view = images[image] { return view }
        guard let file = Image(name: image.symbol, file: image.file)?.decoded, file.isDecoded else {
            return nil
        }
        // Enough for a few screens.
        if images.count > 200 { images.removeAll() }
        let view = ImageView(file)
        images[image] = view
        return view
    }

    /// Draws the rows, the headers and footers, and the index or scroll bar.
    open override func draw(in context: DrawingContext) {
        let area = rowsArea
        if isRefreshing, area.minY > 0 {
            context.draw(
                "Refreshing…", context.theme.secondary, y: area.minY - 1, width: bounds.width,
                alignment: .center)
        }
        let rows = context.part(area)
        let layout = list.layout()
        if placeCellViews(layout) { cellViews.layoutTree() }
        for element in layout.elements {
            let shift = slide?.shift(of: element, width: rowsWidth) ?? .zero
            let place = Point(x: shift.x, y: element.top + shift.y)
            let part = rows.part(Rect(origin: place, size: Size(width: rowsWidth, height: element.height)))
            if let cell = element.cell {
                drawRow(cell, element, in: part)
            } else {
                drawTitle(element.title ?? "", of: element, in: part)
            }
        }
        let edge = Rect(x: area.width - edgeWidth, y: 0, width: edgeWidth, height: area.height)
        drawEdge(layout, in: rows.part(edge))
    }

    // MARK: Keys

    /// Moves the cursor with the arrow keys, the page keys, and the letters of `vi`. Up from the first row moves the
    /// focus into the header, and down moves it back.
    open override func keyDown(_ key: Key) -> Bool {
        guard isFocused else { return key == Key(.down) && focus() }
        if awaitsIndexTitle {
            awaitsIndexTitle = false
            if let typed = key.typed { jump(toTitle: String(typed)) }
            return true
        }
        if list.swipe != nil, let isHandled = swipeKey(key) { return isHandled }
        guard let command = keys[key] else { return takeDigit(key) }
        let times = count
        count = nil
        return perform(command, times: times) || command == .up && focusHeader()
    }

    /// Adds a digit to the count before a motion. Any other key clears the count.
    private func takeDigit(_ key: Key) -> Bool {
        guard let digit = key.typed.flatMap({ $0.isASCII ? $0.wholeNumberValue : nil }),
            digit > 0 || count != nil
        else {
            count = nil
            return false
        }
        count = min((count ?? 0) * 10 + digit, 999_999_999)
        return true
    }

    private func focusHeader() -> Bool {
        guard let header else { return false }
        return window?.focusRing.first { $0.isDescendant(of: header) }?.focus() ?? false
    }

    /// A click selects, the right button shows a menu, dragging sideways shows row actions, dragging the handle moves
    /// a row, the wheel and the scroll bar scroll, and the index jumps.
    open override func pointer(_ event: PointerEvent) -> Bool { follow(event) }

    // MARK: Row actions

    /// Handles a key while row actions are shown. Returns `nil` if the key has its usual meaning.
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
