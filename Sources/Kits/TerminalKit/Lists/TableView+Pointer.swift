import ListKit

extension TableView {
    func follow(_ event: PointerEvent) -> Bool {
        if onRefresh != nil, pull.follow(event, isAtTop: list.contentOffset == 0),
            gesture == .none || isWheel(event)
        {
            beginRefreshing()
            return true
        }
        switch event.kind {
        case .wheel(_, let y):
            let offset = list.contentOffset
            list.scroll(by: y * 3)
            return y != 0 && (list.contentOffset != offset || onRefresh != nil)
        case .press where event.button == .right: return askForMenu(at: event.location)
        case .press:
            guard event.button == .left else { return false }
            press(event.location, clicks: event.clicks)
        case .drag: drag(event.location)
        case .release: release(event.location)
        }
        return true
    }

    private func isWheel(_ event: PointerEvent) -> Bool {
        if case .wheel = event.kind { true } else { false }
    }

    /// Returns the element at a position in the table.
    private func element(at point: Point) -> ListElement? {
        let y = point.y - rowsArea.minY
        guard y >= 0, y < rowsArea.height else { return nil }
        return list.layout().elements.last { $0.top <= y && y < $0.top + $0.height }
    }

    private var rowWidth: Int { max(0, rowsWidth - 2 * inset) }

    private func askForMenu(at point: Point) -> Bool {
        guard let onContextMenu, let path = element(at: point)?.path else { return false }
        list.endSwipe()
        list.moveCursor(to: path)
        gesture = .done
        onContextMenu(path)
        return true
    }

    private func press(_ point: Point, clicks: Int) {
        gesture = .done
        if point.x >= rowsArea.width - edgeWidth {
            let titles = list.indexTitles
            let line = point.y - rowsArea.minY
            let bar = scrollBar(list.layout())
            if titles.isEmpty, let grip = ScrollGrip(bar, atLine: line, height: rowsArea.height) {
                gesture = .scrolling(grip)
                return drag(point)
            }
            if let index = indexTitle(atLine: line, of: titles.count, height: rowsArea.height) {
                jump(toIndex: index)
            }
            return
        }
        guard let path = element(at: point)?.path else {
            list.endSwipe()
            gesture = .none
            return
        }
        if let swipe = list.swipe {
            let x = point.x - inset
            let chosen = actionFrames(swipe, width: rowWidth).firstIndex { $0.contains(x) }
            if swipe.path == path, let chosen { list.performSwipeAction(chosen) } else { list.endSwipe() }
            return
        }
        opens = clicks >= clicksToOpen || list.isEditing
        list.moveCursor(to: path)
        let isHandle = list.cell(at: path)?.showsMoveControl == true && point.x >= inset + rowWidth - 3
        gesture = isHandle ? .moving(path, to: path) : .pressing(path, point)
    }

    private func drag(_ point: Point) {
        switch gesture {
        case .pressing(let path, let start):
            let distance = point.x - start.x
            if list.isEditing, !list.canMove(path), let onMoveRefused, abs(point.y - start.y) > abs(distance),
                let other = element(at: point)?.path, other != path
            {
                gesture = .done
                return onMoveRefused(path)
            }
            guard abs(distance) >= 4, abs(distance) > abs(point.y - start.y) * 2 else { return }
            list.swipe(path, distance < 0 ? .trailing : .leading)
            markedAction = 0
            gesture = .done
        case .moving(let source, _):
            if point.y < rowsArea.minY { list.scroll(by: -1) }
            if point.y >= rowsArea.maxY { list.scroll(by: 1) }
            let inside = Point(
                x: point.x, y: point.y.clamped(to: rowsArea.minY...max(rowsArea.minY, rowsArea.maxY - 1)))
            if let target = element(at: inside)?.path { gesture = .moving(source, to: target) }
        case .scrolling(let grip):
            let bar = scrollBar(list.layout())
            list.contentOffset = grip.offset(bar, atLine: point.y - rowsArea.minY, height: rowsArea.height)
        case .none, .done: break
        }
    }

    private func release(_ point: Point) {
        let old = gesture
        gesture = .none
        switch old {
        case .pressing(let path, let start) where element(at: point)?.path == path:
            let x = start.x - inset - TableView.gutter
            if list.isEditing, x >= 0, x < ContentShift.control, list.editingStyle(at: path) != .none {
                commitEditing(at: path)
            } else if list.cell(at: path)?.accessory == .detail, !list.isEditing,
                start.x >= inset + rowWidth - 3,
                let onAccessory
            {
                onAccessory(path)
            } else if opens {
                list.tap(path)
            }
        case .moving(let source, let target) where source != target:
            moveRow(at: source, to: target)
        default: break
        }
    }
}
