import LootActions
import LootCore

/// A tree of places, some of which are collapsed.
struct PlaceWalk {
    /// A visible line.
    struct Line {
        var text: String
        var holding: PlaceTree.Holding
        /// The filter that finds the items.
        var condition: String
        /// The row of the tree, or `nil` for items without a place.
        var row: Int?
    }

    private let tree: PlaceTree
    private var closed: Set<Int> = []

    init(_ tree: PlaceTree) { self.tree = tree }

    /// Returns the same view of a newer tree. Collapsed places stay collapsed.
    func following(_ tree: PlaceTree) -> PlaceWalk {
        var walk = PlaceWalk(tree)
        let names = Set(closed.map { self.tree.place($0).description })
        walk.closed = Set(tree.rows.indices.filter { names.contains(tree.place($0).description) })
        return walk
    }

    private func isParent(_ row: Int) -> Bool { tree.range(of: row).count > 1 }

    /// Returns whether all enclosing places are expanded.
    private func isShown(_ row: Int) -> Bool {
        var parent = tree.rows[row].parent
        while let current = parent {
            if closed.contains(current) { return false }
            parent = tree.rows[current].parent
        }
        return true
    }

    /// The visible places, and a last line for items without a place.
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
                Line(
                    text: "  " + String(localized: "(no place)"), holding: tree.unplaced,
                    condition: "location is not set", row: nil)
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

    /// Collapses a place. Does nothing if it is already collapsed or has no places within it. Returns the row
    /// to select: the place or its parent, or `nil` at the top.
    mutating func close(_ row: Int) -> Int? {
        if isParent(row), !closed.contains(row) {
            closed.insert(row)
            return row
        }
        return tree.rows[row].parent
    }
}
