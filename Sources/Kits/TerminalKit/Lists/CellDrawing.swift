import ListKit
import TerminalText

/// Draws cells of the standard styles.
enum CellDrawing {
    /// Draws a cell, with its image in a view or as a symbol.
    static func draw(_ cell: Cell, imageView: ImageView?, in context: DrawingContext) {
        let theme = context.theme
        if cell.isPlaceholder {
            context.draw(cell.text.isEmpty ? "…" : cell.text, theme.placeholder, width: context.size.width)
            return
        }
        var start = 0
        var end = context.size.width
        if let imageView {
            // Rows are about twice as high as columns are wide.
            let frame = Rect(
                width: min(2 * context.size.height, max(0, end - 8)), height: context.size.height)
            imageView.frame = frame
            imageView.draw(in: context.part(frame))
            start = frame.width == 0 ? 0 : frame.width + 1
        } else if let image = cell.image {
            start = context.draw(image.symbol, theme.secondary) + 1
        }
        let accessory = accessory(cell.accessory)
        if !accessory.isEmpty {
            end -= accessory.columnWidth
            context.draw(accessory, theme.accent, x: max(start, end))
            end -= 1
        }
        let room = context.part(Rect(x: start, y: 0, width: end - start, height: context.size.height))
        guard room.size.width > 0 else { return }
        switch cell.style {
        case .default: drawText(cell.text, theme.text, in: room, lines: room.size.height)
        case .rightDetail:
            let detail = cell.detailText?.visible() ?? ""
            let text = cell.text.visible().columnWidth
            let columns = detailColumns(detail.columnWidth, beside: text, in: room.size.width)
            room.draw(detail, theme.secondary, x: room.size.width - columns, width: columns)
            let left = room.part(Rect(width: room.size.width - columns - 1, height: room.size.height))
            drawText(cell.text, theme.text, in: left, lines: room.size.height)
        case .leftDetail:
            let columns = room.size.width / 3
            room.draw(cell.text, theme.secondary, width: columns, alignment: .trailing)
            let right = Rect(
                x: columns + 1, y: 0, width: room.size.width - columns - 1, height: room.size.height)
            drawText(cell.detailText ?? "", theme.text, in: room.part(right), lines: room.size.height)
        case .subtitle:
            let lines = max(1, room.size.height - (cell.detailText == nil ? 0 : 1))
            let used = drawText(cell.text, theme.text, in: room, lines: lines)
            if let detail = cell.detailText, room.size.height > 1 {
                room.draw(detail, theme.secondary, y: used, width: room.size.width)
            }
        }
    }

    /// Returns the width of a detail next to the cell's text. It is the width of the detail, or less if the
    /// text would have too little space.
    private static func detailColumns(_ detail: Int, beside text: Int, in width: Int) -> Int {
        if detail <= width * 3 / 5 { return detail }
        return max(0, min(detail, width - min(text, width * 2 / 3) - 1))
    }

    /// Draws text in at most `lines` lines. Returns the number of lines drawn.
    @discardableResult
    private static func drawText(_ text: String, _ style: Style, in context: DrawingContext, lines: Int)
        -> Int
    {
        guard lines > 1 else {
            context.draw(text, style, width: context.size.width)
            return 1
        }
        let wrapped = text.visible().wrapped(to: context.size.width)
        for (y, line) in wrapped.prefix(lines).enumerated() {
            let isCut = y == lines - 1 && wrapped.count > lines
            context.draw(
                isCut ? wrapped[y...].joined(separator: " ") : line, style, y: y, width: context.size.width)
        }
        return min(lines, wrapped.count)
    }

    static func accessory(_ accessory: CellAccessory) -> String {
        switch accessory {
        case .none: ""
        case .disclosure: "›"
        case .detail: "(i)"
        case .checkmark: "✓"
        }
    }
}
