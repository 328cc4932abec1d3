import ListKit
import LootActions
import LootControllers
import TerminalKit
import TerminalText

/// The table of the items: draws their cells.
final class ItemTableView: TableView {
    /// Whether nothing may be shown faintly.
    var isStrong = false { didSet { setNeedsDisplay() } }

    override func drawContent(of cell: Cell, in context: DrawingContext) {
        guard let cell = cell as? ItemCell, cell.item != nil else {
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
        let start = cell.image == nil ? 0 : 2
        if cell.image != nil { context.draw(context.glyphs == .ascii ? "#" : "▣", theme.secondary) }
        let columns = cell.nameWidth(within: width)
        let height = context.size.height - cell.layout.padding - (cell.detailText == nil ? 0 : 1)
        let room = context.part(
            Rect(x: start, y: 0, width: max(0, width - start), height: context.size.height))
        let lines = ItemTableView.lines(of: cell.text, width: columns)
        let name = isStrong ? Style(.bold).over(theme.text) : theme.text
        for (y, line) in lines.prefix(max(1, height)).enumerated() {
            room.draw(line, name, y: y, width: columns)
        }
        if let serial = cell.detailText {
            let style = isStrong ? theme.text : theme.secondary
            room.draw(serial, style, y: max(1, lines.count), width: max(0, width - start))
        }
    }

    /// A text in lines of a width, as they are drawn.
    static func lines(of text: String, width: Int) -> [String] { text.visible().wrapped(to: width) }
}
