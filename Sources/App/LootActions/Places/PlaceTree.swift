package import LootCore
import LootQueryText
import TextSearch

/// The places of a list as a tree with their contents. Rows are in display order: each follows its parent.
package struct PlaceTree: Hashable, Sendable {
    /// One place.
    package struct Row: Hashable, Sendable {
        /// The name of the place.
        package let name: String
        /// The number of enclosing places.
        package let depth: Int
        /// The row of the enclosing place.
        package let parent: Int?
        /// The items directly in the place.
        package fileprivate(set) var own = Holding()
        /// All items in the place, including nested places.
        package fileprivate(set) var all = Holding()
        /// The item that is this place, such as a box.
        package var item: ItemID?
    }

    /// The number and the value of items.
    package struct Holding: Hashable, Sendable {
        /// The number of items.
        package var count = 0
        /// The total value.
        package var total = MoneyTotal()

        static func += (left: inout Holding, section: ItemSection) {
            left.count += section.count
            left.total += section.total
        }
    }

    /// The places.
    package internal(set) var rows: [Row] = []
    /// The items without a place.
    package private(set) var unplaced = Holding()

    /// The maximum depth of the tree. Items in deeper places are counted at the innermost level.
    private static let deepest = 100

    /// Returns the query whose outline contains the tree of the items that `query` matches.
    package static func query(_ query: Query = .all) -> Query {
        var query = query
        query.sectioning = RuleSectioning(.place("location"))
        query.sort = []
        return query
    }

    /// Creates the tree from the outline of ``query(_:)``. Places that differ only in case or accents are merged.
    package init(_ outline: Outline) {
        // The rows from the root to the current place. Sections are in the order of the tree.
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

    /// Returns the path of a row.
    package func place(_ row: Int) -> PlacePath {
        var parts: [String] = []
        var next: Int? = row
        while let row = next {
            parts.append(rows[row].name)
            next = rows[row].parent
        }
        return PlacePath(parts: parts.reversed())
    }

    /// Returns the row of a place, or `nil` if the place is empty.
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

    /// Returns the rows of a place and all places in it, which are contiguous.
    package func range(of row: Int) -> Range<Int> {
        row..<(rows[(row + 1)...].firstIndex { $0.depth <= rows[row].depth } ?? rows.count)
    }
}
