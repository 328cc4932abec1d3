import ListKit
import LootControllers
import TerminalKit
import TerminalText

/// The table of the items.
final class ItemTableView: TableView {
    /// Whether names are bold and no text is faint.
    var isStrong = false { didSet { setNeedsDisplay() } }
    /// The list has become wider or narrower.
    var onWidth: (Int) -> Void = { _ in }
    /// A key has come.
    var onKey: () -> Void = {}
    private var knownWidth = -1

    override func keyDown(_ key: Key) -> Bool {
        onKey()
        return super.keyDown(key)
    }

    override func layoutSubviews() {
        let (height, seen) = (list.height, list.cursor.flatMap { list.visibleRows.contains($0) ? $0 : nil })
        super.layoutSubviews()
        // A line that is told below takes room, and not the row that one is at.
        if list.height < height, let seen { list.scroll(to: seen) }
        guard list.width != knownWidth else { return }
        knownWidth = list.width
        onWidth(list.width)
    }

    override func drawContent(of cell: Cell, in context: DrawingContext) {
        let isStrong = isStrong && cell is ItemCell
        super.drawContent(of: cell, in: isStrong ? context.themed(context.theme.strong) : context)
    }
}

extension Theme {
    /// This theme with bold text and without faint text.
    fileprivate var strong: Theme {
        var theme = self
        theme.secondary = text
        theme.text = Style(.bold).over(text)
        return theme
    }
}
