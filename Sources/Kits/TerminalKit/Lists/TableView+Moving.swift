import ListKit

extension TableView {
    /// Performs a command.
    ///
    /// - Returns: Whether it had an effect.
    @discardableResult
    public func perform(_ command: TableCommand) -> Bool { perform(command, times: nil) }

    /// Performs a command with the count that was typed before it. A motion is repeated; for the first and last row,
    /// the count is the number of the target row.
    func perform(_ command: TableCommand, times: Int?) -> Bool {
        let steps = times ?? 1
        switch command {
        case .up: return moveCursor(by: -steps)
        case .down: return moveCursor(by: steps)
        case .pageUp: moveByScreen(-steps, of: max(1, list.height - 1))
        case .pageDown: moveByScreen(steps, of: max(1, list.height - 1))
        case .halfPageUp: moveByScreen(-steps, of: max(1, list.height / 2))
        case .halfPageDown: moveByScreen(steps, of: max(1, list.height / 2))
        case .scrollUp: return scrollUnderCursor(by: -steps)
        case .scrollDown: return scrollUnderCursor(by: steps)
        case .screenTop: moveCursorOnScreen { min($0 - 1, steps - 1) }
        case .screenMiddle: moveCursorOnScreen { ($0 - 1) / 2 }
        case .screenBottom: moveCursorOnScreen { max(0, $0 - steps) }
        case .first: moveToEnd(isLast: false, row: times)
        case .last: moveToEnd(isLast: true, row: times)
        case .previousSection: moveBySection(-1, times: steps)
        case .nextSection: moveBySection(1, times: steps)
        case .moveUp: return moveRow(by: -steps)
        case .moveDown: return moveRow(by: steps)
        case .showLeadingActions: return swipe(.leading)
        case .showTrailingActions: return swipe(.trailing)
        case .close: return false
        default: return choose(command)
        }
        return true
    }

    private func choose(_ command: TableCommand) -> Bool {
        guard let cursor = list.cursor else {
            guard command == .refresh, onRefresh != nil else { return false }
            beginRefreshing()
            return true
        }
        switch command {
        case .open: if !list.isEditing || !commitEditing(at: cursor) { list.tap(cursor) }
        case .accessory:
            guard list.cell(at: cursor)?.accessory == .detail, let onAccessory else { return false }
            onAccessory(cursor)
        case .commit: return list.isEditing && commitEditing(at: cursor)
        case .jumpByIndex:
            return beginIndexWait()
        case .refresh:
            guard onRefresh != nil else { return false }
            beginRefreshing()
        default: return false
        }
        return true
    }

    /// Scrolls to the first section whose index title begins with the given text, ignoring case.
    public func jump(toTitle text: String) {
        let wanted = text.lowercased()
        guard let index = list.indexTitles.firstIndex(where: { $0.lowercased().hasPrefix(wanted) }) else {
            return
        }
        jump(toIndex: index)
    }

    func jump(toIndex index: Int) {
        guard let section = list.jump(toIndexTitle: index) else { return }
        // Move the cursor, too, but keep the header at the top of the screen.
        if list.numberOfRows(inSection: section) > 0 {
            list.moveCursor(to: RowPath(section: section, row: 0))
            list.scroll(toSection: section)
        }
    }

    private func moveCursor(by rows: Int) -> Bool {
        let old = list.cursor
        list.moveCursor(by: rows)
        if list.cursor == old {
            // At the first or last row, a header or footer may still be hidden. Scroll to it.
            let before = places
            list.scroll(by: rows.signum())
            return places != before
        }
        return true
    }

    /// The first lines of the visible elements.
    private var places: [ListElement.Kind: Int] {
        list.layout().elements.reduce(into: [:]) { $0[$1.kind] = $1.top }
    }

    /// Scrolls by a number of lines several times, and moves the cursor by the same distance.
    private func moveByScreen(_ times: Int, of lines: Int) {
        let rows = max(1, list.visibleRows.count * lines / max(1, list.height))
        list.scroll(by: times * lines)
        list.moveCursor(by: times * rows)
    }

    private func scrollUnderCursor(by lines: Int) -> Bool {
        let before = places
        list.scroll(by: lines)
        let whole = wholeRows
        if let cursor = list.cursor, let first = whole.first, let last = whole.last {
            let kept = min(max(cursor, first), last)
            if kept != cursor { list.moveCursor(to: kept) }
        }
        return places != before
    }

    /// The completely visible rows, or the partly visible ones if there are none.
    private var wholeRows: [RowPath] {
        let whole = list.layout().elements.filter { $0.top >= 0 && $0.top + $0.height <= list.height }
            .compactMap(\.path)
        return whole.isEmpty ? list.visibleRows : whole
    }

    private func moveCursorOnScreen(_ index: (_ count: Int) -> Int) {
        let rows = wholeRows
        guard !rows.isEmpty else { return }
        list.moveCursor(to: rows[index(rows.count).clamped(to: 0...(rows.count - 1))])
    }

    private func moveToEnd(isLast: Bool, row: Int?) {
        guard let start = list.cursor ?? list.visibleRows.first else { return }
        let first = list.row(.min + 1, from: start)
        if let row, let first {
            return list.moveCursor(to: list.row(row - 1, from: first) ?? list.row(.max, from: first))
        }
        list.moveCursor(to: isLast ? list.row(.max, from: start) : first)
        if !isLast { list.contentOffset = 0 }
    }

    private func moveBySection(_ direction: Int, times: Int) {
        var section = list.cursor?.section ?? 0
        for _ in 0..<min(times, list.numberOfSections) {
            var next = section + direction
            while next >= 0, next < list.numberOfSections, list.numberOfRows(inSection: next) == 0 {
                next += direction
            }
            guard next >= 0, next < list.numberOfSections else { break }
            section = next
        }
        guard section != list.cursor?.section else { return }
        list.moveCursor(to: RowPath(section: section, row: 0))
        list.scroll(toSection: section)
    }

    private func moveRow(by distance: Int) -> Bool {
        guard let cursor = list.cursor, list.canMove(cursor) else { return false }
        let rows = list.numberOfRows(inSection: cursor.section)
        var target = RowPath(section: cursor.section, row: cursor.row + distance)
        if abs(distance) > 1 { target.row = target.row.clamped(to: 0...max(0, rows - 1)) }
        if target.row < 0 {
            guard cursor.section > 0 else { return true }
            target = RowPath(
                section: cursor.section - 1, row: list.numberOfRows(inSection: cursor.section - 1))
        } else if target.row >= rows {
            guard cursor.section + 1 < list.numberOfSections else { return true }
            target = RowPath(section: cursor.section + 1, row: 0)
        }
        moveRow(at: cursor, to: target)
        if let cursor = list.cursor { list.scroll(to: cursor) }
        return true
    }

    /// Performs the action of the editing control. If the list finds an inconsistency, it has already reloaded.
    @discardableResult
    func commitEditing(at path: RowPath) -> Bool {
        do { return try list.commitEditing(at: path) } catch { return true }
    }

    /// Moves a row. If the list finds an inconsistency, it has already reloaded.
    func moveRow(at source: RowPath, to target: RowPath) {
        do { try list.moveRow(at: source, to: target) } catch {}
    }

    private func swipe(_ edge: Swipe.Edge) -> Bool {
        guard let cursor = list.cursor, list.swipe(cursor, edge) else { return false }
        markedAction = 0
        return true
    }
}
