extension ListView {
    /// Follows changes of the data, which have already happened there. Cells of rows that stay are kept;
    /// selection, cursor, swipe and screen stay with their rows, except that a list at its very top stays at
    /// its top. The cursor of a deleted row goes to the next one.
    ///
    /// The counts that the data source now gives must be those before with the changes applied. If they are
    /// not, or the updates name what does not exist, the list reloads everything and says so by throwing.
    public func apply(_ updates: ListUpdates) throws(InternalInconsistency) {
        updateCount += 1
        guard isLoaded, !isBusy else { return reloadData() }
        isBusy = true
        defer { isBusy = false }
        let plan: UpdatePlan
        do {
            plan = try UpdatePlan(updates, before: outline.rowCounts, after: askForCounts())
        } catch {
            reloadData()
            throw error
        }
        // Others are asked before the outline changes, so that they may ask the list in turn.
        let fresh = plan.freshSections.map { ($0, describe(section: $0, rows: plan.counts[$0])) }
        let estimates = plan.filledSections.map { ($0, estimatedHeight($0)) }
        let isAtTop = resolveAnchor().map { place, top in place.top <= top } ?? true
        let cursorIndex = cursor.flatMap(outline.index(of:))
        cursor = cursor.flatMap {
            plan.nearestPath(after: $0, rowsBefore: numberOfRows(inSection: $0.section))
        }
        plan.carryOut(
            on: &outline, fresh: Dictionary(fresh) { first, _ in first },
            estimates: Dictionary(estimates) { first, _ in first })
        for section in plan.changedSections { measureTitles(ofSection: section) }
        if cursor == nil, let cursorIndex, outline.rowCount > 0 {
            cursor = outline.path(at: min(cursorIndex, outline.rowCount - 1))
        }
        anchors = isAtTop ? [] : plan.anchors(after: anchors)
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
        let old = cells
        cells = [:]
        var gone: [RowPath: LiveCell] = [:]
        for (path, live) in old {
            if let new = plan.path(after: path), !plan.reloaded.contains(path) {
                cells[new] = live
            } else {
                gone[path] = live
            }
        }
        for (path, live) in gone { retire(live, from: path) }
        earlierTops = Dictionary(
            lastLayout.elements.compactMap { element in
                element.path.flatMap(plan.path(after:)).map { ($0, element.top) }
            }, uniquingKeysWith: { first, _ in first })
        refreshCells()
        onUpdate?()
    }

    /// A title can come and go with a section's rows.
    private func measureTitles(ofSection section: Int) {
        for kind in [ListElement.Kind.header(section: section), .footer(section: section)] {
            if let place = outline.place(of: kind) { measure(place) }
        }
    }
}

extension UpdatePlan {
    /// Those of the anchors that stay in their order, the first of them where the first of all was: what
    /// follows a row that is gone closes up to its place. A row that was moved does not take the screen along.
    fileprivate func anchors(after old: [Anchor]) -> [Anchor] {
        var new = old.compactMap { anchor in
            place(after: anchor.kind).map { Anchor(kind: $0, top: anchor.top) }
        }
        if !new.isEmpty, let first = old.first { new[0].top = first.top }
        return new
    }

    private func place(after old: ListElement.Kind) -> ListElement.Kind? {
        switch old {
        case .header(let section): stayingSection(after: section).map { .header(section: $0) }
        case .row(let path): stayingPath(after: path).map { .row($0) }
        case .footer(let section): stayingSection(after: section).map { .footer(section: $0) }
        case .constant: nil
        }
    }
}
