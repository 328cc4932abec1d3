/// A bar with controls in a row. Flexible views such as ``Spacer`` fill the remaining space.
public final class Toolbar: View {
    private let stack: StackView

    /// Creates a bar.
    public init(_ items: [View] = []) {
        stack = StackView(.horizontal, spacing: 1, alignment: .leading, items)
        super.init()
        addSubview(stack)
    }

    /// The views, from left to right.
    public var items: [View] {
        get { stack.subviews }
        set {
            for view in stack.subviews { view.removeFromSuperview() }
            for view in newValue { stack.addSubview(view) }
        }
    }

    /// Returns the available width and one line.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: available.width, height: 1) }

    /// Positions the views, with a margin of one column at both ends.
    public override func layoutSubviews() { stack.frame = bounds.inset(x: 1) }

    /// Draws the background.
    public override func draw(in context: DrawingContext) { context.fill(nil, context.theme.bar) }

    override func looks(of subview: View, within theme: Theme) -> Theme? { theme.onBar }
}
