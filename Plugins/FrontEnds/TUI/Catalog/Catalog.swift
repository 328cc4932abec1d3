import ListKit
import TerminalKit

/// The catalog of TerminalKit: a page for each view, with controls for its properties.
@MainActor final class Catalog: SessionContent {
    private let session: Session
    private let index: CatalogIndex
    let firstPage: (view: View, title: String)

    init(_ bindings: KeyBindings, session: Session) {
        self.session = session
        index = CatalogIndex()
        let table = TableView(index.list)
        table.keys = bindings.table
        let page = HintedPage(table, hint: "Enter open  [ ] next group  ? keys  q quit")
        firstPage = (page, "Catalog")
        index.onChoose = { [weak self] in self?.open($0) }
    }

    private func open(_ page: CatalogPage) {
        for path in index.list.selectedRows { index.list.deselect(path) }
        let sample = Sample()
        page.fill(sample)
        session.root.pages?.push(SamplePage(sample), title: page.title)
    }

    func offers(_ command: ScreenCommand) -> Bool {
        [.help, .palette, .back, .quit, .mouse].contains(command)
    }

    var moves: [TableCommand] { TableCommand.allCases.filter { $0.name != nil } }

    func perform(_ command: ScreenCommand) -> Bool {
        switch command {
        case .back: session.root.pages?.pop()
        case .quit: if session.root.pages?.pop() != true { session.quit() }
        case .mouse: _ = session.onMouse()
        default: return false
        }
        return true
    }

    var unsavedChanges: [String] { [] }
    func keepDraft() -> Bool { false }
    var isSettled: Bool { true }
    var takesInputWhileWorking: Bool { true }
    func work() async {}
    func isBusyChanged(_ isBusy: Bool) {}
    func end() {}
}

/// A group of related pages.
struct CatalogGroup {
    /// The title in the index.
    let title: String
    let pages: [CatalogPage]

    init(_ title: String, _ pages: [CatalogPage]) {
        self.title = title
        self.pages = pages
    }

    /// All groups, in order.
    static var all: [CatalogGroup] { [buttonsAndSwitches, values, texts, pickers, containers, layout] }
}

/// A page of the catalog.
struct CatalogPage {
    /// The title in the index and in the navigation bar.
    let title: String
    /// A short description in the index.
    let summary: String
    /// Adds the view and the controls for its properties to a sample.
    let fill: (Sample) -> Void

    init(_ title: String, _ summary: String, _ fill: @escaping (Sample) -> Void) {
        self.title = title
        self.summary = summary
        self.fill = fill
    }
}

/// The list of pages, by group.
private final class CatalogIndex: ListDataSource, ListDelegate {
    let list = ListView()
    var onChoose: (CatalogPage) -> Void = { _ in }
    private let groups = CatalogGroup.all

    init() {
        list.style = .grouped
        list.dataSource = self
        list.delegate = self
    }

    func numberOfSections(in list: ListView) -> Int { groups.count }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { groups[section].pages.count }
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { groups[section].title }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(CatalogIndex.kind, for: path)
        let page = groups[path.section].pages[path.row]
        cell.text = page.title
        cell.detailText = page.summary
        cell.accessory = .disclosure
        return cell
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        onChoose(groups[path.section].pages[path.row])
    }

    private static let kind = CellKind("page") { Cell(style: .rightDetail) }
}
