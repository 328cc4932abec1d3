import ListKit
import TerminalKit
import TerminalText

/// A page next to the list of items: rows in sections, details of the row at the cursor below them, and a status
/// line.
final class SidePage: View, ListDataSource, ListDelegate {
    /// A row.
    struct Row {
        /// Identifies the row when the page is updated.
        var id = ""
        var text: String
        var detail = ""
        /// Called for Enter.
        var open: () -> Void = {}
    }

    /// Rows under a title.
    struct Section {
        var title: String?
        var rows: [Row]
    }

    private(set) var sections: [Section] = []
    let status = StatusLine()
    /// Called for each key that isn't a command of the list, with the row at the cursor. Returns whether the key was
    /// handled.
    var onKey: (Key, RowPath) -> Bool = { _, _ in false }
    /// Called when the person goes back.
    var onClose: () -> Void = {}
    /// Called when the list has changed, and when the person returns from a page that was opened here.
    var onChange: () -> Void = {}
    /// Called when the cursor has moved.
    var onCursor: (RowPath) -> Void = { _ in }

    private let table = TableView()
    private let more = Label("", lines: 0)

    /// The list commands that apply to the page.
    static let moves: [TableCommand] = [
        .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .scrollUp, .scrollDown, .screenTop,
        .screenMiddle,
        .screenBottom, .first, .last, .previousSection, .nextSection, .open, .close,
    ]

    /// Creates a page. `empty` is shown if there are no rows.
    init(keys: [Key: TableCommand], empty: String) {
        super.init()
        table.keys = keys
        table.list.constantRow = ConstantRow(empty)
        table.list.dataSource = self
        table.list.delegate = self
        table.onCount = { [weak self] in self?.status.pending = $0.map { "\($0)" } ?? "" }
        table.clicksToOpen = 2
        table.footer = more
        more.isHidden = true
        addSubview(table)
        addSubview(status)
    }

    /// Shows rows, with the cursor on `cursor`, on the same row as before, or at its last position.
    func show(_ sections: [Section], at cursor: RowPath? = nil) {
        let (message, id) = (status.message, table.list.cursor.flatMap(row)?.id ?? "")
        defer { status.message = message }
        self.sections = sections
        let old = cursor ?? path(of: id) ?? table.list.cursor
        table.list.reloadData()
        table.list.moveCursor(to: old)
        if table.list.cursor == nil {
            table.list.moveCursor(to: table.list.visibleRows.first ?? RowPath(row: 0))
        }
        setNeedsLayout()
    }

    /// Shows details of the row at the cursor below the rows.
    func show(more lines: [String]) {
        more.text = StyledText(lines.joined(separator: "\n"), lineBreaks: .kept)
        more.isHidden = lines.isEmpty
        setNeedsLayout()
    }

    var cursor: RowPath? { table.list.cursor }

    func focusRows() { table.focus() }

    private func row(_ path: RowPath) -> Row? {
        guard sections.indices.contains(path.section),
            sections[path.section].rows.indices.contains(path.row)
        else { return nil }
        return sections[path.section].rows[path.row]
    }

    private func path(of id: String) -> RowPath? {
        if id.isEmpty { return nil }
        for (section, rows) in sections.map(\.rows).enumerated() {
            if let row = rows.firstIndex(where: { $0.id == id }) {
                return RowPath(section: section, row: row)
            }
        }
        return nil
    }

    // MARK: Data source and delegate

    private static let kind = CellKind("side") { Cell(style: .rightDetail) }

    func numberOfSections(in list: ListView) -> Int { max(1, sections.count) }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].rows.count : 0
    }

    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        sections.indices.contains(section) ? sections[section].title : nil
    }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(SidePage.kind, for: path)
        cell.text = row(path)?.text ?? ""
        cell.detailText = row(path)?.detail
        return cell
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        list.deselect(path)
        row(path)?.open()
    }
    func listDidMoveCursor(_ list: ListView) {
        status.message = ""
        if let cursor = list.cursor { onCursor(cursor) }
    }

    // MARK: Layout and keys

    /// The maximum width of rows. In wider rows, the detail text is too far from the text.
    private static let greatestWidth = 100

    /// Whether the details are next to the rows, instead of below them.
    private var isSplit: Bool { bounds.width >= ListPage.widthOfSplit && !more.isHidden }

    override func layoutSubviews() {
        let line = status.height(in: bounds.size)
        let height = bounds.height - line
        let room = isSplit ? bounds.width * 3 / 5 : bounds.width
        let width = min(room, SidePage.greatestWidth)
        if isSplit != (more.superview === self) {
            if isSplit {
                table.footer = nil
                addSubview(more)
            } else {
                more.removeFromSuperview()
                table.footer = more
            }
        }
        more.fixedHeight = isSplit ? nil : min(max(0, bounds.height / 2), more.measureLines(width: width))
        if isSplit { more.frame = Rect(x: width + 2, y: 0, width: bounds.width - width - 3, height: height) }
        table.frame = Rect(width: width, height: height)
        status.frame = Rect(y: bounds.height - line, width: bounds.width, height: line)
    }

    override func draw(in context: DrawingContext) {
        guard isSplit else { return }
        let line = Rect(x: table.frame.maxX, y: 0, width: 1, height: table.frame.height)
        context.fill(line, context.theme.border, with: "│")
    }

    override func keyDown(_ key: Key) -> Bool {
        guard let cursor = table.list.cursor else { return closes(key) }
        return onKey(key, cursor) || closes(key)
    }

    private func closes(_ key: Key) -> Bool {
        guard table.keys[key] == .close else { return false }
        onClose()
        return true
    }
}

extension Label {
    /// Returns the number of lines of the text at a width.
    fileprivate func measureLines(width: Int) -> Int {
        isHidden ? 0 : text.wrapped(to: max(1, width)).count
    }
}
