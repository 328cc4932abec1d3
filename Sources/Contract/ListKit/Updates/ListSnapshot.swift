/// The whole content of a list at one moment: the unique identifiers of its sections and rows, in order.
///
/// A program describes the current content only; `updates(to:)` computes what has changed. ``SnapshotDataSource``
/// shows snapshots in a list.
public struct ListSnapshot<SectionID: Hashable & Sendable, RowID: Hashable & Sendable>: Equatable, Sendable {
    /// A section and its rows.
    public struct Section: Equatable, Sendable {
        /// The section's identifier.
        public let id: SectionID
        /// The identifiers of the section's rows, in order.
        public fileprivate(set) var rows: [RowID]
    }

    /// The sections, in order.
    public private(set) var sections: [Section] = []
    /// The rows whose content has changed since the last snapshot.
    private(set) var reloadedRows: Set<RowID> = []
    private var known: Set<RowID> = []

    /// Creates an empty snapshot.
    public init() {}

    /// The number of rows.
    public var rowCount: Int { known.count }

    /// Adds a section at the end, unless it exists.
    public mutating func append(section id: SectionID) {
        guard !sections.contains(where: { $0.id == id }) else { return }
        sections.append(Section(id: id, rows: []))
    }

    /// Adds rows at the end of a section, and the section if it doesn't exist. Rows that the snapshot already
    /// contains stay where they are.
    public mutating func append(_ rows: some Sequence<RowID>, to section: SectionID) {
        append(section: section)
        guard let index = sections.firstIndex(where: { $0.id == section }) else { return }
        for row in rows where known.insert(row).inserted { sections[index].rows.append(row) }
    }

    /// Inserts a row before another one, or moves it there. Does nothing if the other row doesn't exist.
    public mutating func insert(_ row: RowID, before other: RowID) {
        guard row != other, known.contains(other) else { return }
        remove(row)
        for index in sections.indices {
            guard let place = sections[index].rows.firstIndex(of: other) else { continue }
            sections[index].rows.insert(row, at: place)
            known.insert(row)
        }
    }

    /// Removes a row.
    public mutating func remove(_ row: RowID) {
        guard known.remove(row) != nil else { return }
        for index in sections.indices { sections[index].rows.removeAll { $0 == row } }
        reloadedRows.remove(row)
    }

    /// Removes a section and its rows.
    public mutating func remove(section id: SectionID) {
        for section in sections where section.id == id { known.subtract(section.rows) }
        sections.removeAll { $0.id == id }
    }

    /// Marks rows as changed, so that their cells are requested again.
    public mutating func reload(_ rows: some Sequence<RowID>) {
        reloadedRows.formUnion(rows.filter(known.contains))
    }

    /// Returns the row at a path, or `nil` if it doesn't exist.
    public func row(at path: RowPath) -> RowID? {
        guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row)
        else { return nil }
        return sections[path.section].rows[path.row]
    }

    /// The paths of all rows.
    private var paths: [RowID: RowPath] {
        var paths: [RowID: RowPath] = [:]
        paths.reserveCapacity(known.count)
        for (section, rows) in sections.enumerated() {
            for (row, id) in rows.rows.enumerated() { paths[id] = RowPath(section: section, row: row) }
        }
        return paths
    }

    // MARK: Differences

    /// Returns the smallest set of updates that changes this snapshot into another.
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
            // Within a section, a row counts as moved only if its order relative to the other remaining rows has
            // changed.
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

    /// Returns the smallest set of numbers to remove so that the rest is in ascending order. The numbers must be
    /// different.
    private static func misplaced(_ numbers: [Int]) -> [Int] {
        // `ends[n]` is the index of the smallest number that ends an ascending subsequence of length n + 1. `before`
        // links each number to its predecessor in such a subsequence.
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
