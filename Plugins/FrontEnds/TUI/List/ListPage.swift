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
