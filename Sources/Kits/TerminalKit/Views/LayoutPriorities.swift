/// How much a view resists, in both directions. Numbers from 1 to 1000; what is lower gives way first.
package struct LayoutPriorities: Hashable, Sendable {
    /// Against changes of its width.
    package var horizontal: Int
    /// Against changes of its height.
    package var vertical: Int

    /// Resistance in both directions.
    package init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The usual resistance against growing.
    package static let hugging = LayoutPriorities(horizontal: 250, vertical: 250)
    /// The usual resistance against shrinking.
    package static let compression = LayoutPriorities(horizontal: 750, vertical: 750)
}

/// Views that want the same width: labels in front of fields, for example.
public final class WidthGroup {
    private struct Member {
        weak var view: View?
    }

    private var members: [Member] = []
    private var known: Int?

    /// A group without members; views join by ``View/widthGroup``.
    public init() {}

    /// The width of the widest, which may be kept until it is forgotten.
    func width(isKept: Bool) -> Int {
        if let known { return known }
        let width = members.reduce(0) { widest, member in
            guard let view = member.view, !view.isHidden else { return widest }
            return max(widest, view.fixedWidth ?? view.sizeThatFits(.unlimited).width)
        }
        if isKept { known = width }
        return width
    }

    /// Works the width out anew, and the sizes that follow from it.
    func forget() {
        guard known.take() != nil else { return }
        for member in members { member.view?.forgetMeasures() }
    }

    func add(_ view: View) {
        forget()
        members.append(Member(view: view))
    }

    func remove(_ view: View) {
        forget()
        members.removeAll { $0.view == nil || $0.view === view }
    }
}
