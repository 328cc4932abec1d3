/// A data source whose content is described by snapshots. It computes the difference between snapshots and updates
/// the list.
///
///     let source = SnapshotDataSource<String, Int>(list) { list, path, row in … }
///     source.apply(snapshot)
public final class SnapshotDataSource<SectionID: Hashable & Sendable, RowID: Hashable & Sendable>:
    ListDataSource
{
    /// The current content.
    public private(set) var snapshot = ListSnapshot<SectionID, RowID>()
    /// Returns the title above a section, or `nil` for none.
    public var header: (SectionID) -> String? = { _ in nil }
    /// Returns the title below a section, or `nil` for none.
    public var footer: (SectionID) -> String? = { _ in nil }

    private let cell: (ListView, RowPath, RowID) -> Cell
    private weak var list: ListView?

    /// Creates a data source and assigns it to a list. `cell` returns the cell of a row.
    public init(_ list: ListView, cell: @escaping (ListView, RowPath, RowID) -> Cell) {
        self.cell = cell
        self.list = list
        list.dataSource = self
    }

    /// Replaces the content. The rows that remain keep their cells, cursor and position on the screen.
    public func apply(_ new: ListSnapshot<SectionID, RowID>) {
        let updates = snapshot.updates(to: new)
        snapshot = new
        guard let list, !updates.isEmpty else { return }
        do { try list.apply(updates) } catch { list.reloadData() }
    }

    /// Returns the number of sections in the snapshot.
    public func numberOfSections(in list: ListView) -> Int { snapshot.sections.count }

    /// Returns the number of rows in a section of the snapshot.
    public func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        snapshot.sections.indices.contains(section) ? snapshot.sections[section].rows.count : 0
    }

    /// Returns the cell of a row.
    public func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        snapshot.row(at: path).map { cell(list, path, $0) } ?? Cell()
    }

    /// Returns the title above a section.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        snapshot.sections.indices.contains(section) ? header(snapshot.sections[section].id) : nil
    }

    /// Returns the title below a section.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        snapshot.sections.indices.contains(section) ? footer(snapshot.sections[section].id) : nil
    }
}
