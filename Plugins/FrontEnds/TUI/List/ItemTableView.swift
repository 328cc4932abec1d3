import ListKit
import LootActions
import LootControllers
import LootCore
import TerminalKit
import TerminalText

/// The table of the items: draws their cells.
final class ItemTableView: TableView {
    /// Whether nothing may be shown faintly.
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
        guard let cell = cell as? ItemCell, let item = cell.item else {
            return super.drawContent(of: cell, in: context)
        }
        let theme = context.theme
        let width = context.size.width
        // The value is never cut: the name gives way.
        let valueWidth = cell.value.columnWidth
        let style =
            switch cell.emphasis {
            case .high: theme.destructive
            case .low: theme.positive
            case nil: theme.secondary
            }
        context.draw(cell.value, style, x: max(0, width - valueWidth))
        let start = cell.hasImage ? 2 : 0
        if cell.hasImage { context.draw(context.glyphs == .ascii ? "#" : "▣", theme.secondary) }
        let columns = cell.nameWidth(within: width)
        let height = context.size.height - cell.layout.padding - (cell.detailText == nil ? 0 : 1)
        let room = context.part(
            Rect(x: start, y: 0, width: max(0, width - start), height: context.size.height))
        let lines = ItemTableView.lines(of: cell.text, width: columns)
        let name = isStrong ? Style(.bold).over(theme.text) : theme.text
        for (y, line) in lines.prefix(max(1, height)).enumerated() {
            room.draw(line, name, y: y, width: columns)
            if item.isFavorite { mark(cell.favoriteMark, in: line, y, room) }
        }
        let faint = isStrong ? theme.text : theme.secondary
        if let serial = cell.detailText {
            room.draw(serial, faint, y: max(1, lines.count), width: max(0, width - start))
        }
        drawColumns(of: cell, faint, from: start + columns, to: width - valueWidth - 1, in: context)
    }

    private func drawColumns(
        of cell: ItemCell, _ style: Style, from start: Int, to end: Int, in context: DrawingContext
    ) {
        var x = start
        for (column, text) in zip(cell.columns, cell.columnTexts) {
            x += ItemCell.gap
            let width = min(column.width, end - x)
            guard width > 0 else { return }
            let line = text.utf8.contains(UInt8(ascii: "\n")) ? text.replacing("\n", with: " ") : text
            context.draw(line, style, x: x, width: width, alignment: column.isNumber ? .trailing : .leading)
            x += column.width
        }
    }

    /// What marks a favorite has a color of its own.
    private func mark(_ mark: String, in line: String, _ y: Int, _ room: DrawingContext) {
        guard let place = line.firstRange(of: mark) else { return }
        room.draw(mark, room.theme.mark, x: String(line[..<place.lowerBound]).columnWidth, y: y)
    }

    /// A text in lines of a width, as they are drawn.
    static func lines(of text: String, width: Int) -> [String] { text.visible().wrapped(to: width) }
}
