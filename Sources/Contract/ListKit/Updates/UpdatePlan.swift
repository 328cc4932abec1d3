/// Updates that have been checked against the counts before and after, and where each old place went.
struct UpdatePlan {
    private let removed: [Int: [Int]]
    private let placed: [Int: [Int]]
    private let moves: [RowPath: RowPath]
    private let sections: SectionPlan
    let reloaded: Set<RowPath>
    /// How many rows each section has after.
    let counts: [Int]

    /// Checks all of it; throws the first thing that does not fit.
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

    /// The sections that have lost or got rows, as numbered after.
    var changedSections: Set<Int> {
        Set(removed.keys.compactMap(sections.destination(of:))).union(placed.keys)
    }

    /// Where a row went; nil when it is gone.
    func path(after old: RowPath) -> RowPath? {
        if let target = moves[old] { return target }
        guard let section = sections.destination(of: old.section) else { return nil }
        let gone = removed[old.section] ?? []
        let index = gone.partitioningIndex { $0 >= old.row }
        if index < gone.count, gone[index] == old.row { return nil }
        let rank = old.row - index
        let taken = placed[section] ?? []
        // The row numbered `rank` among the places not taken: skip every taken place that lies before it.
        var (low, high) = (0, taken.count)
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return RowPath(section: section, row: rank + low)
    }

    /// The sections all of whose rows are new, as numbered after.
    var freshSections: [Int] { sections.put.filter { sections.origin(of: $0) == nil } }

    /// The sections that rows come into, as numbered after.
    var filledSections: Dictionary<Int, [Int]>.Keys { placed.keys }

    /// Where a section went; nil when it is gone or was moved.
    func stayingSection(after old: Int) -> Int? {
        sections.takes(old) ? nil : sections.destination(of: old)
    }

    /// Where a row went; nil when it is gone or was moved.
    func stayingPath(after old: RowPath) -> RowPath? {
        moves[old] == nil && !sections.takes(old.section) ? path(after: old) : nil
    }

    /// Where a row went or, when it is gone, the nearest row of its section that is still there: the next
    /// one, else the one before; nil when there is none.
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

    /// Carries the changes out on an outline. `fresh` describes the sections all of whose rows are new,
    /// `estimates` has the height of new rows in the sections that rows come into.
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

    /// The rows of each section, sorted, once each of them is known to exist and to be named once.
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
    /// The first index whose element meets a condition that, once met, stays met.
    func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
