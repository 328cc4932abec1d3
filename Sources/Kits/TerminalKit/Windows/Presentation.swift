/// A view that lies over all others and has keys and mouse to itself.
package struct Presentation {
    /// The view.
    let view: View
    /// Where it lies.
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
    /// Where a presented view lies.
    public enum PresentationStyle: Hashable, Sendable {
        /// In the middle, as large as it wants to be.
        case center
        /// At the lower edge, as wide as the window.
        case bottom
        /// Over everything.
        case full
    }

    /// Lays a view over all others. Its first view that can have the focus gets it.
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

    /// Takes the topmost presented view away, or `view` with all that lies over it, and gives the focus back.
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
