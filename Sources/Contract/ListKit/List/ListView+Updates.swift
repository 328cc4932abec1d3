extension ListView {
    /// Updates the list after its data has changed.
    ///
    /// The rows that remain keep their cells, selection, cursor, swipe actions and position on the screen. A list
    /// that shows its first line continues to show it. If the row with the cursor is deleted, the cursor moves to the
    /// next remaining row, or to the previous one at the end.
    ///
    /// - Throws: ``InternalInconsistency`` if the numbers of rows and sections that the data source now returns don't
    ///   match the updates, or if the updates contain positions that don't exist. The list has then reloaded
    ///   everything.
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
        // Call the data source and the delegate before the outline changes, because they may use the list.
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

    /// Moves the state of each row to the row's new path.
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

    /// Measures the header and the footer of a section, which may have appeared or disappeared with its rows.
    private func measureTitles(ofSection section: Int) {
        for kind in [ListElement.Kind.header(section: section), .footer(section: section)] {
            if let place = outline.place(of: kind) { measure(place) }
        }
    }
}

extension UpdatePlan {
    /// Returns the anchors that weren't deleted or moved. The first of them gets the position of the first old
    /// anchor, so that rows below a deleted row close the gap. A moved row doesn't scroll the list.
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
