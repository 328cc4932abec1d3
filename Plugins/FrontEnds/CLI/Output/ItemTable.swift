import LootActions
import LootCore
import TerminalText

/// A table of items: position, short ID, name, location, serial number and value, or the requested fields.
struct ItemTable {
    /// An item and its position in the user's order.
    typealias Row = (item: Item, position: Int?)

    private let context: CommandContext
    private let fields: [FieldKey]?
    private var table: Table
    private var ids: [ItemID] = []
    private var shortIDs = ShortIDs([])

    /// Whether there is a column for locations. Narrow terminals need the space for names.
    private let hasLocation: Bool
    private static let roomForLocation = 60

    /// Creates a table of the given fields or, if `nil`, of the standard ones. If `inPlaces` is set, the sections are
    /// places, which rows don't repeat.
    init(_ context: CommandContext, fields: [FieldKey]?, hasTitles: Bool = true, inPlaces: Bool = false) {
        self.context = context
        self.fields = fields
        hasLocation = !inPlaces && context.width ?? .max >= ItemTable.roomForLocation
        func title(_ text: String) -> StyledText { StyledText(hasTitles ? text : "", Style(.dim)) }
        let front: [Table.Column] = [
            .init(title("#"), alignment: .trailing, overflow: .never),
            .init(title("ID"), overflow: .never),
        ]
        let bookValue: [Table.Column] =
            context.at == nil
            ? []
            : [
                .init(
                    title(ItemPresentation.title(of: Field.bookValueKey)), alignment: .trailing,
                    overflow: .never)
            ]
        let rest: [Table.Column] =
            if let fields {
                fields.map { key in
                    let isNumber = ItemTable.isNumber(key)
                    return .init(
                        title(ItemPresentation.title(of: key)),
                        alignment: isNumber ? .trailing : .leading, overflow: isNumber ? .never : .wrap)
                }
            } else {
                [
                    .init(title(String(localized: "Name")), minimum: 12),
                    .init(title(String(localized: "Location")), minimum: 6, resistance: 1, isOptional: true),
                    .init(title(String(localized: "Serial")), minimum: 6, resistance: 1),
                    .init(title(String(localized: "Value")), alignment: .trailing, overflow: .never),
                ] + bookValue
            }
        table = Table(front + rest, glyphs: context.glyphs)
    }

    mutating func measure(_ rows: [Row]) {
        for row in rows { table.measure(cells(row)) }
        ids += rows.map(\.item.id)
    }

    /// Returns the layout once all rows have been measured. IDs are as short as they can be while remaining unique.
    mutating func layout() -> TableLayout {
        shortIDs = ShortIDs(ids)
        if let id = ids.first {
            let rest = Array(repeating: StyledText(""), count: fields?.count ?? (context.at == nil ? 4 : 5))
            table.measure([StyledText(""), StyledText(shortIDs[id])] + rest)
        }
        return table.layout(width: context.width, colors: context.colors)
    }

    func append(_ rows: some Sequence<Row>, _ layout: TableLayout, to text: inout String) {
        for row in rows { layout.append(cells(row), to: &text) }
    }

    private func cells(_ row: Row) -> [StyledText] {
        let front = [
            StyledText(row.position.map { String($0 + 1) } ?? "", Style(.dim)),
            StyledText(shortIDs[row.item.id], Style(.dim)),
        ]
        if let fields { return front + fields.map { cell($0, row.item) } }
        let location = hasLocation && row.item.hasDetails ? row.item.location : nil
        return front + [
            name(row.item), StyledText(location ?? ""),
            StyledText(row.item.serialNumber ?? "", Style(.dim)), value(row.item),
        ] + (context.at == nil ? [] : [cell(Field.bookValueKey, row.item)])
    }

    private func cell(_ key: FieldKey, _ item: Item) -> StyledText {
        switch key {
        case "name": name(item)
        case "valueInDollars": value(item)
        default: StyledText(context.presentation.text(of: key, in: item))
        }
    }

    private func name(_ item: Item) -> StyledText {
        var name = StyledText(item.shownName)
        func mark(_ text: String) {
            name = name + StyledText(" \(text)", Style(foreground: .ansi(.yellow)))
        }
        if item.isFavorite { mark(ItemPresentation.favoriteMark) }
        if let files = ItemPresentation.filesMark(of: item) {
            name = name + StyledText(" \(files)", Style(.dim))
        }
        if let problem = ItemPresentation.problemMark(of: item) { mark(problem) }
        return name
    }

    private func value(_ item: Item) -> StyledText {
        let style =
            switch context.presentation.emphasis(of: item) {
            case .low: Style(foreground: .ansi(.green))
            case .high: Style(foreground: .ansi(.red))
            case nil: Style(.dim)
            }
        return StyledText(context.presentation.quantityAndValue(of: item), style)
    }

    static func isNumber(_ key: FieldKey) -> Bool {
        switch Field.shownType(of: key) {
        case .integer, .decimal, .amount: true
        default: false
        }
    }
}
