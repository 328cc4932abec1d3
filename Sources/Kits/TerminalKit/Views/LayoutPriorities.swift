/// The priorities with which a view resists a change of its size, from 1 to 1000.
public struct LayoutPriorities: Hashable, Sendable {
    /// The priority for the width.
    public var horizontal: Int
    /// The priority for the height.
    public var vertical: Int

    /// Creates priorities.
    public init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The default hugging, 250.
    public static let hugging = LayoutPriorities(horizontal: 250, vertical: 250)
    /// The default compression resistance, 750.
    public static let compression = LayoutPriorities(horizontal: 750, vertical: 750)
}

/// Views with the same width, for example the labels before the fields of a form.
public final class WidthGroup {
    private struct Member {
        weak var view: View?
    }

    private var members: [Member] = []
    private var known: Int?

    /// Creates an empty group. Set ``View/widthGroup`` to add a view to it.
    public init() {}

    /// Returns the width of the widest member, and caches it if `isKept`.
    func width(isKept: Bool) -> Int {
        if let known { return known }
        let width = members.reduce(0) { widest, member in
            guard let view = member.view, !view.isHidden else { return widest }
            return max(widest, view.fixedWidth ?? view.sizeThatFits(.unlimited).width)
        }
        if isKept { known = width }
        return width
    }

    /// Discards the cached width, and the sizes that depend on it.
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
