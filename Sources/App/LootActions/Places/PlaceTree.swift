package import LootCore

/// All places of a list as a tree, each with what is in it: rows in the order in which a tree is shown, each behind the
/// place that it lies in.
package struct PlaceTree: Hashable, Sendable {
    /// One place.
    package struct Row: Hashable, Sendable {
        /// The place.
        package let name: String
        /// How many places it lies in.
        package let depth: Int
        /// The row of the place that it lies in.
        package let parent: Int?
        /// The items that are there, and in no place within it.
        package fileprivate(set) var own = Holding()
        /// All items in it.
        package fileprivate(set) var all = Holding()
        /// The item that is this place, as a box is.
        package var item: ItemID?
    }

    /// Items, and what they come to.
    package struct Holding: Hashable, Sendable {
        /// How many items there are.
        package var count = 0
        /// What they are worth.
        package var total = MoneyTotal()

        static func += (left: inout Holding, section: ItemSection) {
            left.count += section.count
            left.total += section.total
        }
    }

    /// The places.
    package internal(set) var rows: [Row] = []
    /// The items of which is not known where they are.
    package private(set) var unplaced = Holding()

    /// So many levels a tree has; what lies further in belongs to the innermost of them.
    private static let deepest = 100

    /// The query whose outline makes a tree, of the items that `query` selects.
    package static func query(_ query: Query = .all) -> Query {
        var query = query
        query.sectioning = RuleSectioning(.place("location"))
        query.sort = []
        return query
    }

    /// The tree of an outline that was asked for with ``query(_:)``. Places that differ in case or accents are one.
    package init(_ outline: Outline) {
        // The rows that lead to the place at hand; sections come in the order of the tree.
        var path: [Int] = []
        for section in outline.sections {
            guard case .place(let place) = section.key else {
                unplaced += section
                continue
            }
            let parts = place.parts.prefix(PlaceTree.deepest)
            let shared = zip(path, parts).prefix { Folding.same(rows[$0].name, $1) }.count
            path.removeLast(path.count - shared)
            for part in parts[shared...] {
                rows.append(Row(name: part, depth: path.count, parent: path.last))
                path.append(rows.count - 1)
            }
            for row in path { rows[row].all += section }
            if let last = path.last { rows[last].own += section }
        }
    }

    /// The place of a row.
    package func place(_ row: Int) -> PlacePath {
        var parts: [String] = []
        var next: Int? = row
        while let row = next {
            parts.append(rows[row].name)
            next = rows[row].parent
        }
        return PlacePath(parts: parts.reversed())
    }

    /// The row of a place; nil where nothing is in it.
    package func row(of place: PlacePath) -> Int? {
        var found: Int?
        for (depth, part) in place.parts.enumerated() {
            let start = found.map { $0 + 1 } ?? 0
            found = rows[start...].indices.first { row in
                rows[row].parent == found && rows[row].depth == depth && Folding.same(rows[row].name, part)
            }
            if found == nil { return nil }
        }
        return found
    }

    /// The places within a row's, with it: rows that follow each other.
    package func range(of row: Int) -> Range<Int> {
        row..<(rows[(row + 1)...].firstIndex { $0.depth <= rows[row].depth } ?? rows.count)
    }
}
