/// A data source that is told how things are, as snapshots: it works out what has happened and tells the list.
///
///     let source = SnapshotDataSource<String, Int>(list) { list, path, row in … }
///     source.apply(snapshot)
public final class SnapshotDataSource<SectionID: Hashable & Sendable, RowID: Hashable & Sendable> {
    /// What is shown.
    public private(set) var snapshot = ListSnapshot<SectionID, RowID>()
    /// The title over a section; nil for none.
    public var header: (SectionID) -> String? = { _ in nil }
    /// The title below a section; nil for none.
    public var footer: (SectionID) -> String? = { _ in nil }

    private let cell: (ListView, RowPath, RowID) -> Cell
    private weak var list: ListView?
    private lazy var answers = Answers(self)

    /// Feeds a list; `cell` makes the cell of a row.
    public init(_ list: ListView, cell: @escaping (ListView, RowPath, RowID) -> Cell) {
        self.cell = cell
        self.list = list
        list.dataSource = answers
    }

    /// Shows another snapshot; the list keeps cells, cursor and screen with the rows that stay.
    public func apply(_ new: ListSnapshot<SectionID, RowID>) {
        let updates = snapshot.updates(to: new)
        snapshot = new
        guard let list, !updates.isEmpty else { return }
        do { try list.apply(updates) } catch { list.reloadData() }
    }

    /// What the list asks.
    private final class Answers: ListDataSource {
        unowned let source: SnapshotDataSource
        private var sections: [ListSnapshot<SectionID, RowID>.Section] { source.snapshot.sections }

        init(_ source: SnapshotDataSource) { self.source = source }

        func numberOfSections(in list: ListView) -> Int { sections.count }

        func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
            sections.indices.contains(section) ? sections[section].rows.count : 0
        }

        func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
            source.snapshot.row(at: path).map { source.cell(list, path, $0) } ?? Cell()
        }

        func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
            sections.indices.contains(section) ? source.header(sections[section].id) : nil
        }

        func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
            sections.indices.contains(section) ? source.footer(sections[section].id) : nil
        }
    }
}
