/// What makes the answer to a query in a later state of a store of the answer in an earlier one, by position.
///
/// Rows that are removed, and the sources of moves, are positions before the step; everything else is a position after
/// it. Rows that the step does not name close up around those that it does, and show what they showed before.
public struct AnswerStep: Hashable, Sendable {
    /// An item, and the row in which it stands after the step.
    public struct Row: Hashable, Sendable {
        /// The row after the step.
        public var row: Int
        /// The item as it is after the step.
        public var item: Item

        /// An item in a row.
        package init(_ row: Int, _ item: Item) {
            self.row = row
            self.item = item
        }
    }

    /// An item that stands elsewhere among those around it, and may have changed, too.
    public struct Move: Hashable, Sendable {
        /// The row before the step.
        public var source: Int
        /// The row after the step.
        public var target: Int
        /// The item as it is after the step.
        public var item: Item

        /// A move from a row before the step to a row after it.
        package init(from source: Int, to target: Int, _ item: Item) {
            self.source = source
            self.target = target
            self.item = item
        }
    }

    /// The state before.
    package let base: Revision
    /// The shape of the answer after the step, with the state that it is of.
    public let outline: Outline
    /// Rows whose items have left the answer, ascending, as they stood before.
    public let removed: [Int]
    /// Items that are new in the answer, by ascending row.
    public let inserted: [Row]
    /// Items that stand elsewhere, by ascending target.
    public let moved: [Move]
    /// Items that have changed and stand where they stood, by ascending row.
    public let changed: [Row]

    /// A step from its parts, which are put in order.
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

    /// The state after.
    package var revision: Revision { outline.revision }

    /// Whether every row shows what it showed. Sections may have other totals all the same.
    package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    /// Makes the whole answer of the one before.
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

/// Where the rows of an answer go in a step, worked out once for many of them.
package struct RowMap: Sendable {
    private let gone: [Int]
    private let come: [Int]
    private let targets: [Int: Int]

    /// Where rows go in a step.
    package init(_ step: AnswerStep) {
        gone = (step.removed + step.moved.map(\.source)).sorted()
        come = (step.inserted.map(\.row) + step.moved.map(\.target)).sorted()
        targets = Dictionary(step.moved.map { ($0.source, $0.target) }) { first, _ in first }
    }

    /// The row after the step in which the item stands that stood in this row before; nil if it has left the answer.
    package func row(after old: Int) -> Int? {
        if let target = targets[old] { return target }
        let before = gone.countBelow(old)
        if before < gone.count, gone[before] == old { return nil }
        let rank = old - before
        // The row with that many rows before it that have not come with the step.
        var (low, high) = (0, come.count)
        while low < high {
            let middle = (low + high) / 2
            if come[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }
}

extension [Int] {
    /// How many entries of this ascending list are below a number.
    fileprivate func countBelow(_ number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
