/// The cell of a row, and whether the row has been displayed with it.
struct LiveCell {
    var cell: Cell
    var isDisplayed = false
}

/// An element and its line on the screen.
struct Anchor {
    var kind: ListElement.Kind
    var top: Int
}

extension ListView {
    /// Computes the visible elements.
    ///
    /// Requests and measures the cells of rows that have become visible, and reuses those of rows that are no longer
    /// visible. The cost depends on the size of the screen, not of the list. Without changes since the last call,
    /// this method returns the last result.
    @discardableResult
    public func layout() -> ListLayout {
        guard needsLayout, !isBusy else { return lastLayout }
        isBusy = true
        needsLayout = false
        loadOutline()
        layOutConstantRow()
        let placements = fill()
        let top = placements.first.flatMap { first in
            outline.place(of: first.kind).map { $0.top - first.top }
        }
        lastOffset = top ?? min(lastOffset, max(0, outline.height - height))
        let elements = elements(of: placements)
        lastLayout = ListLayout(
            elements: elements, contentOffset: lastOffset, contentHeight: outline.height)
        if !placements.isEmpty { anchors = placements.map { Anchor(kind: $0.kind, top: $0.top) } }
        dropCells(exceptIn: placements)
        isBusy = false
        prefetch(around: placements)
        return lastLayout
    }

    /// The visible rows, from top to bottom.
    public var visibleRows: [RowPath] { layout().elements.compactMap(\.path) }

    struct Placement {
        var kind: ListElement.Kind
        var top: Int
        var height: Int
    }

    /// Places elements above and below the anchor until the screen is full.
    ///
    /// Only these elements are measured. The position of the anchor is fixed, so a corrected estimate above it
    /// doesn't move anything that is visible.
    private func fill() -> [Placement] {
        guard height > 0, let (anchor, anchorTop) = resolveAnchor() else { return [] }
        dropCells(farFrom: anchor, at: anchorTop)
        let anchorHeight = measure(anchor)
        var top = anchorTop.clamped(to: -anchorHeight...height)
        var bottom = top + anchorHeight
        var (above, below): ([Placement], [Placement]) = ([], [])
        var (first, last) = (anchor.kind, anchor.kind)
        func growUp() {
            while top > 0, let place = outline.place(of: first).flatMap({ outline.place(atLine: $0.top - 1) })
            {
                let height = measure(place)
                first = place.kind
                top -= height
                above.append(Placement(kind: place.kind, top: 0, height: height))
            }
        }
        func growDown() {
            while bottom < height,
                let place = outline.place(of: last).flatMap({ outline.place(atLine: $0.top.plus($0.height)) })
            {
                let height = measure(place)
                last = place.kind
                bottom += height
                below.append(Placement(kind: place.kind, top: 0, height: height))
            }
        }
        growUp()
        if top > 0 { (top, bottom) = (0, bottom - top) }
        growDown()
        if bottom < height {
            top += height - bottom
            bottom = height
            growUp()
            top = min(top, 0)
        }
        let all = above.reversed() + [Placement(kind: anchor.kind, top: 0, height: anchorHeight)] + below
        return stacked(all, from: top)
    }

    private func stacked(_ placements: [Placement], from first: Int) -> [Placement] {
        var top = first
        return placements.compactMap { placement in
            var placement = placement
            placement.top = top
            top += placement.height
            return placement.height > 0 && top > 0 && placement.top < height ? placement : nil
        }
    }

    /// Returns the slot that fixes the scroll position, and its line on the screen.
    func resolveAnchor() -> (Outline.Place, Int)? {
        for anchor in anchors {
            guard let place = outline.place(of: anchor.kind), place.height > 0 else { continue }
            return (place, anchor.top)
        }
        let line = min(lastOffset, outline.height - 1)
        return outline.place(atLine: max(line, 0)).map { ($0, $0.top - line) }
    }

    /// Asks for the actual height of a slot and stores it in the outline.
    @discardableResult
    func measure(_ place: Outline.Place) -> Int {
        let height =
            switch place.kind {
            case .header(let section): headerHeight(section)
            case .footer(let section): footerHeight(section)
            case .row(let path): rowHeight(path)
            case .constant: place.height
            }
        outline.setHeight(height, of: place)
        return height
    }

