/// Lays views out in a row or in a column. Stacks in stacks make forms.
///
/// What is left over goes to the views that hug the least, and what is missing is taken from those that resist
/// the least, the longest first. All lengths are whole; the same input gives the same layout.
open class StackView: View {
    /// A direction.
    public enum Axis: Hashable, Sendable {
        /// Side by side.
        case horizontal
        /// One below the other.
        case vertical
    }

    /// How views share the length of the stack.
    public enum Distribution: Hashable, Sendable {
        /// By what they want and how much they resist.
        case fill
        /// All the same; columns that can't be divided go to the first ones.
        case fillEqually
    }

    /// Where views stand across the stack.
    public enum CrossAlignment: Hashable, Sendable {
        /// From edge to edge.
        case fill
        /// At the left or at the top.
        case leading
        /// In the middle.
        case center
        /// At the right or at the bottom.
        case trailing
    }

    /// The direction.
    package var axis: Axis { didSet { setNeedsLayout() } }
    /// Free columns or rows between views.
    public var spacing: Int { didSet { setNeedsLayout() } }
    /// Where views stand across the stack.
    public var alignment: CrossAlignment { didSet { setNeedsLayout() } }
    /// How views share the length of the stack.
    public var distribution: Distribution { didSet { setNeedsLayout() } }
    /// Free columns at both sides.
    public var horizontalMargin = 0 { didSet { setNeedsLayout() } }
    /// Free rows above and below.
    public var verticalMargin = 0 { didSet { setNeedsLayout() } }

    /// A stack of views.
    public init(
        _ axis: Axis, spacing: Int = 0, alignment: CrossAlignment = .fill, distribution: Distribution = .fill,
        _ views: [View] = []
    ) {
        self.axis = axis
        self.spacing = spacing
        self.alignment = alignment
        self.distribution = distribution
        super.init()
        for view in views { addSubview(view) }
    }

    private var arranged: [View] { subviews.filter { !$0.isHidden } }

    /// What its views want together.
    open override func sizeThatFits(_ available: Size) -> Size {
        let views = arranged
        let inner = innerSize(of: available)
        let lengths = lengths(of: views, in: inner, mayGrow: false)
        var along = max(0, views.count - 1) * spacing
        var across = 0
        for (view, length) in zip(views, lengths) {
            along += length
            let wanted = view.measure(size(along: length, across: self.across(inner)))
            across = max(across, self.across(wanted))
        }
        let size = size(along: along, across: across)
        return Size(width: size.width + 2 * horizontalMargin, height: size.height + 2 * verticalMargin)
    }

    /// Gives its views their frames.
    open override func layoutSubviews() {
        let views = arranged
        let inner = innerSize(of: frame.size)
        let lengths = lengths(of: views, in: inner, mayGrow: true)
        let room = across(inner)
        var position = 0
        for (view, length) in zip(views, lengths) {
            var width = room
            if alignment != .fill {
                width = min(room, across(view.measure(size(along: length, across: room))))
            }
            let offset =
                switch alignment {
                case .fill, .leading: 0
                case .center: (room - width) / 2
                case .trailing: room - width
                }
            let origin =
                axis == .horizontal ? Point(x: position, y: offset) : Point(x: offset, y: position)
            view.frame = Rect(
                origin: origin + Point(x: horizontalMargin, y: verticalMargin),
                size: size(along: length, across: width))
            position += length + spacing
        }
    }

    private func innerSize(of size: Size) -> Size {
        Size(
            width: max(0, size.width - 2 * horizontalMargin),
            height: max(0, size.height - 2 * verticalMargin))
    }

    private func along(_ size: Size) -> Int { axis == .horizontal ? size.width : size.height }
    private func across(_ size: Size) -> Int { axis == .horizontal ? size.height : size.width }
    private func size(along: Int, across: Int) -> Size {
        axis == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
    }

    private func priority(_ priorities: LayoutPriorities) -> Int {
        axis == .horizontal ? priorities.horizontal : priorities.vertical
    }

    private func lengths(of views: [View], in inner: Size, mayGrow: Bool) -> [Int] {
        guard !views.isEmpty else { return [] }
        let room = max(0, along(inner) - spacing * (views.count - 1))
        var wanted = views.map { along($0.measure(inner)) }
        if distribution == .fillEqually {
            let share = mayGrow ? room : min(room, (wanted.max() ?? 0) * views.count)
            return (0..<views.count).map { share / views.count + ($0 < share % views.count ? 1 : 0) }
        }
        let total = wanted.reduce(0, +)
        if total > room {
            let resistance = views.map { priority($0.compressionResistance) }
            StackView.shrink(&wanted, by: total - room, resistance: resistance)
        } else if mayGrow, total < room {
            let hugging = views.map { priority($0.hugging) }
            let least = hugging.min() ?? 0
            let growing = wanted.indices.filter { hugging[$0] == least }
            for (place, index) in growing.enumerated() {
                wanted[index] +=
                    (room - total) / growing.count + (place < (room - total) % growing.count ? 1 : 0)
            }
        }
        return wanted
    }

    /// Takes `missing` from what resists least; among equals the longest come down to the length of the next.
    private static func shrink(_ lengths: inout [Int], by missing: Int, resistance: [Int]) {
        var missing = missing
        for level in Set(resistance).sorted() where missing > 0 {
            while missing > 0 {
                let group = lengths.indices.filter { resistance[$0] == level && lengths[$0] > 0 }
                guard let longest = group.map({ lengths[$0] }).max() else { break }
                let highest = group.filter { lengths[$0] == longest }
                let next = group.map { lengths[$0] }.filter { $0 < longest }.max() ?? 0
                let each = min(longest - next, max(1, missing / highest.count))
                for index in highest.reversed() where missing > 0 {
                    lengths[index] -= min(each, missing)
                    missing -= min(each, missing)
                }
            }
        }
    }
}
