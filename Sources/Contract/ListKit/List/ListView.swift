/// A list without a screen: it knows what is visible and where, keeps cells for just that, and follows its
/// data. A front end gives it a size, draws its ``layout()`` and passes on what the person does.
///
/// It asks its ``dataSource`` for everything and holds no data. All of it runs at once, in the isolation it
/// was made in. Nothing a caller passes can trap: a place that does not exist is ignored, and updates that
/// do not fit are an error.
public final class ListView {
    /// How sections look.
    public enum Style: Hashable, Sendable {
        /// A header stays at the upper edge while rows of its section are visible.
        case plain
        /// Headers move with their rows.
        case grouped
    }

    /// Answers what is shown. Not kept alive by the list. Setting it reloads the list.
    public weak var dataSource: (any ListDataSource)? { didSet { reloadData() } }
    /// Decides how the list behaves and hears what happens. Not kept alive by the list.
    public weak var delegate: (any ListDelegate)? { didSet { reloadHeights() } }
    /// Hears which rows will soon be needed. Not kept alive by the list.
    public weak var prefetcher: (any ListPrefetching)?

    /// How sections look.
    public var style = Style.plain { didSet { setNeedsLayout() } }
    /// How many columns the list has; not negative.
    public var width: Int {
        didSet {
            width = width.clamped(to: 0...Self.mostLines)
            if width != oldValue { reloadHeights() }
        }
    }
    /// How many lines of the list are visible; not negative.
    public var height: Int {
        didSet {
            height = height.clamped(to: 0...Self.mostLines)
            setNeedsLayout()
        }
    }
    /// The row that the list itself shows after all others, if any.
    public var constantRow: ConstantRow? { didSet { setNeedsLayout() } }

    /// How many rows can be selected. Fewer than are selected now deselects them all.
    public var selectionMode = SelectionMode.single { didSet { selectionModeChanged(from: oldValue) } }
    /// Whether the person is editing: rows show controls for deleting, inserting and moving.
    public var isEditing = false { didSet { editingChanged(from: oldValue) } }
    /// The swiped row and its actions. Scrolling, editing and reloading hide them.
    public internal(set) var swipe: Swipe?
    /// The row that the keys act on, if any: always one that exists, and it stays with its row.
    public internal(set) var cursor: RowPath? {
        didSet { if cursor != oldValue { delegate?.listDidMoveCursor(self) } }
    }

    /// Whether something happened since the last ``layout()``; if not, there is nothing to draw.
    package internal(set) var needsLayout = true {
        didSet { if needsLayout, !oldValue { onNeedsLayout?() } }
    }
    /// Where rows that stayed stood on the screen before the last updates, by where they are now.
    package internal(set) var earlierTops: [RowPath: Int] = [:]
    /// Called when updates have been applied.
    package var onUpdate: (() -> Void)?
    /// Called when there is something to draw again, once until the next ``layout()``.
    public var onNeedsLayout: (() -> Void)?

    /// The number of cells created so far. With reuse, about as many as fit on the screen.
    public private(set) var cellsMade = 0

    /// No list is larger and no row higher than this.
    static let mostLines = 1 << 20
    static let mostSections = 1 << 24

    var outline = Outline()
    var isLoaded = false
    /// The number of times the list was updated or reloaded.
    var updateCount = 0
    /// Whether a layout or an update is under way, during which others are asked and may call back.
    var isBusy = false
    var cells: [RowPath: LiveCell] = [:]
    var pool = CellPool()
    var constantCell = Cell()
    var selection: Set<RowPath> = []
    var lastLayout = ListLayout(elements: [], contentOffset: 0, contentHeight: 0)
    /// What was on the screen and where; the first of these that is still there holds the screen in place.
    var anchors: [Anchor] = []
    /// Where the screen is when no anchor is left.
    var lastOffset = 0
    var announced: Set<RowPath> = []
    var scrollsUp = false
    var firstVisibleIndex = 0

    /// A list of this size, empty until it has a data source.
    public init(width: Int = 80, height: Int = 24) {
        self.width = width.clamped(to: 0...Self.mostLines)
        self.height = height.clamped(to: 0...Self.mostLines)
    }

    // MARK: What there is

    /// The number of sections.
    public var numberOfSections: Int {
        load()
        return outline.rowCounts.count
    }

    /// How many rows there are in all sections.
    public var numberOfRows: Int {
        load()
        return outline.rowCount
    }

    /// Returns the number of rows in a section, or 0 if it doesn't exist.
    public func numberOfRows(inSection section: Int) -> Int {
        load()
        return outline.rowCounts.indices.contains(section) ? outline.rowCounts[section] : 0
    }

