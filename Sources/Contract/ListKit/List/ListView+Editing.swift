extension ListView {
    /// What editing means for a row: what the delegate says, for rows that the data source lets be edited.
    package func editingStyle(at path: RowPath) -> EditingStyle {
        guard contains(path), dataSource?.list(self, canEditRowAt: path) == true else { return .none }
        return delegate?.list(self, editingStyleForRowAt: path) ?? .delete
    }

    /// Whether a row can be moved.
    package func canMove(_ path: RowPath) -> Bool {
        contains(path) && dataSource?.list(self, canMoveRowAt: path) == true
    }

    /// The person confirmed a row's editing control: has the data source carry it out. Returns whether there
    /// was anything to carry out. What the list shows changes when the data source applies its updates.
    @discardableResult
    public func commitEditing(at path: RowPath) -> Bool {
        let style = editingStyle(at: path)
        guard style != .none, let dataSource else { return false }
        swipe = nil
        setNeedsLayout()
        dataSource.list(self, commit: style, forRowAt: path)
        return true
    }

    /// The person moved a row: has the data source move it to where the delegate lets it land, and returns
    /// that place; nil when it cannot be moved or stays. What the list shows changes when the data source
    /// applies its updates.
    @discardableResult
    public func moveRow(at source: RowPath, to proposed: RowPath) -> RowPath? {
        guard canMove(source), let dataSource else { return nil }
        let allowed = delegate?.list(self, targetForMoveFrom: source, to: proposed) ?? proposed
        guard let target = landing(near: allowed, from: source), target != source else { return nil }
        dataSource.list(self, moveRowAt: source, to: target)
        return target
    }

    /// The person swiped a row: shows what it offers at that edge. Returns whether it offers anything.
    @discardableResult
    package func swipe(_ path: RowPath, from edge: Swipe.Edge) -> Bool {
        guard contains(path) else { return false }
        let actions =
            edge == .leading
            ? delegate?.list(self, leadingActionsForRowAt: path) ?? []
            : delegate?.list(self, trailingActionsForRowAt: path) ?? standardActions(at: path)
        swipe = actions.isEmpty ? nil : Swipe(path: path, edge: edge, actions: actions)
        setNeedsLayout()
        return swipe != nil
    }

    /// Takes back what a swipe offers.
    package func endSwipe() {
        swipe = nil
        setNeedsLayout()
    }

    /// The person chose one of the actions of the swiped row: ends the swipe and runs it. Returns whether
    /// there was such an action.
    @discardableResult
    package func performSwipeAction(_ index: Int) -> Bool {
        guard let swipe, swipe.actions.indices.contains(index) else { return false }
        endSwipe()
        swipe.actions[index].handler(swipe.path)
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
            RowAction("Delete", style: .destructive) { [weak self] path in _ = self?.commitEditing(at: path) }
        ]
    }

    /// The nearest place at which a moved row can come to stand, counted after the move.
    private func landing(near path: RowPath, from source: RowPath) -> RowPath? {
        guard outline.rowCounts.indices.contains(path.section) else { return nil }
        let rows = outline.rowCounts[path.section]
        let last = path.section == source.section ? rows - 1 : rows
        return RowPath(section: path.section, row: path.row.clamped(to: 0...last))
    }
}
