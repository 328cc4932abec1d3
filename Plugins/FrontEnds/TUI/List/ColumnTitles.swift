import LootActions
import LootControllers
import LootCore
import TerminalKit
import TerminalText

/// The titles of the columns. Clicking one sorts the list by it.
final class ColumnTitles: View {
    /// The columns between the name and the value. If there are none, the view is hidden.
    var columns: [ItemCell.Column] = [] {
        didSet {
            isHidden = columns.isEmpty
            setNeedsLayout()
        }
    }
    /// The sort order, such as `value:desc`, or `nil` for the user's order.
    var sort: String? { didSet { if sort != oldValue { setNeedsDisplay() } } }
    /// The selected column, or `nil` for the name.
    var selected: FieldKey? { didSet { if selected != oldValue { setNeedsDisplay() } } }
    /// The fields of all columns, from left to right. Empty if there are no columns between the name and the value.
    var fields: [FieldKey] { columns.isEmpty ? [] : ["name"] + columns.map(\.field) + ["valueInDollars"] }
    /// Called to sort the list by a field.
    var onSort: (FieldKey) -> Void = { _ in }

    override init() {
        super.init()
        isHidden = true
    }

    private struct Title {
        var field: FieldKey
        var columns: Range<Int>
        var isNumber: Bool
    }

    /// The titles at the positions of their columns in the rows, after the gutter and before the scroll bar.
    private var titles: [Title] {
        let end = bounds.width - 2
        let rest = columns.reduce(0) { $0 + $1.width + ItemCell.gap }
        var x = max(2, end - ItemCell.valueWidth - rest)
        var titles = [Title(field: "name", columns: 2..<x, isNumber: false)]
        for column in columns {
            x += ItemCell.gap
            titles.append(
                Title(field: column.field, columns: x..<x + column.width, isNumber: column.isNumber))
            x += column.width
        }
        return titles + [Title(field: "valueInDollars", columns: x..<max(x, end), isNumber: true)]
    }

    /// Returns the columns of the screen that a field occupies, or `nil` if it isn't shown.
    func columns(of field: FieldKey) -> Range<Int>? { titles.first { $0.field == field }?.columns }

    override func sizeThatFits(_ available: Size) -> Size { Size(width: available.width, height: 1) }

    override func draw(in context: DrawingContext) {
        let sorted = sort.flatMap { try? SortKey(parsing: $0) }
        for title in titles {
            var text = ItemPresentation.title(of: title.field)
            if sorted?.field == title.field { text += sorted?.direction == .descending ? " ↓" : " ↑" }
            context.draw(
                text, context.theme.header, x: title.columns.lowerBound, width: title.columns.count,
                alignment: title.isNumber ? .trailing : .leading)
        }
        context.restyle(nil, Style(.underline))
        guard let selected, let title = titles.first(where: { $0.field == selected }) else { return }
        context.restyle(
            Rect(x: title.columns.lowerBound, width: title.columns.count, height: 1), Style(.inverse))
    }

    override func pointer(_ event: PointerEvent) -> Bool {
        guard event.kind == .press, event.button == .left,
            let title = titles.first(where: { $0.columns.contains(event.location.x) })
        else { return false }
        onSort(title.field)
        return true
    }
}
