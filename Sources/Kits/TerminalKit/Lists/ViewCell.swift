public import ListKit

/// A cell made of views.
///
/// Add the views to ``contentView`` in ``makeContent()``, and fill them in the data source:
///
/// ```swift
/// final class ItemCell: ViewCell {
///     static let kind = CellKind("item") { ItemCell() }
///     let name = Label(""), value = Label("")
///
///     override func makeContent() {
///         value.compressionResistance.horizontal = 1000
///         contentView.addSubview(StackView(.horizontal, spacing: 1, [name, Spacer(), value]))
///     }
/// }
/// ```
///
/// The content view leaves room for editing controls. Controls in a cell receive keys and the mouse.
open class ViewCell: Cell {
    /// The view that holds the content, one view below the other.
    public let contentView = StackView(.vertical)

    /// Creates a cell and calls ``makeContent()``.
    public override init(style: CellStyle = .default) {
        super.init(style: style)
        contentView.isDrawnBySuperview = true
        makeContent()
    }

    /// Adds the views to ``contentView``. Called once.
    open func makeContent() {}

    /// Returns the height of the content.
    open override func height(forWidth width: Int) -> Int {
        contentView.measure(Size(width: width, height: Size.unlimited.height)).height
    }
}

/// The content views of the visible cells, which receive keys and the mouse. The table draws them with their rows.
final class CellContainer: View {
    /// Replaces the content views. Returns whether views or frames have changed.
    func show(_ views: [(view: View, frame: Rect)]) -> Bool {
        var isChanged = false
        let shown = Set(views.map { ObjectIdentifier($0.view) })
        for view in subviews where !shown.contains(ObjectIdentifier(view)) { view.removeFromSuperview() }
        for (view, frame) in views {
            isChanged = isChanged || view.superview !== self || view.frame != frame
            if view.superview !== self { addSubview(view) }
            view.frame = frame
        }
        return isChanged
    }
}
