/// Makes one step of the insertions, removals and changes of rows that come one after the other.
package struct StepRecorder: Sendable {
    /// Rows that belong together, in the order of the answer.
    private enum Piece: Sendable {
        /// Rows of the answer before; the last such piece has no end.
        case old(Range<Int>)
        /// A row that has come.
        case new(ItemID)

        var count: Int {
            switch self {
            case .old(let rows): rows.count
            case .new: 1
            }
        }
    }

    private var pieces: [Piece] = [.old(0..<Int.max)]
    /// Where the items stood that were taken out.
    private var removed: [ItemID: Int] = [:]
    /// Where the items stood that have changed and were not taken out since.
    private var changed: [Int: ItemID] = [:]

    /// Nothing has happened yet.
    package init() {}

    /// An item was taken out of a row.
    package mutating func remove(_ id: ItemID, at row: Int) {
        let index = split(at: row)
        guard case .old(let rows) = pieces[index] else {
            pieces.remove(at: index)
            return
        }
        removed[id] = rows.lowerBound
        changed[rows.lowerBound] = nil
        if rows.count == 1 {
            pieces.remove(at: index)
        } else {
            pieces[index] = .old(rows.lowerBound + 1..<rows.upperBound)
        }
    }

    /// An item was put into a row.
    package mutating func insert(_ id: ItemID, at row: Int) {
        let index = split(at: row)
        if let old = removed[id], isBetweenNeighbors(old, at: index) {
            removed[id] = nil
            changed[old] = id
            pieces.insert(.old(old..<old + 1), at: index)
        } else {
            pieces.insert(.new(id), at: index)
        }
    }

    /// The item in a row has changed.
    package mutating func change(_ id: ItemID, at row: Int) {
        if case .old(let rows) = pieces[split(at: row)] { changed[rows.lowerBound] = id }
    }

    /// The step that came of it; `item` knows the items as they are now.
    package func step(from base: Revision, to outline: Outline, item: (ItemID) -> Item?) -> AnswerStep {
        var inserted: [AnswerStep.Row] = []
        var moved: [AnswerStep.Move] = []
        var stayed: [AnswerStep.Row] = []
        var left = removed
        let changedRows = changed.keys.sorted()
        var nextChanged = 0
        var row = 0
        for piece in pieces {
            switch piece {
            case .new(let id):
                guard let item = item(id) else { break }
                if let source = left.removeValue(forKey: id) {
                    moved.append(AnswerStep.Move(from: source, to: row, item))
                } else {
                    inserted.append(AnswerStep.Row(row, item))
                }
            case .old(let rows):
                while nextChanged < changedRows.count, changedRows[nextChanged] < rows.upperBound {
                    let old = changedRows[nextChanged]
                    if rows.contains(old), let item = changed[old].flatMap(item) {
                        stayed.append(AnswerStep.Row(row + old - rows.lowerBound, item))
                    }
                    nextChanged += 1
                }
            }
            row = row.addingReportingOverflow(piece.count).partialValue
        }
        return AnswerStep(
            from: base, to: outline, removed: Array(left.values), inserted: inserted, moved: moved,
            changed: stayed)
    }

    /// Parts the pieces before a row.
    ///
    /// - Returns: the index of the piece that begins with that row.
    private mutating func split(at row: Int) -> Int {
        var start = 0
        for (index, piece) in pieces.enumerated() {
            if row == start { return index }
            if case .old(let rows) = piece, row - start < rows.count {
                let middle = rows.lowerBound + (row - start)
                pieces[index] = .old(rows.lowerBound..<middle)
                pieces.insert(.old(middle..<rows.upperBound), at: index + 1)
                return index + 1
            }
            start += piece.count
        }
        return pieces.count - 1
    }

    /// Whether an old row put in here would follow those before it and precede those behind it.
    private func isBetweenNeighbors(_ old: Int, at index: Int) -> Bool {
        for case .old(let rows) in pieces[..<index].reversed() {
            return rows.upperBound <= old && nextIsBehind(old, index)
        }
        return nextIsBehind(old, index)
    }

    private func nextIsBehind(_ old: Int, _ index: Int) -> Bool {
        for case .old(let rows) in pieces[index...] { return old < rows.lowerBound }
        return true
    }
}
