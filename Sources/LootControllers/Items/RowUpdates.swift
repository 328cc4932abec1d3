import ListKit
import LootCore

/// What a list has to be told when an answer has become another one, from the outlines and from the rows that are
/// known on both sides, which are those around the screen. Costs these rows and the sections, however many rows
/// there are.
///
/// Rows that are known before and after stay; what lies between two of them is made as long as it is now, and where
/// that leaves a choice, it is made far from the screen. What the remaining rows show has to be asked anew.
struct RowUpdates {
    /// A row of the answer before, and where it is now.
    struct Known {
        var oldRow: Int
        var newRow: Int
    }

    private let old: Outline
    private let new: Outline
    private(set) var updates = ListUpdates()

    init(from old: Outline, to new: Outline, known: [Known]) {
        self.old = old
        self.new = new
        let newIndex = Dictionary(new.sections.enumerated().map { ($1.key, $0) }) { first, _ in first }
        let oldKeys = Set(old.sections.map(\.key))
        updates.insertedSections = new.sections.indices.filter { !oldKeys.contains(new.sections[$0].key) }
        for (index, section) in old.sections.enumerated() {
            guard let target = newIndex[section.key] else {
                updates.deletedSections.append(index)
                continue
            }
            let rows = new.sections[target].rows
            compare(
                index, target, known.filter { section.rows.contains($0.oldRow) && rows.contains($0.newRow) })
        }
        // A list always has a section, so an empty answer has one that is empty.
        if old.sections.isEmpty, !new.sections.isEmpty { updates.deletedSections = [0] }
        if new.sections.isEmpty, !old.sections.isEmpty { updates.insertedSections = [0] }
    }

    private mutating func compare(_ oldSection: Int, _ newSection: Int, _ known: [Known]) {
        let oldRows = old.sections[oldSection].rows
        let newRows = new.sections[newSection].rows
        var oldRow = oldRows.lowerBound
        var newRow = newRows.lowerBound
        for pair in RowUpdates.longestAscending(known) {
            let isFirst = oldRow == oldRows.lowerBound
            adjust(oldSection, oldRow..<pair.oldRow, newSection, newRow..<pair.newRow, atEnd: !isFirst)
            oldRow = pair.oldRow + 1
            newRow = pair.newRow + 1
        }
        adjust(oldSection, oldRow..<oldRows.upperBound, newSection, newRow..<newRows.upperBound, atEnd: true)
    }

    /// Makes the rows of a gap as many as there are now.
    private mutating func adjust(
        _ oldSection: Int, _ oldRows: Range<Int>, _ newSection: Int, _ newRows: Range<Int>, atEnd: Bool
    ) {
        let surplus = oldRows.count - newRows.count
        if surplus > 0 {
            let start = old.sections[oldSection].start
            let gone = atEnd ? oldRows.suffix(surplus) : oldRows.prefix(surplus)
            updates.deletedRows += gone.map { RowPath(section: oldSection, row: $0 - start) }
        } else if surplus < 0 {
            let start = new.sections[newSection].start
            let come = atEnd ? newRows.suffix(-surplus) : newRows.prefix(-surplus)
            updates.insertedRows += come.map { RowPath(section: newSection, row: $0 - start) }
        }
    }

    /// The most rows that ascend on both sides: they stay, the others go and come.
    private static func longestAscending(_ known: [Known]) -> [Known] {
        let known = known.sorted { $0.oldRow < $1.oldRow }
        var tails: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in known.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if known[tails[middle]].newRow < pair.newRow { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? tails[low - 1] : nil)
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [Known] = []
        var next = tails.last
        while let index = next {
            result.append(known[index])
            next = previous[index]
        }
        return result.reversed()
    }
}
