/// What takes all the room that is left over in a stack.
///
/// ```swift
/// StackView(.horizontal, spacing: 2, [Label("Name"), Spacer(), Button("Save")])
/// ```
public final class Spacer: View {
    /// A spacer that shows nothing.
    public override init() {
        super.init()
        hugging = LayoutPriorities(horizontal: 1, vertical: 1)
    }
}
