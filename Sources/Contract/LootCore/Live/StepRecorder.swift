/// Combines consecutive insertions, removals and changes of rows into one step.
package struct StepRecorder: Sendable {
    /// A part of the result.
    private enum Piece: Sendable {
        /// A range of rows of the previous result. The last one has no end.
        case old(Range<Int>)
        /// An inserted row.
        case new(ItemID)

        var count: Int {
            switch self {
            case .old(let rows): rows.count
            case .new: 1
            }
        }
    }

    private var pieces: [Piece] = [.old(0..<Int.max)]
    /// The previous rows of removed items.
    private var removed: [ItemID: Int] = [:]
    /// The previous rows of changed items that weren't removed later.
    private var changed: [Int: ItemID] = [:]

    /// Creates an empty recorder.
    package init() {}

    /// Records the removal of an item from a row.
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

    /// Records the insertion of an item at a row.
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

    /// Records a change of the item in a row.
    package mutating func change(_ id: ItemID, at row: Int) {
        if case .old(let rows) = pieces[split(at: row)] { changed[rows.lowerBound] = id }
    }

    /// Returns the combined step. `item` returns the current items.
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

    /// Splits the pieces before a row.
    ///
    /// - Returns: The index of the piece that begins with the row.
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

    /// Returns whether an old row inserted at an index would be in order with its neighbors.
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
