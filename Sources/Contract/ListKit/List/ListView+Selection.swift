/// The number of rows that can be selected.
public enum SelectionMode: Hashable, Sendable {
    /// Rows can't be selected.
    case none
    /// One row can be selected. Selecting another one deselects it.
    case single
    /// Any number of rows can be selected.
    case multiple
}

extension ListView {
    /// The selected rows, in order. Updates of the list adjust their paths and deselect deleted rows.
    public var selectedRows: [RowPath] { selection.sorted() }

    /// Selects a row, unless the selection mode prevents it. Doesn't call the delegate.
    public func select(_ path: RowPath) {
        guard selectionMode != .none, contains(path) else { return }
        let others = selectionMode == .single ? selection.subtracting([path]) : []
        selection.subtract(others)
        selection.insert(path)
        for changed in others.union([path]) { refreshCell(at: changed) }
    }

    /// Deselects a row. Doesn't call the delegate.
    public func deselect(_ path: RowPath) {
        selection.remove(path)
        refreshCell(at: path)
    }

    /// Selects a row and calls the delegate, as when a person presses Enter or clicks. If several rows can be
    /// selected and this one already is, deselects it.
    public func tap(_ path: RowPath) {
        guard selectionMode != .none, contains(path) else { return }
        if selectionMode == .multiple, selection.contains(path) {
            deselect(path)
            delegate?.list(self, didDeselectRowAt: path)
            return
        }
        guard delegate?.list(self, canSelectRowAt: path) ?? true else { return }
        let others = selectionMode == .single ? selection.subtracting([path]) : []
        select(path)
        for other in others { delegate?.list(self, didDeselectRowAt: other) }
        delegate?.list(self, didSelectRowAt: path)
    }

    /// Moves the cursor to a row and scrolls to it. With `nil`, the list has no cursor. Does nothing if the row
    /// doesn't exist.
    public func moveCursor(to path: RowPath?) {
        guard let path else {
            cursor = nil
            return refreshCells()
        }
        guard contains(path) else { return }
        cursor = path
        refreshCells()
        scroll(to: path)
    }

    /// Moves the cursor by a number of rows, down if it is positive, through all sections and at most to the first or
    /// last row. Without a cursor, moves it to the first visible row.
    public func moveCursor(by rows: Int) {
        guard let cursor else { return moveCursor(to: visibleRows.first) }
        moveCursor(to: row(rows, from: cursor) ?? cursor)
    }

    func selectionModeChanged(from old: SelectionMode) {
        guard selectionMode != .multiple, selectionMode == .none || selection.count > 1 else { return }
        selection = []
        refreshCells()
    }

    private func refreshCell(at path: RowPath) {
        if let live = cells[path] { setState(of: live.cell, at: path) }
        setNeedsLayout()
    }

    func refreshCells() {
        for (path, live) in cells { setState(of: live.cell, at: path) }
        setNeedsLayout()
    }
}
