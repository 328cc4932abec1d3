import LootActions
import LootCore

/// A tree of places on the way of a person through it: which of them are open.
struct PlaceWalk {
    /// A line of what is shown.
    struct Line {
        var text: String
        var holding: PlaceTree.Holding
        /// The filter that finds what is there.
        var condition: String
        /// The row of the tree; nil for what has no place.
        var row: Int?
    }

    private let tree: PlaceTree
    private var closed: Set<Int> = []

    init(_ tree: PlaceTree) { self.tree = tree }

    /// The same walk through what has become of the tree: closed places stay closed.
    func following(_ tree: PlaceTree) -> PlaceWalk {
        var walk = PlaceWalk(tree)
        let names = Set(closed.map { self.tree.place($0).description })
        walk.closed = Set(tree.rows.indices.filter { names.contains(tree.place($0).description) })
        return walk
    }

    private func isParent(_ row: Int) -> Bool { tree.range(of: row).count > 1 }

    /// Whether all places that it lies in are open.
    private func isShown(_ row: Int) -> Bool {
        var parent = tree.rows[row].parent
        while let current = parent {
            if closed.contains(current) { return false }
            parent = tree.rows[current].parent
        }
        return true
    }

    /// The places that are shown, and behind them what has none.
    var lines: [Line] {
        var lines = tree.rows.indices.filter(isShown).map { row in
            let place = tree.rows[row]
            let mark = isParent(row) ? (closed.contains(row) ? "▸ " : "▾ ") : "  "
            let path = Filter.compare("location", .inside, .text(tree.place(row).description))
            return Line(
                text: String(repeating: "  ", count: place.depth) + mark + place.name, holding: place.all,
                condition: "\(path)", row: row)
        }
        if tree.unplaced.count > 0, !lines.isEmpty {
            lines.append(
                Line(text: "  (no place)", holding: tree.unplaced, condition: "location is not set", row: nil)
            )
        }
        return lines
    }

    func row(atLine line: Int) -> Int? {
        let lines = lines
        return lines.indices.contains(line) ? lines[line].row : nil
    }

    func line(of row: Int) -> Int? { lines.firstIndex { $0.row == row } }

    mutating func setOpen(_ isOpen: Bool, _ row: Int) {
        if isOpen { closed.remove(row) } else if isParent(row) { closed.insert(row) }
    }

    /// Closes a place; where it is closed or holds no others, the one that it lies in. Returns which, nil at the top.
    mutating func close(_ row: Int) -> Int? {
        if isParent(row), !closed.contains(row) {
            closed.insert(row)
            return row
        }
        return tree.rows[row].parent
    }
}
