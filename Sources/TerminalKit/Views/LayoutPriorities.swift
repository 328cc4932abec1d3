/// How much a view resists, in both directions. Numbers from 1 to 1000; what is lower gives way first.
public struct LayoutPriorities: Hashable, Sendable {
    /// Against changes of its width.
    public var horizontal: Int
    /// Against changes of its height.
    public var vertical: Int

    /// Resistance in both directions.
    public init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The usual resistance against growing.
    public static let hugging = LayoutPriorities(horizontal: 250, vertical: 250)
    /// The usual resistance against shrinking.
    public static let compression = LayoutPriorities(horizontal: 750, vertical: 750)
}

/// Views that want the same width: labels in front of fields, for example.
public final class WidthGroup {
    private struct Member {
        weak var view: View?
    }

    private var members: [Member] = []

    /// A group without members; views join by ``View/widthGroup``.
    public init() {}

    /// The width of the widest.
    var width: Int {
        members.reduce(0) { widest, member in
            guard let view = member.view, !view.isHidden else { return widest }
            return max(widest, view.fixedWidth ?? view.sizeThatFits(.unlimited).width)
        }
    }

    func add(_ view: View) { members.append(Member(view: view)) }

    func remove(_ view: View) { members.removeAll { $0.view == nil || $0.view === view } }
}
