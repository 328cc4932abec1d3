import TextSearch

/// The sections of a result in order, with counts and totals that are updated by changes. They are stored in blocks,
/// so that inserting a section and finding its first row don't require a pass over all sections.
package struct SectionTable: Sendable {
    /// A section with the spellings of its place.
    package struct Entry: Sendable {
        /// The section.
        package private(set) var section: ItemSection
        /// The number of items with the spelling of the section's key, and the numbers for other spellings.
        private var same = 0
        private var others: [PlacePath: Int] = [:]

        /// Creates an entry for an existing section with a single spelling.
        init(_ section: ItemSection) { self.section = section }

        /// Creates an empty section.
        package init(_ key: SectionKey?, in sectioning: (any Sectioning)?) {
            section = ItemSection(key: key, in: sectioning, start: 0)
        }

        /// Adds an item with a key.
        package mutating func add(_ item: Item, _ key: SectionKey?, in sectioning: (any Sectioning)?) {
            section.count += 1
            section.total.add(item)
            note(key, 1, in: sectioning)
        }

        fileprivate mutating func add(
            rows: Int, total: MoneyTotal, _ key: SectionKey?, in sectioning: (any Sectioning)?
        ) {
            section.count += rows
            section.total += total
            note(key, rows, in: sectioning)
        }

        /// Changes the number of items with a spelling. The spelling that is first by bytes becomes the title.
        fileprivate mutating func note(_ key: SectionKey?, _ rows: Int, in sectioning: (any Sectioning)?) {
            guard case .place(let place)? = key, case .place(let shown)? = section.key else { return }
            if place == shown {
                same += rows
                if same > 0 { return }
                let first = others.keys.min { PlacePath.order($0, $1) == .ascending }
                if let first { show(first, in: sectioning) }
            } else {
                let count = others[place, default: 0] + rows
                others[place] = count > 0 ? count : nil
                if count > 0, PlacePath.order(place, shown) == .ascending {
                    others[shown] = same > 0 ? same : nil
                    show(place, in: sectioning)
                }
            }
        }

        /// Changes the title to another spelling of the place.
        private mutating func show(_ place: PlacePath, in sectioning: (any Sectioning)?) {
            same = others.removeValue(forKey: place) ?? 0
            section = ItemSection(
                key: .place(place), in: sectioning, start: section.start, count: section.count,
                total: section.total)
        }
    }

    private struct Block: Sendable {
        /// The number of rows in the block.
        var rows: Int
        var entries: [Entry]

        init(_ entries: ArraySlice<Entry>) {
            rows = entries.reduce(0) { $0 + $1.section.count }
            self.entries = Array(entries)
        }
    }

    /// The location of a section, or of its insertion.
    package struct Place {
        fileprivate var block: Int
        fileprivate var index: Int
        /// Whether the section exists.
        package fileprivate(set) var exists: Bool
        /// The rows of the section.
        package fileprivate(set) var rows: Range<Int>
    }

    private let sectioning: (any Sectioning)?
    private var blocks: [Block] = []
    private static let width = 256

    /// Creates a table of sections in order.
    package init(of sectioning: (any Sectioning)?, _ entries: [Entry] = []) {
        self.sectioning = sectioning
        blocks = stride(from: 0, to: entries.count, by: SectionTable.width / 2).map { start in
            Block(entries[start..<min(start + SectionTable.width / 2, entries.count)])
        }
    }

    /// Creates a table with a single section for all items.
    package init(all section: ItemSection) { self.init(of: nil, [Entry(section)]) }

    /// All sections with their first rows.
    package var sections: [ItemSection] {
        var sections: [ItemSection] = []
        var start = 0
        for block in blocks {
            for var section in block.entries.lazy.map(\.section) {
                section.start = start
                start += section.count
                sections.append(section)
            }
        }
        return sections
    }

    /// Finds the section with a key, or the only section of a result without sectioning.
    package func place(of key: SectionKey?) -> Place {
        let block = max(
            0,
            partition(blocks.count) { order(blocks[$0].entries[0].section.key, key) != .descending } - 1)
        guard block < blocks.count else { return Place(block: 0, index: 0, exists: false, rows: 0..<0) }
        let entries = blocks[block].entries
        let index = partition(entries.count) { order(entries[$0].section.key, key) == .ascending }
        let exists = index < entries.count && order(entries[index].section.key, key) == .same
        let before = blocks[..<block].reduce(0) { $0 + $1.rows }
        let start = entries[..<index].reduce(before) { $0 + $1.section.count }
        return Place(
            block: block, index: index, exists: exists,
            rows: start..<start + (exists ? entries[index].section.count : 0))
    }

    /// Inserts a new section.
    private mutating func insert(_ entry: Entry, at place: Place) {
        if blocks.isEmpty { blocks.append(Block([])) }
        blocks[place.block].entries.insert(entry, at: place.index)
        blocks[place.block].rows += entry.section.count
        guard blocks[place.block].entries.count > SectionTable.width else { return }
        let entries = blocks[place.block].entries
        blocks[place.block] = Block(entries[..<(entries.count / 2)])
        blocks.insert(Block(entries[(entries.count / 2)...]), at: place.block + 1)
    }

    /// Adds to the rows and the total of the section with a key. Empty sections are removed.
    package mutating func add(rows: Int, total: MoneyTotal, to key: SectionKey?) {
        let place = place(of: key)
        if place.exists {
            add(rows: rows, total: total, to: key, at: place)
        } else if rows > 0 {
            var entry = Entry(key, in: sectioning)
            entry.add(rows: rows, total: total, key, in: sectioning)
            insert(entry, at: place)
        }
    }

    /// Adds to the rows and the total of a section at a known location. An empty section is removed.
    package mutating func add(rows: Int, total: MoneyTotal, to key: SectionKey?, at place: Place) {
        blocks[place.block].rows += rows
        blocks[place.block].entries[place.index].add(rows: rows, total: total, key, in: sectioning)
        if blocks[place.block].entries[place.index].section.count > 0 { return }
        blocks[place.block].entries.remove(at: place.index)
        if blocks[place.block].entries.isEmpty { blocks.remove(at: place.block) }
    }

    /// Records that an item's spelling of the section's place has changed.
    package mutating func respell(_ old: SectionKey?, as new: SectionKey?, at place: Place) {
        blocks[place.block].entries[place.index].note(new, 1, in: sectioning)
        blocks[place.block].entries[place.index].note(old, -1, in: sectioning)
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
