/// A list, independent of how it is drawn. It computes what is visible, keeps cells for the visible rows only, and
/// preserves the selection, the cursor and the scroll position when its data changes.
///
/// A front end sets the size, draws the ``layout()`` and forwards input. The list stores no data; it asks its
/// ``dataSource``.
///
/// A list isn't sendable; use it only on the actor that created it. Its methods are synchronous. No argument can trap:
/// positions that don't exist are ignored, and updates that don't match the data throw an error.
public final class ListView {
    /// The behavior of section headers.
    public enum Style: Hashable, Sendable {
        /// The header stays at the upper edge while rows of its section are visible.
        case plain
        /// Headers scroll with their rows.
        case grouped
    }

    /// Provides the content. The list doesn't retain it. Setting it reloads the list.
    public weak var dataSource: (any ListDataSource)? { didSet { reloadData() } }
    /// Decides how the list behaves and receives its events. The list doesn't retain it.
    public weak var delegate: (any ListDelegate)? { didSet { reloadHeights() } }
    /// Receives the rows that will soon be visible. The list doesn't retain it.
    public weak var prefetcher: (any ListPrefetching)?

    /// The behavior of section headers.
    public var style = Style.plain { didSet { setNeedsLayout() } }
    /// The width in columns. Negative values count as 0.
    public var width: Int {
        didSet {
            width = width.clamped(to: 0...Self.mostLines)
            if width != oldValue { reloadHeights() }
        }
    }
    /// The visible height in lines. Negative values count as 0.
    public var height: Int {
        didSet {
            height = height.clamped(to: 0...Self.mostLines)
            setNeedsLayout()
        }
    }
    /// The row that the list shows after all others, or `nil`.
    public var constantRow: ConstantRow? { didSet { setNeedsLayout() } }

    /// The number of rows that can be selected. If more are selected than a new mode allows, all are deselected.
    public var selectionMode = SelectionMode.single { didSet { selectionModeChanged(from: oldValue) } }
    /// Whether rows show controls for deleting, inserting and moving.
    public var isEditing = false { didSet { editingChanged(from: oldValue) } }
    /// The swiped row and its actions, or `nil`. Scrolling, editing and reloading hide them.
    public internal(set) var swipe: Swipe?
    /// The row that keys act on, or `nil`. It always exists, and updates of the list adjust its path.
    public internal(set) var cursor: RowPath? {
        didSet { if cursor != oldValue { delegate?.listDidMoveCursor(self) } }
    }

    /// Whether something changed since the last ``layout()`` and has to be drawn.
    package internal(set) var needsLayout = true {
        didSet { if needsLayout, !oldValue { onNeedsLayout?() } }
    }
    /// The first screen lines of rows before the last updates, by the current path of the row. Deleted rows aren't
    /// included.
    package internal(set) var earlierTops: [RowPath: Int] = [:]
    /// Called after updates have been applied.
    package var onUpdate: (() -> Void)?
    /// Called when the list has to be drawn again, at most once before the next ``layout()``.
    public var onNeedsLayout: (() -> Void)?

    /// The number of cells created so far. With reuse, about as many as fit on the screen.
    public private(set) var cellsMade = 0

    /// The maximum size of the list and of a row.
    static let mostLines = 1 << 20
    static let mostSections = 1 << 24

    var outline = Outline()
    var isLoaded = false
    /// The number of times the list was updated or reloaded.
    var updateCount = 0
    /// Whether a layout or an update is in progress. The data source and the delegate may call the list while it is.
    var isBusy = false
    var cells: [RowPath: LiveCell] = [:]
    var pool = CellPool()
    var constantCell = Cell()
    var selection: Set<RowPath> = []
    var lastLayout = ListLayout(elements: [], contentOffset: 0, contentHeight: 0)
    /// The visible elements and their positions. The first one that still exists fixes the scroll position.
    var anchors: [Anchor] = []
    /// The scroll position if none of the anchors exists.
    var lastOffset = 0
    var announced: Set<RowPath> = []
    var scrollsUp = false
    var firstVisibleIndex = 0

    /// Creates a list. It is empty until it has a data source.
    public init(width: Int = 80, height: Int = 24) {
        self.width = width.clamped(to: 0...Self.mostLines)
        self.height = height.clamped(to: 0...Self.mostLines)
    }

    // MARK: Contents

    /// The number of sections.
    public var numberOfSections: Int {
        load()
        return outline.rowCounts.count
    }

    /// The number of rows in all sections.
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

    /// Returns a cleared cell of a kind, reused if possible. Call it in ``ListDataSource/list(_:cellForRowAt:)``.
    ///
    /// The editing controls of the cell are already set, so that its `contentShift` is correct.
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

    /// Requests the cells of rows again because their content has been loaded or has changed. The number of rows must
    /// be the same. Rows that aren't visible cost nothing; they are requested when they become visible.
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

    /// Asks the data source for the numbers of sections and rows, unless they are known. Does nothing while the data
    /// source or the delegate is being called; the list reloads afterward.
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

    /// Returns the row itself if it exists, else the last row of its section, else a row near the section.
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
