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
