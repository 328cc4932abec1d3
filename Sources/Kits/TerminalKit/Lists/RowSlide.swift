import ListKit

/// Rows on their way to where updates have taken them.
struct RowSlide {
    /// Where rows that stayed stood before.
    let earlierTops: [RowPath: Int]
    /// How far they have come, from 0 to 1.
    var share = 0.0

    /// How far from its place an element is drawn: a row that stayed where it comes from, a new one from the right.
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
