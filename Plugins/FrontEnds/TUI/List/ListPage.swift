import TerminalKit
import TerminalText

/// The screen of the list: the table with its header, and a line that tells.
final class ListPage: View {
    let table: ItemTableView
    let header: ListHeader
    let status = StatusLine()

    init(table: ItemTableView, header: ListHeader) {
        self.table = table
        self.header = header
        super.init()
        table.header = header
        addSubview(table)
        addSubview(status)
    }

    /// Where there is little room the rows have it, unless the header is being used.
    override func layoutSubviews() {
        let isUsed = window?.focusedView?.isDescendant(of: header) ?? false
        header.isHidden = bounds.height < 9 && !isUsed && header.search.text.isEmpty
        let line = bounds.height > 3 ? 1 : 0
        table.frame = Rect(width: bounds.width, height: bounds.height - line)
        status.frame = Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
    }
}

/// A line at the lower edge: what has just happened, or what can be done.
final class StatusLine: View {
    /// What has just happened; empty for nothing.
    var message = "" { didSet { if message != oldValue { setNeedsDisplay() } } }
    /// What can be done.
    var hint = "" { didSet { if hint != oldValue { setNeedsDisplay() } } }
    /// Whether something is going on that takes a while.
    var isBusy = false { didSet { if isBusy != oldValue { setNeedsDisplay() } } }

    /// As many of the hints, which two blanks part, as there is room for: none is cut off.
    private var fittingHint: String {
        var fitting = ""
        for part in hint.split(separator: "  ") {
            let longer = fitting.isEmpty ? String(part) : "\(fitting)  \(part)"
            if longer.columnWidth > bounds.width { break }
            fitting = longer
        }
        return fitting
    }

    override func draw(in context: DrawingContext) {
        let text = isBusy ? "Working…" : message
        if text.isEmpty {
            context.draw(fittingHint, context.theme.secondary, width: bounds.width)
        } else {
            context.draw(text, context.theme.header, width: bounds.width)
        }
    }
}
