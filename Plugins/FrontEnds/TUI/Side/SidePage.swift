import ListKit
import TerminalKit
import TerminalText

/// A screen beside the list of items: rows in sections to walk through, what the one under the cursor says in full below
/// them, and a line that tells what happens.
final class SidePage: View, ListDataSource, ListDelegate {
    /// A row.
    struct Row {
        var text: String
        var detail = ""
        /// Does what Enter means for it.
        var open: () -> Void = {}
    }

    /// Rows under a title.
    struct Section {
        var title: String?
        var rows: [Row]
    }

    /// What is shown.
    private(set) var sections: [Section] = []
    let status = StatusLine()
    /// Asked first what a key means for the row under the cursor. Returns whether it means anything.
    var onKey: (Key, RowPath) -> Bool = { _, _ in false }
    /// The person goes back.
    var onClose: () -> Void = {}
    /// The person has come back from what was opened here, which may have changed.
    var onReturn: () -> Void = {}
    /// The cursor is on another row.
    var onCursor: (RowPath) -> Void = { _ in }

    private let table = TableView()
    private let more = Label("", lines: 0)

    /// The list's commands that mean something here.
    static let moves: [TableCommand] = [
        .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .scrollUp, .scrollDown, .screenTop,
        .screenMiddle,
        .screenBottom, .first, .last, .previousSection, .nextSection, .open, .close,
    ]

    /// A screen that says `empty` where there are no rows.
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

    /// Shows rows, with the cursor where it was or on this row.
    func show(_ sections: [Section], at cursor: RowPath? = nil) {
        let old = cursor ?? table.list.cursor
        self.sections = sections
        table.list.reloadData()
        table.list.moveCursor(to: old)
        if table.list.cursor == nil {
            table.list.moveCursor(to: table.list.visibleRows.first ?? RowPath(row: 0))
        }
        setNeedsLayout()
    }

    /// Says below the rows what the one under the cursor means.
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

    // MARK: The list

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

    /// The widest rows: farther away, what stands at the right is no longer seen as theirs.
    private static let greatestWidth = 100

    override func layoutSubviews() {
        let line = status.height(in: bounds.size)
        let width = min(bounds.width, SidePage.greatestWidth)
        more.fixedHeight = min(max(0, bounds.height / 2), more.measureLines(width: width))
        table.frame = Rect(width: width, height: bounds.height - line)
        status.frame = Rect(y: bounds.height - line, width: bounds.width, height: line)
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
    /// How many lines its text takes at a width.
    fileprivate func measureLines(width: Int) -> Int {
        isHidden ? 0 : text.wrapped(to: max(1, width)).count
    }
}
