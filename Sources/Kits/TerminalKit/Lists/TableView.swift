public import ListKit
import TerminalText

/// Shows a ``/ListKit/ListView`` and lets a person work with it: cells, headers and footers, index, editing
/// controls, row actions, moving, refreshing.
///
/// The list asks its data source and delegate; the table draws what the list lays out, and passes on keys and the mouse.
/// For other cells, subclass ``ViewCell``, or subclass the table and override ``drawContent(of:in:)``.
open class TableView: View {
    /// The list that is shown.
    public let list: ListView
    /// A view above the rows that does not scroll.
    public var header: View? { didSet { exchange(oldValue, header) } }
    /// A view below the rows that does not scroll.
    public var footer: View? { didSet { exchange(oldValue, footer) } }
    /// The commands of keys.
    public var keys = TableCommand.standardKeys
    /// The accessory of a row was chosen.
    public var onAccessory: ((RowPath) -> Void)?
    /// Called when a row was pressed with the right button. The cursor is on the row.
    public var onContextMenu: ((RowPath) -> Void)?
    /// A row that can't be moved was dragged onto another one in editing mode.
    package var onMoveRefused: ((RowPath) -> Void)?
    /// The next key jumps to a title of the index, or does no more.
    package var onIndexWait: ((_ isWaiting: Bool) -> Void)?
    /// Whether rows slide to where updates take them, and in where they are new. Where motion is reduced, they don't.
    public var animatesUpdates = false
    /// The number of clicks that choose a row. The first one moves the cursor.
    public var clicksToOpen = 1
    /// The number that is being typed before a motion: `5j`, `120G`. Nil where none is.
    private(set) var count: Int? { didSet { if count != oldValue { onCount?(count) } } }
    /// The number before a motion has changed.
    package var onCount: ((Int?) -> Void)?
    /// The person pulled the table down beyond its top, or pressed the key for it. Set ``isRefreshing`` to false when
    /// the work is done.
    public var onRefresh: (() -> Void)?
    /// Whether the work of refreshing is going on. Setting it shows that and no more; ``onRefresh`` is called for what the
    /// person does alone.
    public var isRefreshing = false { didSet { setNeedsLayout() } }

    /// What the mouse is doing to a row.
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
    /// Whether the click that has begun chooses its row.
    var opens = false
    /// Whether the next key jumps to a title of the index.
    package private(set) var awaitsIndexTitle = false {
        didSet {
            setNeedsDisplay()
            if awaitsIndexTitle != oldValue { onIndexWait?(awaitsIndexTitle) }
        }
    }

    /// A table over a list, or over a new one.
    public init(_ list: ListView = ListView(), header: View? = nil) {
        self.list = list
        self.header = header
        super.init()
        // Observers do not run in initializers.
        if let header { addSubview(header) }
        insertSubview(cellViews, at: 0)
        hugging = LayoutPriorities(horizontal: 1, vertical: 1)
        compressionResistance = LayoutPriorities(horizontal: 100, vertical: 100)
        list.onNeedsLayout = { [weak self] in self?.listChanged() }
        list.onUpdate = { [weak self] in self?.beginSlide() }
    }

    /// Content views of cells are laid out; other cells are only drawn.
    private func listChanged() {
        if cellViews.subviews.isEmpty { setNeedsDisplay() } else { setNeedsLayout() }
    }

    private func exchange(_ old: View?, _ new: View?) {
        guard new !== old else { return }
        old?.removeFromSuperview()
        if let new { addSubview(new) }
    }

    /// Always.
    open override var canBecomeFocused: Bool { true }

    /// Puts the cursor on the first visible row when keys come here and there is none.
    open override func focusChanged() {
        if isFocused, list.cursor == nil { list.moveCursor(to: list.visibleRows.first) }
        setNeedsDisplay()
    }

    /// Does what pulling down does.
    package func beginRefreshing() {
        guard !isRefreshing, let onRefresh else { return }
        isRefreshing = true
        onRefresh()
    }

    /// Has the next key jump to a title of the index. Returns whether there are any.
    func beginIndexWait() -> Bool {
        awaitsIndexTitle = !list.indexTitles.isEmpty
        return awaitsIndexTitle
    }

    /// Has the next key mean what it always means.
    package func endIndexWait() { awaitsIndexTitle = false }

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
        let bottom = footer?.isHidden == false ? min(footer?.frame.height ?? 0, bounds.height - top) : 0
        return Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top - bottom)
    }

    /// The widest title of the index, or the bar.
    var edgeWidth: Int {
        list.indexTitles.reduce(1) { max($0, $1.visible().columnWidth) }
    }

    /// The columns of the rows. A free one parts them from the edge, so that nothing is glued to it.
    var rowsWidth: Int { max(0, rowsArea.width - edgeWidth - (isGrouped ? 0 : 1)) }

    /// All of the width, and the lines of all rows as far as they are known.
    open override func sizeThatFits(_ available: Size) -> Size {
        let others = [header, footer].compactMap { $0 }.filter { !$0.isHidden }
        let sides = others.reduce(0) { $0 + $1.measure(available).height }
        let lines = min(available.height, max(1, list.layout().contentHeight))
        return Size(width: available.width, height: min(available.height, lines + sides))
    }

    /// The header above, the list in the middle, the footer below.
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

    /// Returns a view of an image file, or `nil` for a symbol.
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

    /// Arrows and page keys move the cursor, as do the letters of `vi`. Up from the first row leads into the header, down
    /// from there back.
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

    /// A digit becomes part of the number before a motion; any other key ends that.
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

    /// A click chooses, the right button asks for a menu, dragging sideways shows row actions, dragging the handle moves,
    /// the wheel and the bar scroll, the index jumps.
    open override func pointer(_ event: PointerEvent) -> Bool { follow(event) }

    // MARK: Row actions

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
