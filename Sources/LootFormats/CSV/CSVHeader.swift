import LootCore

/// What the columns of a CSV file hold, read from its first row.
struct CSVHeader {
    private enum Column {
        case ignored
        case known(CSVColumn)
        case homeBox(HomeBoxColumn)
    }

    private let columns: [Column]

    init(_ cells: [CSVScanner.Cell], _ options: ReadOptions) throws(Fault) {
        var columns: [Column] = []
        var fields: Set<CSVColumn> = []
        var hasName = false
        for cell in cells {
            let column = CSVHeader.column(cell.text, options)
            columns.append(column)
            switch column {
            case .ignored: break
            case .homeBox(let column): hasName = hasName || column.field == "name"
            case .known(let column):
                hasName = hasName || column.field == "name"
                guard fields.insert(column).inserted else {
                    throw Fault(
                        "a second column holds “\(TextRules.visible(column.header))”",
                        next: "Map one of them to nothing", at: cell.start)
                }
            }
        }
        let names = cells.map(\.text)
        if let missing = options.columns.keys.sorted().first(where: { !names.contains($0) }) {
            let known = names.map { "“\(TextRules.visible($0))”" }.joined(separator: ", ")
            throw Fault(
                "no column is called “\(TextRules.visible(missing))”", next: "The columns are \(known)",
                at: cells.first?.start ?? 0)
        }
        guard hasName || fields.contains(where: { options.knownBy.contains($0.field) }) else {
            throw Fault(
                "no column holds the name", next: "Map one of the columns to “name”",
                at: cells.first?.start ?? 0)
        }
        self.columns = columns
    }

    private static func column(_ header: String, _ options: ReadOptions) -> Column {
        if let mapped = options.columns[header] {
            return mapped.map { .known(CSVColumn(header: $0.rawValue) ?? CSVColumn($0)) } ?? .ignored
        }
        if header.isEmpty { return .ignored }
        if let column = HomeBoxColumn(header: header) { return .homeBox(column) }
        // What no field is called is kept as a field of the person's own.
        return .known(CSVColumn(header: header) ?? CSVColumn(.custom(header)))
    }

    /// The item of a row.
    func item(
        _ cells: [CSVScanner.Cell], index: Int, at bytes: Range<Int>, _ options: ReadOptions
    ) throws(Fault) -> ReadItem {
        guard cells.count == columns.count else {
            throw Fault(
                "this row has \(CSVHeader.counted(cells.count)), the header has \(columns.count)",
                at: bytes.lowerBound)
        }
        var item = Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: options.dateCreated)
        var id: ItemID?
        var given: UInt64 = 0
        var emptied: [FieldKey] = []
        for (cell, column) in zip(cells, columns) {
            do {
                switch column {
                case .ignored: continue
                case .homeBox(let column):
                    try column.set(cell.text, in: &item)
                    // What it says when nothing was said is no word that a field should be emptied.
                    if item.value(for: column.field) != nil { given |= CSVHeader.bit(of: column.field) }
                case .known(let column) where column.field == Field.idKey:
                    id = try CSVHeader.id(cell.text)
                case .known(let column):
                    try CSVHeader.set(cell.text, of: column, in: &item)
                    let bit = CSVHeader.bit(of: column.field)
                    if !cell.text.isEmpty || bit & ItemKeys.mandatory == 0 { given |= bit }
                    if cell.text.isEmpty, bit == 0 { emptied.append(column.field) }
                }
            } catch { throw Fault(error, at: cell.start) }
        }
        if id == nil { try checkEntries(of: item, cells) }
        item = item.identified(by: id ?? options.missingID(index))
        return ReadItem(item: item, hasID: id != nil, given: given, emptied: emptied, bytes: bytes)
    }

    /// Refuses numbers that a person should not enter. A row with an id is an item of some list, and taken as it is; a
    /// name may be missing where the row means an item that is known.
    private func checkEntries(of item: Item, _ cells: [CSVScanner.Cell]) throws(Fault) {
        guard let problem = item.problems.first(where: { $0.field != "name" }) else { return }
        let index = columns.firstIndex { column in
            if case .known(let column) = column { column.field == problem.field } else { false }
        }
        throw Fault(problem, at: cells[index ?? 0].start)
    }

    private static func counted(_ cells: Int) -> String { cells == 1 ? "1 cell" : "\(cells) cells" }

    private static func id(_ text: String) throws(LootError) -> ItemID? {
        if text.isEmpty { return nil }
        if let id = ItemID(text) { return id }
        throw LootError(
            .invalidValue, "can't read the id", because: "“\(TextRules.visible(text))” is not a UUID",
            field: Field.idKey)
    }

    /// An empty cell leaves a field as it is when nothing is said.
    private static func set(_ text: String, of column: CSVColumn, in item: inout Item) throws(LootError) {
        if text.isEmpty { return }
        if let field = Field.with(key: column.field) {
            try field.set(try field.parse(text), in: &item)
        } else {
            try item.set(try column.type.parse(text), for: column.field)
        }
    }

    private static func bit(of field: FieldKey) -> UInt64 {
        guard let index = Field.all.firstIndex(where: { $0.key == field }) else { return 0 }
        return 1 << UInt64(index + 1)
    }
}
