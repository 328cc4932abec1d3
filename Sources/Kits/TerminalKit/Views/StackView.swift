/// A view that arranges its subviews in a row or a column. Nest stacks to build forms.
///
/// Space that is left over goes to the views with the lowest ``View/hugging``. Missing space is taken from those with
/// the lowest ``View/compressionResistance``, the longest first.
///
/// ```swift
/// let name = Label("Name")
/// let field = TextField()
/// field.hugging.horizontal = 100
/// let row = StackView(.horizontal, spacing: 2, alignment: .baseline, [name, field])
/// ```
open class StackView: View {
    /// The direction of a stack.
    public enum Axis: Hashable, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// The lengths of the views along the axis.
    public enum Distribution: Hashable, Sendable, CaseIterable {
        /// The views fill the stack according to their priorities.
        case fill
        /// All views have the same length.
        case fillEqually
        /// The views fill the stack in proportion to their preferred lengths.
        case fillProportionally
        /// The views have their preferred lengths, with equal gaps of at least the spacing.
        case equalSpacing
        /// The views have their preferred lengths, with equal distances between their centers.
        case equalCentering
    }

    /// The position of the views across the axis.
    public enum CrossAlignment: Hashable, Sendable, CaseIterable {
        /// From edge to edge.
        case fill
        /// At the left or at the top.
        case leading
        /// In the middle.
        case center
        /// At the right or at the bottom.
        case trailing
        /// Aligned by their first lines of text. In a vertical stack, the same as `leading`.
        case baseline
    }

    /// The direction.
    public var axis: Axis { didSet { setNeedsLayout() } }
    /// The columns or rows between views.
    public var spacing: Int { didSet { setNeedsLayout() } }
    /// The position of the views across the axis.
    public var alignment: CrossAlignment { didSet { setNeedsLayout() } }
    /// The lengths of the views along the axis.
    public var distribution: Distribution { didSet { setNeedsLayout() } }
    /// The space around the views.
    public var insets = Insets() { didSet { setNeedsLayout() } }

    /// Creates a stack.
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

    /// Returns the preferred size of all views together.
    open override func sizeThatFits(_ available: Size) -> Size {
        let views = arranged
        let inner = available.inset(by: insets)
        let lengths = lengths(of: views, in: inner, mayGrow: false)
        let along = max(0, views.count - 1) * spacing + lengths.reduce(0, +)
        var (above, below) = (0, 0)
        for (view, length) in zip(views, lengths) {
            let wanted = view.measure(size(along: length, across: self.across(inner)))
            let baseline = isOnBaseline ? view.baseline(for: wanted) : 0
            above = max(above, baseline)
            below = max(below, across(wanted) - baseline)
        }
        return size(along: along, across: above + below).outset(by: insets)
    }

    private var isOnBaseline: Bool { alignment == .baseline && axis == .horizontal }

    /// Sets the frames of the views.
    open override func layoutSubviews() {
        let views = arranged
        let inner = frame.size.inset(by: insets)
        let lengths = lengths(of: views, in: inner, mayGrow: true)
        let starts = starts(of: lengths, in: along(inner))
        let available = across(inner)
        let sizes = zip(views, lengths).map { view, length in
            let wanted =
                alignment == .fill ? available : across(view.measure(size(along: length, across: available)))
            return size(along: length, across: min(available, wanted))
        }
        let line = isOnBaseline ? zip(views, sizes).map { $0.baseline(for: $1) }.max() ?? 0 : 0
        for (index, view) in views.enumerated() {
            let free = available - across(sizes[index])
            let offset =
                switch alignment {
                case .fill, .leading: 0
                case .center: free / 2
                case .trailing: free
                case .baseline: isOnBaseline ? min(free, line - view.baseline(for: sizes[index])) : 0
                }
            let origin =
                axis == .horizontal ? Point(x: starts[index], y: offset) : Point(x: offset, y: starts[index])
            view.frame = Rect(
                origin: origin + Point(x: insets.left, y: insets.top), size: sizes[index])
        }
    }

    /// Returns the row of the first view's baseline or, in a horizontal stack, the lowest baseline of all views.
    open override func baseline(for size: Size) -> Int {
        let views = arranged
        let inner = size.inset(by: insets)
        let baselines = (axis == .horizontal ? views[...] : views.prefix(1)).map {
            $0.baseline(for: $0.measure(inner))
        }
        return insets.top + (baselines.max() ?? 0)
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
        let total = wanted.reduce(0, +)
        switch distribution {
        case .fillEqually:
            let share = mayGrow ? room : min(room, (wanted.max() ?? 0) * views.count)
            return StackView.shares(of: share, in: [Int](repeating: 1, count: views.count))
        case .fillProportionally where mayGrow && total > 0: return StackView.shares(of: room, in: wanted)
        default: break
        }
        if total > room {
            StackView.shrink(
                &wanted, by: total - room, resistance: views.map { priority($0.compressionResistance) },
                least: views.map { along($0.minimumSize) })
        } else if mayGrow, distribution == .fill, total < room {
            let hugging = views.map { priority($0.hugging) }
            let least = hugging.min() ?? 0
            let growth = StackView.shares(of: room - total, in: hugging.map { $0 == least ? 1 : 0 })
            for (index, length) in growth.enumerated() { wanted[index] += length }
        }
        return wanted
    }

    /// Divides a length in proportion to weights, which aren't all zero. The first shares get the remainder.
    private static func shares(of length: Int, in weights: [Int]) -> [Int] {
        let total = max(1, weights.reduce(0, +))
        var shares = weights.map { length * $0 / total }
        var rest = length - shares.reduce(0, +)
        for index in shares.indices where rest > 0 && weights[index] > 0 {
            shares[index] += 1
            rest -= 1
        }
        return shares
    }

    /// Returns the start of each view along the axis.
    private func starts(of lengths: [Int], in room: Int) -> [Int] {
        var starts: [Int] = []
        let free = max(0, room - lengths.reduce(0, +) - spacing * max(0, lengths.count - 1))
        let gaps = max(1, lengths.count - 1)
        // Compute with twice the centers, so that halves stay integers.
        let first = lengths.first ?? 0
        let last = 2 * room - (lengths.last ?? 0)
        var end = 0
        for (index, length) in lengths.enumerated() {
            let least = index == 0 ? 0 : end + spacing
            let start =
                switch distribution {
                case .fill, .fillEqually, .fillProportionally: least
                case .equalSpacing: least + (index == 0 ? 0 : free * index / gaps - free * (index - 1) / gaps)
                case .equalCentering: max(least, (first + (last - first) * index / gaps - length) / 2)
                }
            starts.append(start)
            end = start + length
        }
        return starts
    }

    /// Reduces the lengths by `missing`, starting with the views of the lowest resistance. Among these, the longest
    /// shrink to the length of the next one first.
    private static func shrink(_ lengths: inout [Int], by missing: Int, resistance: [Int], least: [Int]) {
        var missing = missing
        for level in Set(resistance).sorted() where missing > 0 {
            while missing > 0 {
                let group = lengths.indices.filter {
                    resistance[$0] == level && lengths[$0] > max(0, least[$0])
                }
                guard let longest = group.map({ lengths[$0] }).max() else { break }
                let highest = group.filter { lengths[$0] == longest }
                let next = group.map { lengths[$0] }.filter { $0 < longest }.max() ?? 0
                let each = min(longest - next, max(1, missing / highest.count))
                for index in highest.reversed() where missing > 0 {
                    let taken = min(each, missing, lengths[index] - max(0, least[index]))
                    lengths[index] -= taken
                    missing -= taken
                }
            }
        }
    }
}
