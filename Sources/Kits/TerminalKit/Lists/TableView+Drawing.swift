import ListKit
import TerminalText

extension TableView {
    func drawTitle(_ title: String, of element: ListElement, in context: DrawingContext) {
        let theme = context.theme
        let isHeader = if case .header = element.kind { true } else { false }
        context.fill(nil, theme.text)
        guard isGrouped else {
            let style = isHeader ? theme.header : theme.secondary
            let columns = context.draw(
                title, style, x: 0, width: min(context.size.width, title.visible().columnWidth))
            if isHeader, columns + 1 < context.size.width {
                let rest = Rect(x: columns + 1, y: 0, width: context.size.width - columns - 1, height: 1)
                context.fill(rest, theme.border, with: "─")
            }
            return
        }
        let line = Rect(
            x: 1, y: isHeader ? context.size.height - 1 : 0, width: max(0, context.size.width - 2), height: 1)
        context.fill(line, theme.border, with: "─")
        context.draw(isHeader ? "┌" : "└", theme.border, y: line.minY)
        context.draw(isHeader ? "┐" : "┘", theme.border, x: context.size.width - 1, y: line.minY)
        guard !title.isEmpty, context.size.width > 6 else { return }
        let shown = " " + title.visible().truncated(to: context.size.width - 6, glyphs: context.glyphs) + " "
        context.draw(shown, isHeader ? theme.header : theme.secondary, x: 2, y: line.minY)
    }

    func drawRow(_ cell: Cell, _ element: ListElement, in context: DrawingContext) {
        let theme = context.theme
        let height = element.height
        if isGrouped {
            context.fill(Rect(width: 1, height: height), theme.border, with: "│")
            context.fill(
                Rect(x: context.size.width - 1, y: 0, width: 1, height: height), theme.border, with: "│")
        }
        let row = context.part(Rect(x: inset, y: 0, width: context.size.width - 2 * inset, height: height))
        if element.path == nil {
            row.draw(cell.text, theme.secondary, width: row.size.width, alignment: .center)
            return
        }
        let hasKeys = cell.hasCursor && isFocused
        if cell.isSelected { row.fill(nil, theme.selection) }
        row.draw(cell.hasCursor ? "›" : " ", theme.accent)
        let isTicked = cell.isSelected || cell.isMarked
        row.draw(isTicked ? "✓" : " ", cell.isMarked ? theme.mark : theme.accent, x: 1)
        let shift = cell.contentShift
        let content = Rect(
            x: TableView.gutter + shift.leading, y: 0,
            width: row.size.width - TableView.gutter - shift.leading - shift.trailing, height: height)
        let isPlain = context.glyphs == .ascii
        switch cell.editingControl {
        case .none: break
        case .delete: row.draw(isPlain ? "-" : "⊖", theme.destructive, x: TableView.gutter)
        case .insert: row.draw(isPlain ? "+" : "⊕", theme.positive, x: TableView.gutter)
        }
        if cell.showsMoveControl { row.draw(isPlain ? "=" : "≡", theme.secondary, x: row.size.width - 2) }
        let swipe = list.swipe.flatMap { $0.path == element.path ? $0 : nil }
        drawContent(of: cell, in: part(of: row, for: content, beside: swipe))
        if hasKeys {
            row.recolor(nil, theme.cursor)
        } else if cell.hasCursor || cell.isMarked {
            row.restyle(nil, Style(background: theme.selection.background))
        }
        if case .moving(let source, let target) = gesture {
            if element.path == source { row.restyle(nil, theme.disabled) }
            if element.path == target { row.draw("▸", theme.accent) }
        }
        if let swipe { drawActions(swipe, in: row) }
    }

    /// Returns the context for the content of a row. Actions on the left push the content aside, and actions on the
    /// right cover its end.
    private func part(of row: DrawingContext, for content: Rect, beside swipe: Swipe?) -> DrawingContext {
        guard let swipe, let first = actionFrames(swipe, width: row.size.width).first,
            let last = actionFrames(swipe, width: row.size.width).last
        else { return row.part(content) }
        let room =
            swipe.edge == .leading
            ? Rect(
                x: last.upperBound, y: 0, width: row.size.width - last.upperBound, height: row.size.height)
            : Rect(width: first.lowerBound, height: row.size.height)
        let offset = swipe.edge == .leading ? max(content.minX, 1) : content.minX
        return row.part(room).part(Rect(x: offset, y: 0, width: content.width, height: content.height))
    }

    /// Returns the columns of each action of a swiped row.
    func actionFrames(_ swipe: Swipe, width: Int) -> [Range<Int>] {
        let widths = swipe.actions.map { $0.title.visible().columnWidth + 4 }
        var x = swipe.edge == .leading ? 0 : max(0, width - widths.reduce(0, +))
        return widths.map { columns in
            defer { x += columns }
            return x..<(x + columns)
        }
    }

    private func drawActions(_ swipe: Swipe, in row: DrawingContext) {
        for (index, range) in actionFrames(swipe, width: row.size.width).enumerated() {
            let action = swipe.actions[index]
            let base = action.style == .destructive ? row.theme.destructive : row.theme.accent
            let frame = Rect(x: range.lowerBound, y: 0, width: range.count, height: row.size.height)
            row.fill(frame, base.over(Style(.inverse)))
            let isMarked = index == markedAction
            let text = isMarked ? "[ \(action.title.visible()) ]" : "  \(action.title.visible())  "
            row.draw(text, base.over(Style(isMarked ? [.inverse, .bold] : .inverse)), x: range.lowerBound)
        }
    }

    func drawEdge(_ layout: ListLayout, in context: DrawingContext) {
        let titles = list.indexTitles
        guard !titles.isEmpty else { return scrollBar(layout).draw(in: context) }
        let style = awaitsIndexTitle ? context.theme.focus : context.theme.accent
        for y in 0..<min(context.size.height, max(titles.count, 1)) {
            guard let index = indexTitle(atLine: y, of: titles.count, height: context.size.height) else {
                continue
            }
            context.draw(titles[index], style, y: y, width: context.size.width)
        }
    }

    func scrollBar(_ layout: ListLayout) -> ScrollBar {
        ScrollBar(offset: layout.contentOffset, visible: rowsArea.height, total: layout.contentHeight)
    }

    /// Returns the index title on a line. If there are more titles than lines, some are omitted evenly.
    func indexTitle(atLine y: Int, of count: Int, height: Int) -> Int? {
        guard y >= 0, height > 0, count > 0 else { return nil }
        if count <= height { return y < count ? y : nil }
        return y < height ? y * (count - 1) / max(1, height - 1) : nil
    }
}
