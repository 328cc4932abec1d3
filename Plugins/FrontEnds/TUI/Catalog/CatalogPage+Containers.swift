import ListKit
import TerminalKit

extension CatalogPage {
    static func table(_ sample: Sample) {
        let rows = TableRows()
        sample.kept.append(rows)
        rows.onChoose = { [unowned sample] in sample.note("“\($0)” chosen.") }
        let table = TableView(rows.list)
        sample.show(table, lines: 10)
        sample.flag("Editing", false) { rows.list.isEditing = $0 }
        sample.choice("Style", ["Grouped", "Plain"]) { rows.list.style = $0 == 0 ? .grouped : .plain }
        sample.choice("Selection", ["One", "Several", "None"]) {
            rows.list.selectionMode = [.single, .multiple, .none][$0]
        }
        sample.choice("Cells", ["Subtitle", "Right detail", "Left detail", "Default"]) {
            rows.style = [.subtitle, .rightDetail, .leftDetail, .default][$0]
            rows.list.reloadData()
        }
        sample.flag("Insert rows", false) {
            rows.insertsRows = $0
            rows.list.reloadData()
        }
        sample.flag("Animated", false) { table.animatesUpdates = $0 }
        sample.flag("Table header", false) { table.header = $0 ? Label("Words to know") : nil }
        sample.flag("Table footer", false) { table.footer = $0 ? Label("And no more") : nil }
    }

    static func scroll(_ sample: Sample) {
        let lines = (1...40).map { Label("Line \($0) of 40 continues to the right of the edge.") }
        let view = ScrollView(StackView(.vertical, lines))
        view.onScroll = { [unowned sample] view in
            sample.note(
                "Offset \(view.contentOffset.y), page \(view.currentPage + 1) of \(view.numberOfPages).")
        }
        sample.show(view, lines: 8)
        sample.flag("Paging", false) { view.isPaging = $0 }
        sample.flag("Zoom with + and -", false) { view.zoomRange = $0 ? 0.5...3 : 1...1 }
        sample.show(
            beside: Button("To the end, animated") { [unowned view] in
                view.setContentOffset(Point(x: 0, y: 1_000), .standard)
            })
        sample.flag("Pull to refresh", false) { isOn in
            view.onRefresh =
                isOn
                ? { [unowned sample] view in
                    sample.note("Refreshing…")
                    view.schedule(after: .seconds(1)) { [weak view, weak sample] in
                        view?.isRefreshing = false
                        sample?.note("Refreshed.")
                    }
                } : nil
        }
    }

    static func alerts(_ sample: Sample) {
        func note(_ text: String) -> ([String]) -> Void { { [unowned sample] _ in sample.note(text) } }
        let cancel = AlertAction("Cancel", style: .cancel, handler: note("Canceled."))
        let destroy = AlertAction("Destroy", style: .destructive, handler: note("Destroyed."))
        func button(_ title: String, _ make: @escaping () -> Alert) -> Button {
            let button = Button(title)
            button.on(.primaryAction) { [unowned button] in
                if let window = button.window { make().present(in: window) }
            }
            return button
        }
        sample.show(
            beside:
                button("Simple") { Alert("A title", message: "One answer is all there is.") },
            button("Two answers") {
                Alert("Are you sure?", message: "This can't be undone.", actions: [cancel, destroy])
            },
            button("Action sheet") {
                Alert(
                    "What now?", message: "The file has changes.", style: .actionSheet,
                    actions: [AlertAction("Save", handler: note("Saved.")), destroy, cancel])
            })
        sample.show(
            beside: button("Sign in") {
                let alert = Alert(
                    "Sign in",
                    actions: [
                        cancel,
                        AlertAction("Sign in") { [unowned sample] texts in
                            sample.note("Signed in as “\(texts.first ?? "")”.")
                        },
                    ])
                alert.addTextField(placeholder: "Name")
                alert.addTextField(placeholder: "Password", isSecure: true)
                return alert
            })
    }
}

extension CatalogPage {
    static func toolbar(_ sample: Sample) {
        func button(_ title: String) -> Button {
            Button(title) { [unowned sample] in sample.note("“\(title)” pressed.") }
        }
        let bar = Toolbar([button("Undo"), button("Redo"), Spacer(), button("Share")])
        sample.show(bar)
        sample.flag("With a switch", false) { isOn in
            bar.items = [button("Undo"), button("Redo"), Spacer()] + [isOn ? Switch() : button("Share")]
        }
    }

