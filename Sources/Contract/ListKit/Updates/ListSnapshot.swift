/// The whole content of a list at one moment: sections and rows by what identifies them, each of which stands in it once.
///
/// What lies between two snapshots is worked out (`updates(to:)`), so that a program only says how things are, and not
/// what has happened. For a data source that does so see ``SnapshotDataSource``.
public struct ListSnapshot<SectionID: Hashable & Sendable, RowID: Hashable & Sendable>: Equatable, Sendable {
    /// A section and its rows.
    public struct Section: Equatable, Sendable {
        /// The section's identifier.
        public let id: SectionID
        /// The identifiers of its rows, in order.
        public fileprivate(set) var rows: [RowID]
    }

    /// The sections, in order.
    public private(set) var sections: [Section] = []
    /// Rows whose content has changed since the snapshot before.
    private(set) var reloadedRows: Set<RowID> = []
    private var known: Set<RowID> = []

    /// Nothing.
    public init() {}

    /// The number of rows.
    public var rowCount: Int { known.count }

    /// Adds a section behind the others, unless it is there.
    public mutating func append(section id: SectionID) {
        guard !sections.contains(where: { $0.id == id }) else { return }
        sections.append(Section(id: id, rows: []))
    }

    /// Adds rows at the end of a section, which is added where it is not there. A row that is in the snapshot already stays
    /// where it is.
    public mutating func append(_ rows: some Sequence<RowID>, to section: SectionID) {
        append(section: section)
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        for row in rows where known.insert(row).inserted { sections[index].rows.append(row) }
    }

    /// Puts a row before another one, or takes it there from where it stands.
    public mutating func insert(_ row: RowID, before other: RowID) {
        guard row != other, known.contains(other) else { return }
        remove(row)
        for index in sections.indices {
            guard let place = sections[index].rows.firstIndex(of: other) else { continue }
            sections[index].rows.insert(row, at: place)
            known.insert(row)
        }
    }

    /// Takes a row away.
    public mutating func remove(_ row: RowID) {
        guard known.remove(row) != nil else { return }
        for index in sections.indices { sections[index].rows.removeAll { $0 == row } }
        reloadedRows.remove(row)
    }

    /// Takes a section with its rows away.
    public mutating func remove(section id: SectionID) {
        for section in sections where section.id == id { known.subtract(section.rows) }
        sections.removeAll { $0.id == id }
    }

    /// Notes that what these rows show has changed.
    public mutating func reload(_ rows: some Sequence<RowID>) {
        reloadedRows.formUnion(rows.filter(known.contains))
    }

    /// The row at a place; nil for none.
    public func row(at path: RowPath) -> RowID? {
        guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row)
        else { return nil }
        return sections[path.section].rows[path.row]
    }

    /// Where the rows stand.
    private var paths: [RowID: RowPath] {
        var paths: [RowID: RowPath] = [:]
        paths.reserveCapacity(known.count)
        for (section, rows) in sections.enumerated() {
            for (row, id) in rows.rows.enumerated() { paths[id] = RowPath(section: section, row: row) }
        }
        return paths
    }

    // MARK: What lies between

    /// Returns the smallest set of updates that leads from this snapshot to another.
    public func updates(to new: ListSnapshot) -> ListUpdates {
        var updates = ListUpdates()
        let oldSections = Dictionary(uniqueKeysWithValues: sections.enumerated().map { ($1.id, $0) })
        let newSections = Dictionary(uniqueKeysWithValues: new.sections.enumerated().map { ($1.id, $0) })
        updates.deletedSections = sections.indices.filter { newSections[sections[$0].id] == nil }
        updates.insertedSections = new.sections.indices.filter { oldSections[new.sections[$0].id] == nil }
        let kept = new.sections.compactMap { oldSections[$0.id] }
        for source in ListSnapshot.misplaced(kept) {
            guard let target = newSections[sections[source].id] else { continue }
            updates.movedSections.append(ListUpdates.Move(from: source, to: target))
        }
        let (before, after) = (paths, new.paths)
        for (id, path) in before where after[id] == nil && newSections[sections[path.section].id] != nil {
            updates.deletedRows.append(path)
        }
        for (index, section) in new.sections.enumerated() {
            let old = oldSections[section.id]
            // Rows that stay in their section move only against each other.
            let staying = section.rows.compactMap { id in
                before[id].flatMap { $0.section == old ? $0.row : nil }
            }
            let moving = Set(ListSnapshot.misplaced(staying))
            for (row, id) in section.rows.enumerated() {
                let target = RowPath(section: index, row: row)
                guard let source = before[id] else {
                    if old != nil { updates.insertedRows.append(target) }
                    continue
                }
                if source.section != old || moving.contains(source.row) {
                    updates.movedRows.append(ListUpdates.Move(from: source, to: target))
                }
            }
        }
        updates.reloadedRows = new.reloadedRows.compactMap { after[$0] == nil ? nil : before[$0] }
        return updates
    }

    /// The fewest of different numbers without which the others stand in order.
    private static func misplaced(_ numbers: [Int]) -> [Int] {
        // For each length the index of the least number that ends an ordered part of it, and what comes before each.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = ends.partitioningIndex { numbers[$0] >= number }
            if length > 0 { before[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var ordered: Set<Int> = []
        var index = ends.last ?? -1
        while index >= 0 {
            ordered.insert(numbers[index])
            index = before[index]
        }
        return numbers.filter { !ordered.contains($0) }
    }
}
