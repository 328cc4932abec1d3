/// The heights of everything in a list, from top to bottom: for each section a header, its rows and a footer, and at
/// the end the constant row. Each of them is a slot. Slots that aren't shown have height 0.
///
/// Every query and every change takes logarithmic time in the number of runs: groups of successive rows with the same
/// height.
struct Outline {
    /// The description of a section that is added to an outline.
    struct Section {
        var header: Int
        var rows: Int
        var rowHeight: Int
        var footer: Int
    }

    /// A slot and its position.
    struct Place {
        var slot: Int
        var kind: ListElement.Kind
        var top: Int
        var height: Int
        /// The number of rows above it. For a row, its index across all sections.
        var rowsAbove: Int
    }

    /// A section that was removed from an outline and can be inserted elsewhere.
    struct Piece {
        fileprivate var root: Int
        fileprivate var rows: Int
    }

    /// The maximum number of rows in a section, which keeps sums of rows from overflowing.
    static let mostRows = 1 << 40

    private var runs = Runs()
    private var root = 0
    /// The number of rows in each section.
    private(set) var rowCounts: [Int]

    init(_ sections: [Section] = []) {
        var all: [Runs.Run] = []
        all.reserveCapacity(sections.count * 3 + 1)
        for section in sections { all += Self.runs(of: section) }
        all.append(Runs.Run(kind: .constant, height: 0))
        rowCounts = sections.map(\.rows)
        root = runs.build(all[...])
    }

    private static func runs(of section: Section) -> [Runs.Run] {
        var all = [Runs.Run(kind: .header, height: section.header)]
        if section.rows > 0 {
            all.append(Runs.Run(kind: .row, count: section.rows, height: section.rowHeight))
        }
        all.append(Runs.Run(kind: .footer, height: section.footer))
        return all
    }

    var height: Int { runs.totals(of: root).height }
    var rowCount: Int { runs.totals(of: root).rows }
    /// The number of runs, which determines time and memory.
    var runCount: Int { runs.totals(of: root).runs }
    private var slotCount: Int { runs.totals(of: root).slots }

    func contains(_ path: RowPath) -> Bool {
        rowCounts.indices.contains(path.section) && path.row >= 0 && path.row < rowCounts[path.section]
    }

    // MARK: Finding

    func place(of kind: ListElement.Kind) -> Place? {
        switch kind {
        case .header(let section):
            headerSlot(of: section).flatMap(place(at:))
        case .row(let path):
            contains(path) ? headerSlot(of: path.section).flatMap { place(at: $0 + 1 + path.row) } : nil
        case .footer(let section):
            headerSlot(of: section).flatMap { place(at: $0 + 1 + rowCounts[section]) }
        case .constant:
            place(at: slotCount - 1)
        }
    }

    /// Returns the slot that covers a line, or `nil` if the line is above the first or below the last slot.
    func place(atLine line: Int) -> Place? {
        runs.find(line, by: { $0.height }, in: root).flatMap {
            place(at: $0.before.slots + $0.within / max($0.run.height, 1))
        }
    }

    /// Returns the line after the last one of a section.
    func end(ofSection section: Int) -> Int {
        place(of: .footer(section: section)).map { $0.top + $0.height } ?? height
    }

    /// Returns the number of a row, counted through all sections.
    func index(of path: RowPath) -> Int? {
        place(of: .row(path))?.rowsAbove
    }

    /// Returns the row with a number counted through all sections.
    func path(at index: Int) -> RowPath? {
        guard let found = runs.find(index, by: { $0.rows }, in: root),
            case .row(let path)? = place(at: found.before.slots + found.within)?.kind
        else { return nil }
        return path
    }

    private func headerSlot(of section: Int) -> Int? {
        runs.find(section, by: { $0.headers }, in: root)?.before.slots
    }

    private func place(at slot: Int) -> Place? {
        guard let found = runs.find(slot, by: { $0.slots }, in: root) else { return nil }
        let section = found.before.headers - 1
        let kind: ListElement.Kind
        switch found.run.kind {
        case .header: kind = .header(section: section + 1)
        case .footer: kind = .footer(section: section)
        case .constant: kind = .constant
        case .row:
            let header = headerSlot(of: section) ?? 0
            kind = .row(RowPath(section: section, row: slot - header - 1))
        }
        let top = found.before.height.plus(found.within.times(found.run.height))
        let rows = found.before.rows + found.within
        return Place(slot: slot, kind: kind, top: top, height: found.run.height, rowsAbove: rows)
    }

    // MARK: Changing

    mutating func setHeight(_ height: Int, of place: Place) {
        guard let found = runs.find(place.slot, by: { $0.slots }, in: root), found.run.height != height else {
            return
        }
        let (before, rest) = runs.split(root, after: place.slot)
        let (old, after) = runs.split(rest, after: 1)
        runs.discard(old)
        let new = runs.build([Runs.Run(kind: found.run.kind, height: height)])
        root = runs.join(runs.join(before, new), after)
    }

    mutating func removeRow(_ path: RowPath) {
        guard let place = place(of: .row(path)) else { return }
        let (before, rest) = runs.split(root, after: place.slot)
        let (old, after) = runs.split(rest, after: 1)
        runs.discard(old)
        root = runs.join(before, after)
        rowCounts[path.section] -= 1
    }

    mutating func insertRow(_ path: RowPath, height: Int) {
        guard let header = headerSlot(of: path.section), path.row >= 0, path.row <= rowCounts[path.section]
        else { return }
        let (before, after) = runs.split(root, after: header + 1 + path.row)
        let new = runs.build([Runs.Run(kind: .row, height: height)])
        root = runs.join(runs.join(before, new), after)
        rowCounts[path.section] += 1
    }

    mutating func takeSection(_ section: Int) -> Piece? {
        guard let header = headerSlot(of: section) else { return nil }
        let rows = rowCounts.remove(at: section)
        let (before, rest) = runs.split(root, after: header)
        let (piece, after) = runs.split(rest, after: rows + 2)
        root = runs.join(before, after)
        return Piece(root: piece, rows: rows)
    }

    mutating func discard(_ piece: Piece) {
        runs.discard(piece.root)
    }

    mutating func putSection(_ piece: Piece, at section: Int) {
        guard section >= 0, section <= rowCounts.count else { return }
        let (before, after) = runs.split(root, after: headerSlot(of: section) ?? slotCount - 1)
        root = runs.join(runs.join(before, piece.root), after)
        rowCounts.insert(piece.rows, at: section)
    }

    mutating func makePiece(_ section: Section) -> Piece {
        Piece(root: runs.build(Self.runs(of: section)[...]), rows: section.rows)
    }
}
