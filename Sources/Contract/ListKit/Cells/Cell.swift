/// What a row shows: its content and its state, not how it is drawn.
///
/// A front end draws a cell from its properties. Make a subclass to carry content of your own; override
/// ``height(forWidth:)`` when it can need more than one line and ``prepareForReuse()`` to clear it.
open class Cell {
    /// How text and detail text are arranged.
    public var style: CellStyle
    /// The main text.
    public var text = ""
    /// The secondary text; where it stands is up to the style. ``CellStyle/default`` does not show it.
    public var detailText: String?
    /// Whether there is a picture, which a mark at the leading edge tells.
    public var hasImage = false
    /// What stands at the trailing edge when the list is not being edited.
    public var accessory = CellAccessory.none
    /// Whether the row's content is still on its way. Its data source shows the row like this until the
    /// content has arrived and then calls ``ListView/reload(rows:)``.
    public var isPlaceholder = false

    /// Whether the person has marked the row for what they do next. Said by the data source.
    package var isMarked = false

    /// Whether the row is selected. Kept by the list.
    public internal(set) var isSelected = false
    /// Whether the list's cursor is on the row. Kept by the list.
    public internal(set) var hasCursor = false
    /// The control that editing mode puts before the content. Kept by the list.
    package internal(set) var editingControl = EditingStyle.none
    /// Whether editing mode puts a handle for moving after the content. Kept by the list.
    package internal(set) var showsMoveControl = false

    /// Where the cell returns to when it leaves the screen; nil for a cell that was never dequeued.
    var origin: CellOrigin?
    var isPooled = false

    /// An empty cell.
    public init(style: CellStyle = .default) {
        self.style = style
    }

    /// Clears the content before the cell serves another row. An override calls `super`.
    open func prepareForReuse() {
        text = ""
        detailText = nil
        hasImage = false
        accessory = .none
        isPlaceholder = false
        isMarked = false
    }

    /// How many lines the cell needs when it is `width` columns wide; `width` is what editing controls
    /// leave. Taken as 1 when less. By default 1, and 2 for a subtitle that is there.
    open func height(forWidth width: Int) -> Int {
        style == .subtitle && detailText != nil ? 2 : 1
    }

    /// How far the content moves in to make room for editing controls; nothing outside editing mode.
    package var contentShift: ContentShift {
        ContentShift(
            leading: editingControl == .none ? 0 : ContentShift.control,
            trailing: showsMoveControl ? ContentShift.control : 0)
    }
}

/// Columns at both ends of a row that its content leaves free.
package struct ContentShift: Equatable, Sendable {
    /// The columns that one editing control takes, its margin included.
    package static let control = 3

    /// Free columns before the content.
    package var leading: Int
    /// Free columns after the content.
    package var trailing: Int

    /// A shift of these columns.
    package init(leading: Int = 0, trailing: Int = 0) {
        self.leading = leading
        self.trailing = trailing
    }
}
