import ListKit

@testable import TerminalKit

/// Rows of text in sections.
final class Rows: ListDataSource, ListDelegate {
    static let kind = CellKind("row") { Cell() }

    var sections: [(title: String, rows: [String])]
    var hasIndex = false
    var hasFooters = false
    var style = CellStyle.default
    var details: [String: String] = [:]
    var accessory = CellAccessory.none
    var heights: [RowPath: Int] = [:]
    var tapped: [RowPath] = []
    var ran: [String] = []

    init(_ sections: [(title: String, rows: [String])]) { self.sections = sections }

    convenience init(_ rows: [String]) { self.init([("", rows)]) }

    func numberOfSections(in list: ListView) -> Int { sections.count }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].rows.count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Self.kind, for: path)
        cell.style = style
        cell.text = sections[path.section].rows[path.row]
        cell.detailText = details[cell.text]
        cell.accessory = accessory
        return cell
    }

    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        sections[section].title.isEmpty ? nil : sections[section].title
    }

    func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { hasFooters ? "" : nil }

    func sectionIndexTitles(in list: ListView) -> [String] {
        hasIndex ? sections.map { String($0.title.prefix(1)) } : []
    }

    func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { true }
    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { true }

    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        sections[path.section].rows.remove(at: path.row)
        try? list.apply(ListUpdates(deletedRows: [path]))
    }

    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        let text = sections[source.section].rows.remove(at: source.row)
        sections[target.section].rows.insert(text, at: target.row)
        try? list.apply(ListUpdates(movedRows: [.init(from: source, to: target)]))
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) { tapped.append(path) }
    func list(_ list: ListView, heightForRowAt path: RowPath) -> Int? { heights[path] }

    func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] {
        [RowAction("Star") { [weak self] in self?.ran.append("star \($0)") }]
    }
}

/// A data source with a million rows.
final class Million: ListDataSource {
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(Rows.kind, for: path)
        cell.style = .rightDetail
        cell.text = "Rusty Bear \(path.row)"
        cell.detailText = "$\(path.row % 100)"
        return cell
    }
}

/// A table that retains its data source.
final class RowsTable: TableView {
    private let rows = Rows(["One", "Two", "Three"])

    init() {
        super.init(ListView())
        list.dataSource = rows
    }
}

enum Fixtures {
    /// Returns one view of each kind in a scroll view.
    static func everything() -> View {
        let table = RowsTable()
        table.fixedHeight = 6
        let search = SearchBar(scopes: ["All", "Some"])
        let views: [View] = [
            Label("A label that is long enough to wrap somewhere", lines: 0), Button("Button"),
            Switch(isOn: true),
            Slider(value: 0.3), PageControl(numberOfPages: 3), Stepper(value: 3),
            SegmentedControl(["A", "B"], selectedIndex: 1),
            ActivityIndicator("Working"), ProgressView(progress: 0.5),
            TextField("Text", placeholder: "Empty"),
            TextView("Several\nlines of text"), search, DatePicker(.dateAndTime, date: DateTime(year: 2026)),
            PickerView(), ImageView(), table,
        ]
        return NavigationView(root: ScrollView(StackView(.vertical, spacing: 1, views)), title: "Everything")
    }
}
