extension ListView {
    /// Returns the effect of a row's editing control: ``EditingStyle/none`` if the data source doesn't implement
    /// `list(_:commit:forRowAt:)` or excludes the row, and otherwise the delegate's choice.
    public func editingStyle(at path: RowPath) -> EditingStyle {
        guard contains(path), let dataSource, dataSource.implementsCommit,
            dataSource.list(self, canEditRowAt: path)
        else { return .none }
        return delegate?.list(self, editingStyleForRowAt: path) ?? .delete
    }

    /// Returns whether a row can be moved.
    public func canMove(_ path: RowPath) -> Bool {
        guard contains(path), let dataSource, dataSource.implementsMove else { return false }
        return dataSource.list(self, canMoveRowAt: path)
    }

    /// Deletes a row, or inserts one before it: calls the data source's `list(_:commit:forRowAt:)`, and removes or
    /// inserts the row in the list if the number of rows has changed.
    ///
    /// - Parameters:
    ///   - style: The effect, by default that of the row's editing control.
    ///   - path: The row.
    /// - Returns: Whether the row can be edited this way.
    /// - Throws: ``InternalInconsistency`` if the new number of rows isn't one less, one more, or the same.
    @discardableResult
    public func commitEditing(
        _ style: EditingStyle? = nil, at path: RowPath
    ) throws(InternalInconsistency) -> Bool {
        let offered = editingStyle(at: path)
        let style = style ?? offered
        guard offered != .none, style != .none, let dataSource else { return false }
        swipe = nil
        setNeedsLayout()
        let (updates, before) = (updateCount, outline.rowCounts)
        let result: Any = dataSource.list(self, commit: style, forRowAt: path)
        guard updates == updateCount, !(result is PendingUpdate), askForCounts() != before else {
            return true
        }
        try apply(
            style == .delete ? ListUpdates(deletedRows: [path]) : ListUpdates(insertedRows: [path]))
        return true
    }

    /// Moves a row: calls the data source's `list(_:moveRowAt:to:)` with the position the delegate allows, and moves
    /// the row in the list.
    ///
    /// - Returns: The row's position after the move, or `nil` if it can't be moved or stays.
    /// - Throws: ``InternalInconsistency`` if the numbers of rows don't match the move.
    @discardableResult
    public func moveRow(
        at source: RowPath, to proposed: RowPath
    ) throws(InternalInconsistency) -> RowPath? {
        guard canMove(source), let dataSource else { return nil }
        let allowed = delegate?.list(self, targetForMoveFrom: source, to: proposed) ?? proposed
        guard let target = landing(near: allowed, from: source), target != source else { return nil }
        let updates = updateCount
        let result: Any = dataSource.list(self, moveRowAt: source, to: target)
        guard updates == updateCount, !(result is PendingUpdate) else { return target }
        try apply(ListUpdates(movedRows: [.init(from: source, to: target)]))
        return target
    }

    /// Shows the actions that a row offers at an edge.
    ///
    /// - Returns: Whether it offers any.
    @discardableResult
    public func swipe(_ path: RowPath, _ edge: Swipe.Edge) -> Bool {
        guard contains(path) else { return false }
        let actions =
            edge == .leading
            ? delegate?.list(self, leadingActionsForRowAt: path) ?? []
            : delegate?.list(self, trailingActionsForRowAt: path) ?? standardActions(at: path)
        swipe = actions.isEmpty ? nil : Swipe(path: path, edge: edge, actions: actions)
        setNeedsLayout()
        return swipe != nil
    }

    /// Hides the actions of the swiped row.
    public func endSwipe() {
        swipe = nil
        setNeedsLayout()
    }

    /// Runs an action of the swiped row and hides the actions.
    ///
    /// - Returns: Whether the action exists.
    @discardableResult
    public func performSwipeAction(_ index: Int) -> Bool {
        guard let swipe, swipe.actions.indices.contains(index) else { return false }
        endSwipe()
        swipe.actions[index].perform(at: swipe.path)
        return true
    }

    func editingChanged(from old: Bool) {
        guard isEditing != old else { return }
        swipe = nil
        refreshCells()
    }

    private func standardActions(at path: RowPath) -> [RowAction] {
        guard editingStyle(at: path) == .delete else { return [] }
        return [
            RowAction("Delete", style: .destructive) { [weak self] path in
                // After an error the list has already reloaded itself.
                _ = try? self?.commitEditing(at: path)
            }
        ]
    }

    /// Returns the valid position nearest to a proposed one, counted after the move.
    private func landing(near path: RowPath, from source: RowPath) -> RowPath? {
        guard outline.rowCounts.indices.contains(path.section) else { return nil }
        let rows = outline.rowCounts[path.section]
        let last = path.section == source.section ? rows - 1 : rows
        return RowPath(section: path.section, row: path.row.clamped(to: 0...last))
    }
}
