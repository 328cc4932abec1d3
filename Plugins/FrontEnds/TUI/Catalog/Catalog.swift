import ListKit
import LootActions
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

    private func open(_ entry: CatalogEntry) {
        for path in index.list.selectedRows { index.list.deselect(path) }
        let sample = Sample()
        CatalogPage(entry: entry).fill(sample)
        session.root.pages?.push(SamplePage(sample), title: entry.title)
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

/// A page of the catalog.
struct CatalogPage {
    let entry: CatalogEntry

    /// Adds the view, and controls for its properties, to a sample.
    func fill(_ sample: Sample) {
        switch entry {
        case .button: Self.button(sample)
        case .switch: Self.switches(sample)
        case .segments: Self.segments(sample)
        case .pages: Self.pages(sample)
        case .slider: Self.slider(sample)
        case .stepper: Self.stepper(sample)
        case .progress: Self.progress(sample)
        case .label: Self.label(sample)
        case .field: Self.field(sample)
        case .view: Self.view(sample)
        case .search: Self.search(sample)
        case .date: Self.dates(sample)
        case .picker: Self.wheels(sample)
        case .image: Self.images(sample)
        case .table: Self.table(sample)
        case .scroll: Self.scroll(sample)
        case .alert: Self.alerts(sample)
        case .toolbar: Self.toolbar(sample)
        case .gestures: Self.gestures(sample)
        case .windows: Self.twoWindows(sample)
        case .stack: Self.stack(sample)
        case .tiles: Self.tiles(sample)
        case .cells: Self.cells(sample)
        case .responders: Self.responders(sample)
        }
    }
}

/// The list of pages, by group.
private final class CatalogIndex: ListDataSource, ListDelegate {
    let list = ListView()
    var onChoose: (CatalogEntry) -> Void = { _ in }
    private let groups = CatalogEntry.Group.allCases

    init() {
        list.style = .grouped
        list.dataSource = self
        list.delegate = self
    }

    func numberOfSections(in list: ListView) -> Int { groups.count }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { groups[section].entries.count }
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { groups[section].rawValue }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(CatalogIndex.kind, for: path)
        let entry = groups[path.section].entries[path.row]
        cell.text = entry.title
        cell.detailText = entry.summary
        cell.accessory = .disclosure
        return cell
    }

    func list(_ list: ListView, didSelectRowAt path: RowPath) {
        onChoose(groups[path.section].entries[path.row])
    }

    private static let kind = CellKind("page") { Cell(style: .rightDetail) }
}
