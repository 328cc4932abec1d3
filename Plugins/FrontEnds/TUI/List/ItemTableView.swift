import ListKit
import LootControllers
import TerminalKit
import TerminalText

/// The table of items.
final class ItemTableView: TableView {
    /// Whether names are bold and no text is dimmed.
    var isStrong = false { didSet { setNeedsDisplay() } }
    /// Called when the width of the list has changed.
    var onWidth: (Int) -> Void = { _ in }
    /// Called before a key is handled.
    var onKey: () -> Void = {}
    /// The field over the cell that is being edited.
    var cellEditor: CellEditor? {
        didSet {
            guard cellEditor !== oldValue else { return }
            oldValue?.removeFromSuperview()
            guard let cellEditor else { return }
            addSubview(cellEditor)
            place(cellEditor)
        }
    }
    private var knownWidth = -1

    override func keyDown(_ key: Key) -> Bool {
        onKey()
        return super.keyDown(key)
    }

    override func layoutSubviews() {
        let (height, seen) = (list.height, list.cursor.flatMap { list.visibleRows.contains($0) ? $0 : nil })
        super.layoutSubviews()
        // When the status line grows, keep the row with the cursor visible.
        if list.height < height, let seen { list.scroll(to: seen) }
        guard list.width != knownWidth else { return }
        knownWidth = list.width
        onWidth(list.width)
    }

    override func draw(in context: DrawingContext) {
        // The row may have moved.
        if let cellEditor { place(cellEditor) }
        super.draw(in: context)
    }

    private func place(_ editor: CellEditor) {
        guard let row = cursorFrame else {
            editor.isHidden = true
            return
        }
        let width = min(max(editor.columns.count, CellEditor.leastWidth), row.width)
        editor.isHidden = false
        editor.frame = Rect(
            x: max(0, min(editor.columns.lowerBound, row.maxX - width)), y: row.minY, width: width, height: 1)
    }

    override func drawContent(of cell: Cell, in context: DrawingContext) {
        let isStrong = isStrong && cell is ItemCell
        super.drawContent(of: cell, in: isStrong ? context.themed(context.theme.strong) : context)
    }
}

extension Theme {
    /// This theme with bold names and without dimmed text.
    fileprivate var strong: Theme {
        var theme = self
        theme.secondary = text
        theme.text = Style(.bold).over(text)
        return theme
    }
}
