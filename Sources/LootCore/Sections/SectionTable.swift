/// The sections of an answer in their order, with counts and totals that changes keep current. They stand in blocks,
/// so that neither a new section among many nor the row where one starts costs a pass over all.
package struct SectionTable: Sendable {
    private struct Block: Sendable {
        /// What the sections hold together.
        var rows: Int
        var sections: [Section]

        init(_ sections: ArraySlice<Section>) {
            rows = sections.reduce(0) { $0 + $1.count }
            self.sections = Array(sections)
        }
    }

    /// Where a section stands, or would stand.
    package struct Place {
        fileprivate var block: Int
        fileprivate var index: Int
        /// Whether there is one.
        package fileprivate(set) var exists: Bool
        /// Its rows.
        package fileprivate(set) var rows: Range<Int>
    }

    private let sectioning: (any Sectioning)?
    private var blocks: [Block] = []
    private static let width = 256

    /// The sections of a sectioning, which are these, in order.
    package init(of sectioning: (any Sectioning)?, _ sections: [Section] = []) {
        self.sectioning = sectioning
        blocks = stride(from: 0, to: sections.count, by: SectionTable.width / 2).map { start in
            Block(sections[start..<min(start + SectionTable.width / 2, sections.count)])
        }
    }

    /// All sections, with their starts.
    package var sections: [Section] {
        var sections: [Section] = []
        var start = 0
        for block in blocks {
            for var section in block.sections {
                section.start = start
                start += section.count
                sections.append(section)
            }
        }
        return sections
    }

    /// Finds the section with a key; in an answer without sectioning, the only one.
    package func place(of key: SectionKey?) -> Place {
        let block = max(
            0,
            partition(blocks.count) { order(blocks[$0].sections[0].key, key) != .descending } - 1)
        guard block < blocks.count else { return Place(block: 0, index: 0, exists: false, rows: 0..<0) }
        let sections = blocks[block].sections
        let index = partition(sections.count) { order(sections[$0].key, key) == .ascending }
        let exists = index < sections.count && order(sections[index].key, key) == .same
        let before = blocks[..<block].reduce(0) { $0 + $1.rows }
        let start = sections[..<index].reduce(before) { $0 + $1.count }
        return Place(
            block: block, index: index, exists: exists,
            rows: start..<start + (exists ? sections[index].count : 0))
    }

    /// Puts a section in where there is none.
    private mutating func insert(_ section: Section, at place: Place) {
        if blocks.isEmpty { blocks.append(Block([])) }
        blocks[place.block].sections.insert(section, at: place.index)
        blocks[place.block].rows += section.count
        guard blocks[place.block].sections.count > SectionTable.width else { return }
        let sections = blocks[place.block].sections
        blocks[place.block] = Block(sections[..<(sections.count / 2)])
        blocks.insert(Block(sections[(sections.count / 2)...]), at: place.block + 1)
    }

    /// Adds to the rows and the total of the section with a key. One that holds nothing is gone.
    package mutating func add(rows: Int, value: Int128, to key: SectionKey?) {
        let place = place(of: key)
        if place.exists {
            add(rows: rows, value: value, at: place)
        } else if rows > 0 {
            insert(Section(key: key, in: sectioning, start: 0, count: rows, totalValue: value), at: place)
        }
    }

    /// Adds to the rows and the total of the section at a place. A section that holds nothing is gone.
    package mutating func add(rows: Int, value: Int128, at place: Place) {
        blocks[place.block].rows += rows
        blocks[place.block].sections[place.index].count += rows
        blocks[place.block].sections[place.index].totalValue &+= value
        if blocks[place.block].sections[place.index].count > 0 { return }
        blocks[place.block].sections.remove(at: place.index)
        if blocks[place.block].sections.isEmpty { blocks.remove(at: place.block) }
    }

    private func order(_ left: SectionKey?, _ right: SectionKey?) -> Order {
        guard let left, let right, let sectioning else { return .same }
        return sectioning.order(left, right)
    }

    private func partition(_ count: Int, where precedes: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
