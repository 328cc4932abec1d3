import LootActions
import LootControllers
import LootCore

/// Which fields the rows of a wide list show in columns, and how wide each is.
struct ListColumns: Hashable {
    /// From so many columns on, rows are tables, and in a terminal of so many.
    static let (leastWidth, leastTerminal) = (84, 88)
    private static let (leastName, greatestText) = (24, 36)
    /// What the name has at least where the details beside the list say it in full.
    private static let leastNameBeside = 20

    /// The fields that are wanted, the most important first.
    var fields: [FieldKey]

    /// As many of the columns as fit beside the name and the value. Where there is room left, texts have it, and then the
    /// name. Rows of a narrow list are no tables, unless details stand beside it, which say what does not fit.
    func fitting(_ width: Int, besideDetails isBeside: Bool = false) -> [ItemCell.Column] {
        let isNarrow = width < ListColumns.leastWidth
        guard isBeside || !isNarrow else { return [] }
        let name = isNarrow ? ListColumns.leastNameBeside : ListColumns.leastName
        var rest = width - ItemCell.valueWidth - name - 2
        var columns: [ItemCell.Column] = []
        for field in fields {
            let column = ListColumns.column(field)
            if column.width + ItemCell.gap > rest { break }
            rest -= column.width + ItemCell.gap
            columns.append(column)
        }
        let growing = columns.indices.filter { ListColumns.grows(columns[$0].field) }
        // A third goes to the name, which says most.
        let shares = growing.map { ListColumns.share(columns[$0].field) }
        let share = growing.isEmpty ? 0 : rest * 2 / 3 / shares.reduce(0, +)
        for (index, times) in zip(growing, shares) {
            columns[index].width = min(ListColumns.greatestText, columns[index].width + share * times)
        }
        return columns
    }

    private static func column(_ key: FieldKey) -> ItemCell.Column {
        let title = ItemPresentation.title(of: key).count
        let field = Field.with(key: key)
        let width =
            switch field?.type {
            case .amount: 11
            case .integer, .decimal: 6
            case .day: 10
            case .moment: 23
            case .flag: 4
            case .text where key == "serialNumber": 12
            case .text, .list, nil: 14
            }
        return ItemCell.Column(
            key, width: max(width, title), isNumber: [.amount, .integer, .decimal].contains(field?.type))
    }

    /// How many shares of the room a text has: places and tags are the longest.
    private static func share(_ key: FieldKey) -> Int { ["location", "tags"].contains(key.rawValue) ? 2 : 1 }

    private static func grows(_ key: FieldKey) -> Bool {
        switch Field.with(key: key)?.type {
        case .text, .list, nil: true
        default: false
        }
    }
}