    private func rowHeight(_ path: RowPath) -> Int {
        let height: Int
        if let asked = delegate?.list(self, heightForRowAt: path) {
            height = asked
        } else {
            let cell = liveCell(at: path)
            height = cell.height(
                forWidth: max(0, width - cell.contentShift.leading - cell.contentShift.trailing))
        }
        return height.clamped(to: 1...Self.mostLines)
    }

    private func layOutConstantRow() {
        guard let place = outline.place(of: .constant) else { return }
        guard let constantRow, constantRow.shown == .always || outline.rowCount == 0 else {
            return outline.setHeight(0, of: place)
        }
        constantCell.text = constantRow.text
        outline.setHeight(1, of: place)
    }

    // MARK: Elements

    private func elements(of placements: [Placement]) -> [ListElement] {
        let pinned = pinnedHeader(over: placements)
        let elements = placements.filter { $0.kind != pinned?.kind }.map(element(of:))
        return elements + (pinned.map { [$0] } ?? [])
    }

    private func element(of placement: Placement) -> ListElement {
        let content: ListElement.Content
        switch placement.kind {
        case .header(let section): content = .title(headerTitle(section))
        case .footer(let section):
            content = .title(dataSource?.list(self, titleForFooterInSection: section) ?? "")
        case .constant: content = .cell(constantCell)
        case .row(let path):
            let cell = liveCell(at: path)
            if cells[path]?.isDisplayed == false {
                cells[path]?.isDisplayed = true
                delegate?.list(self, willDisplay: cell, forRowAt: path)
            }
            content = .cell(cell)
        }
        return ListElement(
            kind: placement.kind, top: placement.top, height: placement.height, isPinned: false,
            content: content)
    }

    private func headerTitle(_ section: Int) -> String {
        dataSource?.list(self, titleForHeaderInSection: section) ?? ""
    }

    /// Returns the header of the first visible section once its original position is above the screen. The next
    /// section pushes it out.
    private func pinnedHeader(over placements: [Placement]) -> ListElement? {
        guard style == .plain, let first = placements.first, let section = first.kind.section,
            let header = outline.place(of: .header(section: section)), header.height > 0,
            header.top < lastOffset
        else { return nil }
        let top = min(0, outline.end(ofSection: section) - lastOffset - header.height)
        return ListElement(
            kind: header.kind, top: top, height: header.height, isPinned: true,
            content: .title(headerTitle(section)))
    }

    // MARK: Cells

    private func liveCell(at path: RowPath) -> Cell {
        if let live = cells[path] { return live.cell }
        let cell = dataSource?.list(self, cellForRowAt: path) ?? Cell()
        setState(of: cell, at: path)
        cells[path] = LiveCell(cell: cell)
        return cell
    }

    func setState(of cell: Cell, at path: RowPath) {
        cell.isSelected = selection.contains(path)
        cell.hasCursor = cursor == path
        cell.editingControl = isEditing ? editingStyle(at: path) : .none
        cell.showsMoveControl = isEditing && canMove(path)
    }

    /// Returns the cell of a row to the pool.
    func dropCell(at path: RowPath) {
        if let live = cells.removeValue(forKey: path) { retire(live, from: path) }
    }

    func retire(_ live: LiveCell, from path: RowPath) {
        if live.isDisplayed { delegate?.list(self, didEndDisplaying: live.cell, forRowAt: path) }
        pool.put(live.cell)
    }

    /// Releases the cells of rows that can't be visible after this layout, so that new rows can reuse them.
    ///
    /// The estimate is safe: every row has at least one line, and near the ends of the list the screen moves back to
    /// the content.
    private func dropCells(farFrom anchor: Outline.Place, at top: Int) {
        let missingBelow = max(0, height - top - (outline.height - anchor.top))
        let missingAbove = max(0, top - anchor.top)
        let lowest = anchor.rowsAbove - max(top, 0) - missingBelow
        let highest = anchor.rowsAbove + max(height - top, 0) + missingAbove
        for path in cells.keys {
            guard let index = outline.index(of: path), index >= lowest, index <= highest else {
                dropCell(at: path)
                continue
            }
        }
    }

    private func dropCells(exceptIn placements: [Placement]) {
        let visible = Set(placements.compactMap(\.kind.path))
        for path in cells.keys where !visible.contains(path) { dropCell(at: path) }
    }
}

extension ListElement.Kind {
    var path: RowPath? {
        guard case .row(let path) = self else { return nil }
        return path
    }

    var section: Int? {
        switch self {
        case .header(let section), .footer(let section): section
        case .row(let path): path.section
        case .constant: nil
        }
    }
}
