import ListKit
import TerminalKit

extension CatalogGroup {
    static var containers: CatalogGroup {
        CatalogGroup(
            "Containers and questions",
            [
                CatalogPage("Table", "groups, cells, editing, actions", table),
                CatalogPage("Scroll view", "paging, pull to refresh", scroll),
                CatalogPage("Alert and action sheet", "questions over everything", alerts),
            ])
    }

    private static func table(_ sample: Sample) {
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
    }

    private static func scroll(_ sample: Sample) {
        let lines = (1...40).map { Label("Line \($0) of 40, and it goes on to the right beyond the edge.") }
        let view = ScrollView(StackView(.vertical, lines))
        view.onScroll = { [unowned sample] view in
            sample.note(
                "Offset \(view.contentOffset.y), page \(view.currentPage + 1) of \(view.numberOfPages).")
        }
        sample.show(view, lines: 8)
        sample.flag("Paging", false) { view.isPaging = $0 }
        sample.flag("Pull to refresh", false) { isOn in
            view.onRefresh =
                isOn
                ? { [unowned sample] view in
                    sample.note("Refreshing…")
                    view.schedule(after: .seconds(1)) { [weak view, weak sample] in
                        view?.endRefreshing()
                        sample?.note("Refreshed.")
                    }
                } : nil
        }
    }

    private static func alerts(_ sample: Sample) {
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
                    "What now?", style: .actionSheet,
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

/// Two groups of rows that can be deleted and moved.
private final class TableRows: ListDataSource, ListDelegate {
    let list = ListView()
    var style = CellStyle.subtitle
    var onChoose: (String) -> Void = { _ in }
    private var groups = [["Bear", "Spork", "Mac"], ["Fluffy", "Rusty", "Shiny"]]

    init() {
        list.style = .grouped
        list.constantRow = ConstantRow("No items!")
        list.dataSource = self
        list.delegate = self
    }

    func numberOfSections(in list: ListView) -> Int { groups.count }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { groups[section].count }
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        ["Nouns", "Adjectives"][section]
    }
    func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        "\(groups[section].count) words"
    }
    func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { true }
    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { true }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(TableRows.kind, for: path)
        cell.style = style
        cell.text = groups[path.section][path.row]
        cell.detailText = "row \(path.row + 1)"
        cell.accessory = .disclosure
        return cell
    }

    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        groups[path.section].remove(at: path.row)
        do { try list.apply(ListUpdates(deletedRows: [path])) } catch { list.reloadData() }
    }

    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        let word = groups[source.section].remove(at: source.row)
        groups[target.section].insert(word, at: target.row)
        do { try list.apply(ListUpdates(movedRows: [.init(from: source, to: target)])) } catch {
            list.reloadData()
        }
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) { onChoose(groups[path.section][path.row]) }

    private static let kind = CellKind("word") { Cell() }
}
