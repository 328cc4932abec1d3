/// The difference between two results of a query at different revisions, by position.
///
/// Removed rows and the sources of moves are positions before the step; all other positions refer to the result after
/// it. Rows that aren't mentioned keep their order and their items.
public struct AnswerStep: Hashable, Sendable {
    /// An item with its row after the step.
    public struct Row: Hashable, Sendable {
        /// The row after the step.
        public var row: Int
        /// The item after the step.
        public var item: Item

        /// Creates a row with an item.
        package init(_ row: Int, _ item: Item) {
            self.row = row
            self.item = item
        }
    }

    /// An item that changes its position relative to others. It may have changed, too.
    public struct Move: Hashable, Sendable {
        /// The row before the step.
        public var source: Int
        /// The row after the step.
        public var target: Int
        /// The item after the step.
        public var item: Item

        /// Creates a move.
        package init(from source: Int, to target: Int, _ item: Item) {
            self.source = source
            self.target = target
            self.item = item
        }
    }

    /// The revision before the step.
    package let base: Revision
    /// The outline after the step, with its revision.
    public let outline: Outline
    /// The rows of removed items before the step, in ascending order.
    public let removed: [Int]
    /// The inserted items in ascending order of their rows.
    public let inserted: [Row]
    /// The moved items in ascending order of their targets.
    public let moved: [Move]
    /// The items that changed without moving, in ascending order of their rows.
    public let changed: [Row]

    /// Creates a step and sorts its parts.
    package init(
        from base: Revision, to outline: Outline, removed: [Int] = [], inserted: [Row] = [],
        moved: [Move] = [],
        changed: [Row] = []
    ) {
        self.base = base
        self.outline = outline
        self.removed = removed.sorted()
        self.inserted = inserted.sorted { $0.row < $1.row }
        self.moved = moved.sorted { $0.target < $1.target }
        self.changed = changed.sorted { $0.row < $1.row }
    }

    /// The revision after the step.
    package var revision: Revision { outline.revision }

    /// Whether no row has changed. The totals of sections may still differ.
    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    /// Applies the step to all items of a result.
    public func apply(to items: inout [Item]) {
        var come = inserted
        for index in (removed + moved.map(\.source)).sorted(by: >) where items.indices.contains(index) {
            items.remove(at: index)
        }
        come += moved.map { Row($0.target, $0.item) }
        for row in come.sorted(by: { $0.row < $1.row }) where (0...items.count).contains(row.row) {
            items.insert(row.item, at: row.row)
        }
        for row in changed where items.indices.contains(row.row) { items[row.row] = row.item }
    }
}

/// Maps rows before a step to rows after it. Prepared once for many lookups.
package struct RowMap: Sendable {
    private let gone: [Int]
    private let come: [Int]
    private let targets: [Int: Int]

    /// Creates the mapping for a step.
    package init(_ step: AnswerStep) {
        gone = (step.removed + step.moved.map(\.source)).sorted()
        come = (step.inserted.map(\.row) + step.moved.map(\.target)).sorted()
        targets = Dictionary(step.moved.map { ($0.source, $0.target) }) { first, _ in first }
    }

    /// Returns the row after the step of the item that was in a row before it, or `nil` if the item was removed.
    package func row(after old: Int) -> Int? {
        if let target = targets[old] { return target }
        let before = gone.countBelow(old)
        if before < gone.count, gone[before] == old { return nil }
        let rank = old - before
        // Find the row that is preceded by `rank` rows that weren't inserted by the step.
        var (low, high) = (0, come.count)
        while low < high {
            let middle = (low + high) / 2
            if come[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }
}

extension [Int] {
    /// Returns the number of elements below a number in this sorted array.
    fileprivate func countBelow(_ number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
