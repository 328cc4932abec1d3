extension ListView {
    /// Follows changes of the data, which have already happened there. Cells of rows that stay are kept;
    /// selection, cursor, swipe and screen stay with their rows, except that a list at its very top stays at
    /// its top. The cursor of a deleted row goes to the next one.
    ///
    /// The counts that the data source now gives must be those before with the changes applied. If they are
    /// not, or the updates name what does not exist, the list reloads everything and says so by throwing.
    public func apply(_ updates: ListUpdates) throws(InternalInconsistency) {
        guard isLoaded, !isLayingOut else { return reloadData() }
        let plan: UpdatePlan
        do {
            plan = try UpdatePlan(updates, before: outline.rowCounts, after: askForCounts())
        } catch {
            reloadData()
            throw error
        }
        let isAtTop =
            lastLayout.contentOffset == 0 && (anchors.first.map { $0.top >= 0 } ?? (lastOffset == 0))
        let cursorIndex = cursor.flatMap(outline.index(of:))
        cursor = cursor.flatMap {
            plan.nearestPath(after: $0, rowsBefore: outline.rowCounts[$0.section])
        }
        plan.carryOut(
            on: &outline,
            fresh: { describe(section: $0, rows: numberInDataSource(section: $0)) },
            estimate: estimatedHeight)
        if cursor == nil, let cursorIndex, outline.rowCount > 0 {
            cursor = outline.path(at: min(cursorIndex, outline.rowCount - 1))
        }
        anchors = isAtTop ? [] : anchors.compactMap(plan.anchor(after:))
        if isAtTop { lastOffset = 0 }
        follow(plan)
    }

    /// Takes everything that belongs to a row to where the row went.
    private func follow(_ plan: UpdatePlan) {
        selection = Set(selection.compactMap(plan.path(after:)))
        announced = Set(announced.compactMap(plan.path(after:)))
        swipe = swipe.flatMap { swipe in
            plan.path(after: swipe.path).map { Swipe(path: $0, edge: swipe.edge, actions: swipe.actions) }
        }
        var kept: [RowPath: LiveCell] = [:]
        for (path, live) in cells {
            guard let new = plan.path(after: path), !plan.reloaded.contains(path) else {
                dropCell(at: path)
                continue
            }
            kept[new] = live
        }
        cells = kept
        refreshCells()
    }

    private func numberInDataSource(section: Int) -> Int {
        let rows = dataSource?.list(self, numberOfRowsInSection: section) ?? 0
        return rows.clamped(to: 0...Outline.mostRows)
    }
}

extension UpdatePlan {
    fileprivate func anchor(after old: Anchor) -> Anchor? {
        switch old.kind {
        case .row(let path): self.path(after: path).map { Anchor(kind: .row($0), top: old.top) }
        case .header, .footer: nil
        case .constant: old
        }
    }
}
