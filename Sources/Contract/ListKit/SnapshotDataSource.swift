/// A data source that is told how things are, as snapshots: it works out what has happened and tells the list.
///
///     let source = SnapshotDataSource<String, Int>(list) { list, path, row in … }
///     source.apply(snapshot)
public final class SnapshotDataSource<SectionID: Hashable & Sendable, RowID: Hashable & Sendable>:
    ListDataSource
{
    /// What is shown.
    public private(set) var snapshot = ListSnapshot<SectionID, RowID>()
    /// The title over a section; nil for none.
    public var header: (SectionID) -> String? = { _ in nil }
    /// The title below a section; nil for none.
    public var footer: (SectionID) -> String? = { _ in nil }

    private let cell: (ListView, RowPath, RowID) -> Cell
    private weak var list: ListView?

    /// Feeds a list; `cell` makes the cell of a row.
    public init(_ list: ListView, cell: @escaping (ListView, RowPath, RowID) -> Cell) {
        self.cell = cell
        self.list = list
        list.dataSource = self
    }

    /// Shows another snapshot; the list keeps cells, cursor and screen with the rows that stay.
    public func apply(_ new: ListSnapshot<SectionID, RowID>) {
        let updates = snapshot.updates(to: new)
        snapshot = new
        guard let list, !updates.isEmpty else { return }
        do { try list.apply(updates) } catch { list.reloadData() }
    }

    /// Those of the snapshot.
    public func numberOfSections(in list: ListView) -> Int { snapshot.sections.count }

    /// Those of the snapshot.
    public func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        snapshot.sections.indices.contains(section) ? snapshot.sections[section].rows.count : 0
    }

    /// What ``init(_:cell:)`` was given makes.
    public func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        snapshot.row(at: path).map { cell(list, path, $0) } ?? Cell()
    }

    /// What ``header`` says.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        snapshot.sections.indices.contains(section) ? header(snapshot.sections[section].id) : nil
    }

    /// What ``footer`` says.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        snapshot.sections.indices.contains(section) ? footer(snapshot.sections[section].id) : nil
    }
}
