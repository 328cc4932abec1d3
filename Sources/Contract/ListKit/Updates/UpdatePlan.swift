/// Updates that have been checked against the numbers of rows before and after, and a map from old to new paths.
struct UpdatePlan {
    private let removed: [Int: [Int]]
    private let placed: [Int: [Int]]
    private let moves: [RowPath: RowPath]
    private let sections: SectionPlan
    let reloaded: Set<RowPath>
    /// The number of rows in each section after the updates.
    let counts: [Int]

    /// Checks the updates.
    ///
    /// - Throws: The first inconsistency.
    init(_ updates: ListUpdates, before: [Int], after: [Int]) throws(InternalInconsistency) {
        sections = try SectionPlan(updates, before: before.count, after: after.count)
        let sources = updates.movedRows.map(\.source)
        let targets = updates.movedRows.map(\.target)
        removed = try Self.grouped(updates.deletedRows + sources, .before, counts: before)
        placed = try Self.grouped(updates.insertedRows + targets, .after, counts: after)
        _ = try Self.grouped(updates.reloadedRows + updates.deletedRows, .before, counts: before)
        for section in after.indices {
            guard let origin = sections.origin(of: section) else { continue }
            let (gone, come) = (removed[origin]?.count ?? 0, placed[section]?.count ?? 0)
            guard before[origin] - gone + come != after[section] else { continue }
            throw InternalInconsistency(
                .rowCount(
                    InternalInconsistency.RowCount(
                        section: section, before: before[origin],
                        inserted: updates.insertedRows.count { $0.section == section },
                        deleted: updates.deletedRows.count { $0.section == origin },
                        movedIn: targets.count { $0.section == section },
                        movedOut: sources.count { $0.section == origin }, after: after[section])))
        }
        moves = Dictionary(zip(sources, targets)) { first, _ in first }
        reloaded = Set(updates.reloadedRows)
        counts = after
    }

    /// The sections in which rows were deleted, inserted or moved, as numbered after the updates.
    var changedSections: Set<Int> {
        Set(removed.keys.compactMap(sections.destination(of:))).union(placed.keys)
    }

    /// Returns the new path of a row, or `nil` if it is deleted.
    func path(after old: RowPath) -> RowPath? {
        if let target = moves[old] { return target }
        guard let section = sections.destination(of: old.section) else { return nil }
        let gone = removed[old.section] ?? []
        let index = gone.partitioningIndex { $0 >= old.row }
        if index < gone.count, gone[index] == old.row { return nil }
        let rank = old.row - index
        let taken = placed[section] ?? []
        // Find the row numbered `rank` among those that were neither inserted nor moved here: skip each inserted row
        // before it.
        var (low, high) = (0, taken.count)
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return RowPath(section: section, row: rank + low)
    }

    /// The sections whose rows are all new, as numbered after the updates.
    var freshSections: [Int] { sections.put.filter { sections.origin(of: $0) == nil } }

    /// The sections into which rows are inserted or moved, as numbered after the updates.
    var filledSections: Dictionary<Int, [Int]>.Keys { placed.keys }

    /// Returns the new number of a section, or `nil` if it was deleted or moved.
    func stayingSection(after old: Int) -> Int? {
        sections.takes(old) ? nil : sections.destination(of: old)
    }

    /// Returns the new path of a row, or `nil` if it was deleted or moved.
    func stayingPath(after old: RowPath) -> RowPath? {
        moves[old] == nil && !sections.takes(old.section) ? path(after: old) : nil
    }

    /// Returns the new path of a row. If the row is deleted, returns the new path of the next remaining row of its
    /// section, else of the previous one, or `nil` if none remains.
    func nearestPath(after old: RowPath, rowsBefore count: Int) -> RowPath? {
        let section = old.section
        var row = old.row
        while row < count {
            let candidate = RowPath(section: section, row: row)
            if row == old.row || moves[candidate] == nil, let path = path(after: candidate) { return path }
            guard sections.destination(of: section) != nil else { return nil }
            row += 1
        }
        row = old.row - 1
        while row >= 0 {
            let candidate = RowPath(section: section, row: row)
            if moves[candidate] == nil, let path = path(after: candidate) { return path }
            row -= 1
        }
        return nil
    }

    /// Applies the updates to an outline. `fresh` describes the sections whose rows are all new; `estimates` contains
    /// the height of new rows by section.
    func carryOut(
        on outline: inout Outline, fresh: [Int: Outline.Section], estimates: [Int: Int]
    ) {
        var heights: [RowPath: Int] = [:]
        for (source, target) in moves { heights[target] = outline.place(of: .row(source))?.height }
        for (section, rows) in removed {
            for row in rows.reversed() { outline.removeRow(RowPath(section: section, row: row)) }
        }
        var pieces: [Int: Outline.Piece] = [:]
        for section in sections.taken.reversed() {
            guard let piece = outline.takeSection(section) else { continue }
            if let target = sections.destination(of: section) {
                pieces[target] = piece
            } else {
                outline.discard(piece)
            }
        }
        for section in sections.put {
            if let piece = pieces[section] {
                outline.putSection(piece, at: section)
            } else if var new = fresh[section] {
                new.rows -= placed[section]?.count ?? 0
                outline.putSection(outline.makePiece(new), at: section)
            }
        }
        for (section, rows) in placed {
            for row in rows {
                let path = RowPath(section: section, row: row)
                outline.insertRow(path, height: heights[path] ?? estimates[section] ?? 1)
            }
        }
    }

    /// Returns the rows of each section, sorted, after checking that each exists and is listed once.
    private static func grouped(
        _ paths: [RowPath], _ moment: InternalInconsistency.Moment, counts: [Int]
    ) throws(InternalInconsistency) -> [Int: [Int]] {
        var groups: [Int: [Int]] = [:]
        var previous: RowPath?
        for path in paths.sorted() {
            guard counts.indices.contains(path.section) else {
                throw InternalInconsistency(.noSuchSection(path.section, moment, count: counts.count))
            }
            guard path.row >= 0, path.row < counts[path.section] else {
                throw InternalInconsistency(.noSuchRow(path, moment, count: counts[path.section]))
            }
            guard path != previous else { throw InternalInconsistency(.rowNamedTwice(path, moment)) }
            previous = path
            groups[path.section, default: []].append(path.row)
        }
        return groups
    }
}

extension Array {
    /// Returns the index of the first element that meets a condition, or `count`. All elements after the first match
    /// must meet it, too.
    func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
