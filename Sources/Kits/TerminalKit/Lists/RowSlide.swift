import ListKit

/// An animation of rows to their new positions after updates.
struct RowSlide {
    /// The first lines of the remaining rows before the updates.
    let earlierTops: [RowPath: Int]
    /// The completed fraction, from 0 to 1.
    var share = 0.0

    /// Returns the distance of an element from its final position. Remaining rows move from their old position, and new
    /// ones from the right.
    func shift(of element: ListElement, width: Int) -> Point {
        guard let path = element.path else { return .zero }
        let rest = 1 - share
        if let top = earlierTops[path] {
            return Point(x: 0, y: Int((Double(top - element.top) * rest).rounded()))
        }
        return Point(x: Int((Double(width) * rest).rounded()), y: 0)
    }
}

extension TableView {
    func beginSlide() {
        guard animatesUpdates, let window, !window.reducesMotion else { return }
        slide = RowSlide(earlierTops: list.earlierTops)
        slideAnimation?.cancel()
        slideAnimation = RunningAnimation(.standard, in: self) { [weak self] share in
            self?.slide?.share = share
            if share >= 1 { self?.slide = nil }
            self?.setNeedsDisplay()
        }
    }
}
