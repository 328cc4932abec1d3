/// The sections of an answer in their order, with counts and totals that changes keep current. They stand in blocks,
/// so that neither a new section among many nor the row where one starts costs a pass over all.
package struct SectionTable: Sendable {
    /// A section, and in how many ways its items write the place that they have in common.
    package struct Entry: Sendable {
        /// The section.
        package private(set) var section: ItemSection
        /// How many items write the place as the section's key does, and how many in each of the other ways.
        private var same = 0
        private var others: [PlacePath: Int] = [:]

        /// A section that is known, in which nothing is written in several ways.
        init(_ section: ItemSection) { self.section = section }

        /// A section that is still empty.
        package init(_ key: SectionKey?, in sectioning: (any Sectioning)?) {
            section = ItemSection(key: key, in: sectioning, start: 0)
        }

        /// Adds an item with this key.
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

        /// Notes that `rows` more items, or fewer, write the place so. The one that comes first by bytes is the title.
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

        /// Titles the section in one of the other ways to write its place.
        private mutating func show(_ place: PlacePath, in sectioning: (any Sectioning)?) {
            same = others.removeValue(forKey: place) ?? 0
            section = ItemSection(
                key: .place(place), in: sectioning, start: section.start, count: section.count,
                total: section.total)
        }
    }

    private struct Block: Sendable {
        /// What the sections hold together.
        var rows: Int
        var entries: [Entry]

        init(_ entries: ArraySlice<Entry>) {
            rows = entries.reduce(0) { $0 + $1.section.count }
            self.entries = Array(entries)
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
    package init(of sectioning: (any Sectioning)?, _ entries: [Entry] = []) {
        self.sectioning = sectioning
        blocks = stride(from: 0, to: entries.count, by: SectionTable.width / 2).map { start in
            Block(entries[start..<min(start + SectionTable.width / 2, entries.count)])
        }
    }

    /// All items as one section.
    package init(all section: ItemSection) { self.init(of: nil, [Entry(section)]) }

    /// All sections, with their starts.
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

    /// Finds the section with a key; in an answer without sectioning, the only one.
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

    /// Puts a section in where there is none.
    private mutating func insert(_ entry: Entry, at place: Place) {
        if blocks.isEmpty { blocks.append(Block([])) }
        blocks[place.block].entries.insert(entry, at: place.index)
        blocks[place.block].rows += entry.section.count
        guard blocks[place.block].entries.count > SectionTable.width else { return }
        let entries = blocks[place.block].entries
        blocks[place.block] = Block(entries[..<(entries.count / 2)])
        blocks.insert(Block(entries[(entries.count / 2)...]), at: place.block + 1)
    }

    /// Adds to the rows and the total of the section with a key. One that holds nothing is gone.
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

    /// Adds to the rows and the total of the section with a key, which is at a place. A section that holds nothing is gone.
    package mutating func add(rows: Int, total: MoneyTotal, to key: SectionKey?, at place: Place) {
        blocks[place.block].rows += rows
        blocks[place.block].entries[place.index].add(rows: rows, total: total, key, in: sectioning)
        if blocks[place.block].entries[place.index].section.count > 0 { return }
        blocks[place.block].entries.remove(at: place.index)
        if blocks[place.block].entries.isEmpty { blocks.remove(at: place.block) }
    }

    /// Takes note that an item of the section at a place writes the key in another way.
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
