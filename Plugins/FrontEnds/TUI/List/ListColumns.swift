import LootActions
import LootControllers
import LootCore

/// The fields that a wide list shows in columns, and their widths.
struct ListColumns: Hashable {
    /// The minimum width of a list with columns, and of its terminal.
    static let (leastWidth, leastTerminal) = (84, 88)
    private static let (leastName, greatestText) = (24, 36)
    /// The minimum width of the name if the details next to the list show it in full.
    private static let leastNameBeside = 20

    /// The wanted fields, most important first.
    var fields: [FieldKey]
    /// The widths that the person has chosen.
    var widths: [FieldKey: Int] = [:]

    init(fields: [FieldKey]) { self.fields = fields }

    /// Returns the columns that fit between the name and the value. Remaining space goes to columns with text and to
    /// the name.
    ///
    /// A narrow list has no columns, unless the details next to it show what doesn't fit.
    func fitting(_ width: Int, besideDetails isBeside: Bool = false) -> [ItemCell.Column] {
        let isNarrow = width < ListColumns.leastWidth
        guard isBeside || !isNarrow else { return [] }
        let name = isNarrow ? ListColumns.leastNameBeside : ListColumns.leastName
        var rest = width - ItemCell.valueWidth - name - 2
        var columns: [ItemCell.Column] = []
        for field in fields {
            var column = ListColumns.column(field)
            column.width = widths[field] ?? column.width
            if column.width + ItemCell.gap > rest { break }
            rest -= column.width + ItemCell.gap
            columns.append(column)
        }
        let growing = columns.indices.filter { index in
            widths[columns[index].field] == nil && ListColumns.grows(columns[index].field)
        }
        // A third of the remaining space goes to the name, the most important column.
        let shares = growing.map { ListColumns.share(columns[$0].field) }
        let share = growing.isEmpty ? 0 : rest * 2 / 3 / shares.reduce(0, +)
        for (index, times) in zip(growing, shares) {
            columns[index].width = min(ListColumns.greatestText, columns[index].width + share * times)
        }
        return columns
    }

    private static func column(_ key: FieldKey) -> ItemCell.Column {
        let title = ItemPresentation.title(of: key).count
        let type = Field.shownType(of: key)
        let width =
            switch type {
            case .amount: 11
            case .integer, .decimal: 6
            case .day: 10
            case .moment: 23
            case .flag: 4
            case .text where key == "serialNumber": 12
            case .text, .list, nil: 14
            }
        return ItemCell.Column(
            key, width: max(width, title),
            isNumber: [.amount, .integer, .decimal].contains(type))
    }

    /// Returns the relative growth of a text column. Places and tags have the longest text.
    private static func share(_ key: FieldKey) -> Int { ["location", "tags"].contains(key.rawValue) ? 2 : 1 }

    private static func grows(_ key: FieldKey) -> Bool {
        switch Field.shownType(of: key) {
        case .text, .list, nil: true
        default: false
        }
    }
}
