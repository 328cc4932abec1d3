/// A direction in which the focus moves.
public enum FocusDirection: Hashable, Sendable {
    /// To the next or previous view. The first view follows the last one.
    case next, previous
    /// To the nearest view at that side.
    case up, down, left, right
}

extension Window {
    /// The views that can receive the focus now, in order.
    public var focusRing: [View] {
        var ring: [View] = []
        func collect(_ view: View) {
            guard !view.isHidden, !view.isInert else { return }
            if view.canBecomeFocused { ring.append(view) }
            for subview in view.subviews { collect(subview) }
        }
        if let scope { collect(scope) }
        return ring
    }

    /// Gives the focus to a view if possible. Returns whether it has the focus.
    @discardableResult
    func focus(_ view: View) -> Bool {
        guard view.window === self, view.canBecomeFocused else { return false }
        guard let scope, view.isDescendant(of: scope) else { return false }
        guard focusedView !== view else { return true }
        if let focusedView, focusedView.isDescendant(of: scope), !focusedView.canResignFocus { return false }
        let old = focusedView
        focusedView = view
        old?.focusChanged()
        view.focusChanged()
        reveal(view)
        setNeedsDisplay()
        return true
    }

    /// Scrolls all enclosing views to make a view visible.
    func reveal(_ view: View) {
        layoutIfNeeded()
        var parent = view.superview
        while let current = parent {
            current.scrollToVisible(view.bounds, of: view)
            parent = current.superview
        }
    }

    /// Focuses the first view that can receive the focus. In an alert, that is never a destructive action.
    func focusFirst() {
        if let alert = scope as? Alert, let first = alert.preferredFocus, focus(first) { return }
        if let first = focusRing.first { focus(first) }
    }

    /// Moves the focus.
    ///
    /// - Returns: Whether it could be moved.
    @discardableResult
    public func moveFocus(_ direction: FocusDirection) -> Bool {
        let ring = focusRing
        guard let current = focusedView, let index = ring.firstIndex(where: { $0 === current }) else {
            focusFirst()
            return !ring.isEmpty
        }
        switch direction {
        case .next: return focus(ring[(index + 1) % ring.count])
        case .previous: return focus(ring[(index + ring.count - 1) % ring.count])
        case .up, .down, .left, .right:
            layoutIfNeeded()
            let from = Rect(origin: current.originInWindow, size: current.frame.size)
            let candidates = ring.filter { $0 !== current && !current.isDescendant(of: $0) }.compactMap {
                view in
                let place = Rect(origin: view.originInWindow, size: view.frame.size)
                return direction.distance(from: from, to: place).map { (view, $0) }
            }
            guard let nearest = candidates.min(by: { $0.1 < $1.1 }) else { return false }
            return focus(nearest.0)
        }
    }

    /// Releases the focus and the mouse if they are within a view that was removed.
    func left(_ view: View) {
        if pointerView?.isDescendant(of: view) == true { pointerView = nil }
        guard let focused = focusedView, focused.isDescendant(of: view) else { return }
        focusedView = nil
        focused.focusChanged()
    }
}

extension FocusDirection {
    /// Returns the distance in this direction, in which sideways distance has more weight, or `nil` if the view is on
    /// another side.
    fileprivate func distance(from: Rect, to: Rect) -> Int? {
        let onwards: Int
        switch self {
        case .up: onwards = from.minY - to.maxY
        case .down: onwards = to.minY - from.maxY
        case .left: onwards = from.minX - to.maxX
        case .right: onwards = to.minX - from.maxX
        case .next, .previous: return nil
        }
        guard onwards >= 0 else { return nil }
        let isVertical = self == .up || self == .down
        let sideways =
            isVertical
            ? max(0, max(to.minX - from.maxX + 1, from.minX - to.maxX + 1))
            : max(0, max(to.minY - from.maxY + 1, from.minY - to.maxY + 1))
        // Columns are half as wide as rows are high.
        return isVertical ? onwards * 4 + sideways * 2 : onwards * 2 + sideways * 16
    }
}
