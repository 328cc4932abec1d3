/// A bar with controls side by side. What can stretch, as a ``Spacer``, has the room that is left.
public final class Toolbar: View {
    private let stack: StackView

    /// A bar with these views, in order.
    public init(_ items: [View] = []) {
        stack = StackView(.horizontal, spacing: 1, alignment: .leading, items)
        super.init()
        addSubview(stack)
    }

    /// What stands on it, in order.
    public var items: [View] {
        get { stack.subviews }
        set {
            for view in stack.subviews { view.removeFromSuperview() }
            for view in newValue { stack.addSubview(view) }
        }
    }

    /// All of the width, one line.
    public override func sizeThatFits(_ available: Size) -> Size { Size(width: available.width, height: 1) }

    /// Its views, with a column free at both ends.
    public override func layoutSubviews() { stack.frame = bounds.inset(x: 1) }

    /// Its ground.
    public override func draw(in context: DrawingContext) { context.fill(nil, context.theme.bar) }

    /// What stands on it looks as if it belonged there.
    override func looks(of subview: View, within theme: Theme) -> Theme? { theme.onBar }
}
