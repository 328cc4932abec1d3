/// A view that is shown above all others and receives all keys and mouse events.
package struct Presentation {
    let view: View
    /// The position.
    let style: Window.PresentationStyle
    weak var previousFocus: View?

    func layOut(in bounds: Rect) {
        if style == .full {
            view.frame = bounds
            return
        }
        let wanted = view.measure(bounds.size)
        let width = style == .bottom ? bounds.width : min(wanted.width, bounds.width)
        let height = min(wanted.height, bounds.height)
        view.frame = Rect(
            x: (bounds.width - width) / 2,
            y: style == .bottom ? bounds.height - height : (bounds.height - height) / 2,
            width: width, height: height)
    }
}

extension Window {
    /// The position of a presented view.
    public enum PresentationStyle: Hashable, Sendable {
        /// In the center, with its preferred size.
        case center
        /// At the bottom, with the width of the window.
        case bottom
        /// In the whole window.
        case full
    }

    /// Shows a view above all others. Its first view that can receive the focus gets it.
    public func present(_ view: View, style: PresentationStyle = .center) {
        guard !presentations.contains(where: { $0.view === view }) else { return }
        presentations.append(Presentation(view: view, style: style, previousFocus: focusedView))
        let old = focusedView
        focusedView = nil
        old?.focusChanged()
        addSubview(view)
        pointerView = nil
        focusFirst()
    }

    /// Removes the topmost presented view, or `view` and all above it, and restores the focus.
    public func dismiss(_ view: View? = nil) {
        guard let last = presentations.last else { return }
        let target = view ?? last.view
        guard let index = presentations.firstIndex(where: { $0.view === target }) else { return }
        let previous = presentations[index].previousFocus
        let gone = presentations[index...]
        presentations.removeSubrange(index...)
        for presentation in gone { presentation.view.removeFromSuperview() }
        if let previous, focus(previous) { return }
        focusFirst()
    }
}