    /// Returns whether a row exists.
    public func contains(_ path: RowPath) -> Bool {
        load()
        return outline.contains(path)
    }

    /// Returns the row at a distance from another row, counted through all sections and limited to the first and the
    /// last row, or `nil` if `path` doesn't exist.
    public func row(_ distance: Int, from path: RowPath) -> RowPath? {
        load()
        guard let index = outline.index(of: path) else { return nil }
        return outline.path(at: index.plus(distance).clamped(to: 0...(outline.rowCount - 1)))
    }

    // MARK: Cells

    /// A cell of a kind, one that has left the screen if there is one. For use in
    /// ``ListDataSource/list(_:cellForRowAt:)``; its content is clear and its editing controls are set, so
    /// that `Cell.contentShift` holds.
    public func dequeue<Content: Cell>(_ kind: CellKind<Content>, for path: RowPath) -> Content {
        let cell: Content
        if let waiting = pool.take(kind) {
            cell = waiting
            cell.prepareForReuse()
        } else {
            cell = kind.make()
            cell.origin = kind.origin
            cellsMade += 1
        }
        setState(of: cell, at: path)
        return cell
    }

    /// Returns the cell of a visible row, or `nil` for other rows.
    public func cell(at path: RowPath) -> Cell? {
        layout()
        return cells[path]?.cell
    }

    // MARK: Reloading

    /// Asks the data source for everything again. The selection is cleared; the scroll position and the cursor stay
    /// if the rows still exist.
    public func reloadData() {
        updateCount += 1
        isLoaded = false
        selection = []
        swipe = nil
        announced = []
        for path in cells.keys { dropCell(at: path) }
        setNeedsLayout()
    }

    /// Asks anew for the cells of rows, because what they show has arrived or changed. Counts stay as they
    /// are. Rows that are not on the screen cost nothing: they are asked for when they come.
    public func reload(rows: some Sequence<RowPath>) {
        for path in rows { dropCell(at: path) }
        setNeedsLayout()
    }

    /// Measures all heights again, for example after the text size has changed.
    public func reloadHeights() {
        setNeedsLayout()
        guard isLoaded else { return }
        guard !isBusy else {
            isLoaded = false
            return
        }
        isBusy = true
        outline = Outline(outline.rowCounts.enumerated().map { describe(section: $0, rows: $1) })
        isBusy = false
    }

    func setNeedsLayout() { needsLayout = true }

    /// Asks how much there is, unless that is known. Not while the data source or the delegate is being
    /// asked: what they want reloaded is reloaded afterward.
    func load() {
        guard !isLoaded, !isBusy else { return }
        isBusy = true
        loadOutline()
        isBusy = false
    }

    func loadOutline() {
        guard !isLoaded else { return }
        isLoaded = true
        outline = Outline(askForCounts().enumerated().map { describe(section: $0, rows: $1) })
        cursor = cursor.flatMap(nearestRow(to:))
        selection = selection.filter(outline.contains)
        swipe = swipe.flatMap { outline.contains($0.path) ? $0 : nil }
    }

    func askForCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self).clamped(to: 0...Self.mostSections)).map {
            dataSource.list(self, numberOfRowsInSection: $0).clamped(to: 0...Outline.mostRows)
        }
    }

    func describe(section: Int, rows: Int) -> Outline.Section {
        Outline.Section(
            header: headerHeight(section), rows: rows, rowHeight: estimatedHeight(section),
            footer: footerHeight(section))
    }

    func estimatedHeight(_ section: Int) -> Int {
        (delegate?.list(self, estimatedRowHeightInSection: section) ?? 1).clamped(to: 1...Self.mostLines)
    }

    func headerHeight(_ section: Int) -> Int {
        dataSource?.list(self, titleForHeaderInSection: section) == nil ? 0 : 1
    }

    func footerHeight(_ section: Int) -> Int {
        dataSource?.list(self, titleForFooterInSection: section) == nil ? 0 : 1
    }

    /// The row itself where it exists, else the last one of its section, else any near it.
    func nearestRow(to path: RowPath) -> RowPath? {
        guard outline.rowCount > 0 else { return nil }
        if outline.contains(path) { return path }
        let section = path.section.clamped(to: 0...(outline.rowCounts.count - 1))
        let rows = outline.rowCounts[section]
        if rows > 0 {
            return RowPath(section: section, row: path.row.clamped(to: 0...(rows - 1)))
        }
        let above = outline.place(of: .header(section: section))?.rowsAbove ?? 0
        return outline.path(at: above.clamped(to: 0...(outline.rowCount - 1)))
    }
}
