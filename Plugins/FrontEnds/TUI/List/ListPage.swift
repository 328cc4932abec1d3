import TerminalKit
import TerminalText

/// The screen of the list: the table with its header, over it a line that tells what is due and the tabs of the views,
/// and below it a line that tells what happens.
final class ListPage: View {
    let table: ItemTableView
    let header: ListHeader
    /// What is due; without a message it takes no room.
    let due = StatusLine()
    /// All items, and the views; where there are none, it takes no room.
    let tabs = SegmentedControl([])
    let status = StatusLine()

    init(table: ItemTableView, header: ListHeader) {
        self.table = table
        self.header = header
        super.init()
        table.header = header
        addSubview(due)
        addSubview(table)
        addSubview(tabs)
        addSubview(status)
    }

    /// Where there is little room the rows have it, unless the header is being used.
    override func layoutSubviews() {
        let isUsed = window?.focusedView?.isDescendant(of: header) ?? false
        header.isHidden = bounds.height < 9 && !isUsed && header.search.text.isEmpty
        let line = bounds.height > 3 ? 1 : 0
        let top = bounds.height > 11 && !due.message.isEmpty ? 1 : 0
        due.frame = Rect(width: bounds.width, height: top)
        let views = bounds.height > 5 && !tabs.segments.isEmpty ? 1 : 0
        tabs.isHidden = views == 0
        tabs.frame = Rect(y: top, width: bounds.width, height: views)
        let above = top + views
        table.frame = Rect(y: above, width: bounds.width, height: bounds.height - line - above)
        status.frame = Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line)
    }
}
