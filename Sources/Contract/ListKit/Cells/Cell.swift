/// The content and the state of a row.
///
/// A front end draws a cell from its properties. Subclass `Cell` for other content: override ``height(forWidth:)`` if
/// a row can need several lines, and ``prepareForReuse()`` to clear the content.
open class Cell {
    /// The arrangement of ``text`` and ``detailText``.
    public var style: CellStyle
    /// The main text.
    public var text = ""
    /// The secondary text. ``style`` determines its position; ``CellStyle/default`` doesn't show it.
    public var detailText: String?
    /// The image at the leading edge.
    public var image: CellImage?
    /// The element at the trailing edge, hidden in editing mode.
    public var accessory = CellAccessory.none
    /// Whether the row's content is still being loaded. Once it is available, call ``ListView/reload(rows:)``.
    public var isPlaceholder = false
    /// Whether the row is part of a selection that the data source manages itself.
    public var isMarked = false

    /// Whether the row is selected. The list sets it.
    public internal(set) var isSelected = false
    /// Whether the list's cursor is on the row. The list sets it.
    public internal(set) var hasCursor = false
    /// The control that editing mode shows before the content. The list sets it.
    public internal(set) var editingControl = EditingStyle.none
    /// Whether editing mode shows a handle for moving the row. The list sets it.
    public internal(set) var showsMoveControl = false

    /// The pool to which the cell returns, or `nil` if the list didn't create it.
    var origin: CellOrigin?
    var isPooled = false

    /// Creates an empty cell.
    public init(style: CellStyle = .default) {
        self.style = style
    }

    /// Clears the content before the cell is reused for another row. Overrides must call `super`.
    open func prepareForReuse() {
        text = ""
        detailText = nil
        image = nil
        accessory = .none
        isPlaceholder = false
        isMarked = false
    }

    /// Returns the number of lines that the cell needs at a width, which excludes the editing controls.
    ///
    /// Values less than 1 count as 1. By default, a cell needs one line, or two if its style is ``CellStyle/subtitle``
    /// and it has a detail text.
    open func height(forWidth width: Int) -> Int {
        style == .subtitle && detailText != nil ? 2 : 1
    }

    /// The columns that the editing controls take from the content. Zero outside editing mode.
    public var contentShift: ContentShift {
        ContentShift(
            leading: editingControl == .none ? 0 : ContentShift.control,
            trailing: showsMoveControl ? ContentShift.control : 0)
    }
}

/// The image at the leading edge of a cell: a symbol, or the contents of an image file.
public struct CellImage: Hashable, Sendable {
    /// A symbol of one column, such as `★`, for front ends that can't show the file.
    public var symbol: String
    /// The contents of a PNG or JPEG file. Empty for a symbol.
    public var file: [UInt8]

    /// Creates an image from a symbol and, optionally, a file that is shown instead if possible.
    public init(_ symbol: String = "▣", file: [UInt8] = []) {
        self.symbol = symbol
        self.file = file
    }
}

/// The columns at both ends of a row that are reserved for editing controls.
public struct ContentShift: Hashable, Sendable {
    /// The width of an editing control, including its margin.
    package static let control = 3

    /// The columns before the content.
    public var leading: Int
    /// The columns after the content.
    public var trailing: Int

    /// Creates a shift.
    public init(leading: Int = 0, trailing: Int = 0) {
        self.leading = leading
        self.trailing = trailing
    }
}
