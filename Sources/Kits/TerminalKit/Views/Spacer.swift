/// An invisible view that fills the remaining space of a stack.
///
/// ```swift
/// StackView(.horizontal, spacing: 2, [Label("Name"), Spacer(), Button("Save")])
/// ```
public final class Spacer: View {
    /// Creates a spacer.
    public override init() {
        super.init()
        hugging = LayoutPriorities(horizontal: 1, vertical: 1)
    }
}
