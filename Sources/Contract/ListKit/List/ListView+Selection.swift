/// How many rows of a list can be selected.
public enum SelectionMode: Hashable, Sendable {
    /// No row.
    case none
    /// One row: selecting another deselects it.
    case single
    /// Any rows.
    case multiple
}

extension ListView {
    /// The selected rows, in order. They always exist, and they stay with their rows through updates.
    public var selectedRows: [RowPath] { selection.sorted() }

    /// Selects a row if that is possible. The delegate, which tells what the person does, is not told.
    public func select(_ path: RowPath) {
        guard selectionMode != .none, contains(path) else { return }
        let others = selectionMode == .single ? selection.subtracting([path]) : []
        selection.subtract(others)
        selection.insert(path)
        for changed in others.union([path]) { refreshCell(at: changed) }
    }

    /// Deselects a row, without telling the delegate.
    public func deselect(_ path: RowPath) {
        selection.remove(path)
        refreshCell(at: path)
    }

    /// The person chose a row, with Enter or a click: selects it, or deselects it where several can be
    /// selected and it is, and tells the delegate.
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

    /// Puts the cursor on a row and brings the row onto the screen; nil takes the cursor away. A row that
    /// does not exist is ignored.
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

    /// Moves the cursor by rows, down when positive, through all sections and no further than the first or
    /// last row. Without a cursor, puts it on the first row on the screen.
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