    static func gestures(_ sample: Sample) {
        let pad = Button("Tap, hold, drag or swipe here; the wheel with Control pinches")
        pad.fixedHeight = 4
        sample.show(pad, lines: 4)
        pad.on(.primaryAction) { [unowned sample] in sample.note("Pressed by a key or a click.") }
        pad.gestures = [
            TapRecognizer(taps: 2) { [unowned sample] _ in sample.note("Tapped twice.") },
            LongPressRecognizer { [unowned sample] _ in sample.note("Held.") },
            PanRecognizer { [unowned sample] in
                let way = ($0 as? PanRecognizer)?.translation ?? .zero
                sample.note("Dragged by \(way.x) across and \(way.y) down.")
            },
            SwipeRecognizer(.left) { [unowned sample] _ in sample.note("Swiped to the left.") },
            SwipeRecognizer(.right) { [unowned sample] _ in sample.note("Swiped to the right.") },
            PinchRecognizer { [unowned sample] in
                sample.note(($0 as? PinchRecognizer)?.scale ?? 1 > 1 ? "Larger." : "Smaller.")
            },
        ]
        sample.flag("Recognizers enabled", true) { isOn in
            for gesture in pad.gestures { gesture.isEnabled = isOn }
        }
    }

    static func twoWindows(_ sample: Sample) {
        let rows = TableRows()
        let other = ListView()
        sample.kept.append(rows)
        other.style = .grouped
        other.dataSource = rows
        other.delegate = rows
        rows.group.add(other)
        rows.onChoose = { [unowned sample] in sample.note("“\($0)” chosen.") }
        sample.show(TableView(rows.list), lines: 7)
        sample.show(TableView(other), lines: 7)
        sample.note("A row that is swiped away in one goes in both.")
        sample.flag("Editing", false) { isOn in for list in rows.group.lists { list.isEditing = isOn } }
    }
}

/// Two groups of rows that can be deleted and moved.
private final class TableRows: ListDataSource, ListDelegate {
    let list = ListView()
    var style = CellStyle.subtitle
    var onChoose: (String) -> Void = { _ in }
    /// Whether each group ends with a row that inserts another one in editing mode.
    var insertsRows = false
    let group: ListGroup
    private var groups = [["Bear", "Spork", "Mac"], ["Fluffy", "Rusty", "Shiny"]]

    init() {
        group = ListGroup([list])
        list.style = .grouped
        list.constantRow = ConstantRow("No items!")
        list.dataSource = self
        list.delegate = self
    }

    func numberOfSections(in list: ListView) -> Int { groups.count }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        groups[section].count + (insertsRows ? 1 : 0)
    }
    private func isInsertRow(_ path: RowPath) -> Bool { path.row >= groups[path.section].count }
    func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle {
        isInsertRow(path) ? .insert : .delete
    }
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        ["Nouns", "Adjectives"][section]
    }
    func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        "\(groups[section].count) words"
    }
    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { !isInsertRow(path) }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(TableRows.kind, for: path)
        cell.style = style
        cell.text = isInsertRow(path) ? "Another word" : groups[path.section][path.row]
        cell.detailText = "row \(path.row + 1)"
        cell.accessory = .disclosure
        return cell
    }

    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        var updates = ListUpdates()
        if style == .insert {
            groups[path.section].append("Word \(groups[path.section].count + 1)")
            updates.insertedRows = [path]
        } else {
            groups[path.section].remove(at: path.row)
            updates.deletedRows = [path]
        }
        do { try group.apply(updates) } catch { group.reloadData() }
    }

    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        let word = groups[source.section].remove(at: source.row)
        groups[target.section].insert(word, at: min(target.row, groups[target.section].count))
        do { try group.apply(ListUpdates(movedRows: [.init(from: source, to: target)])) } catch {
            group.reloadData()
        }
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        if !isInsertRow(path) { onChoose(groups[path.section][path.row]) }
    }

    private static let kind = CellKind("word") { Cell() }
}
