import LootCore
import TextSearch

/// Converts a row to an item.
struct TableRow {
    private let columns: [RowColumn]
    private let lesserNames: [Int]
    private let options: ReadOptions
    private let hasIDs: Bool
    /// The names of other entries by their references.
    private let names: [String: String]

    private(set) var item: Item
    private var id: ItemID?
    private var given: UInt64 = 0
    private var emptied: [FieldKey] = []
    private var place = PlaceCells()
    /// The currency of the amounts, from a cell or a header.
    private var currency: Currency?
    /// Whether the item is held by a place or another item instead of a person.
    private var hasNoHolder = false
    /// Whether the quantity was also kept in a custom field.
    private(set) var isMeasured = false
    /// The errors in the cells.
    private var faults: [Fault] = []

    init(_ columns: [RowColumn], _ lesserNames: [Int], _ names: [String: String], _ options: ReadOptions) {
        (self.columns, self.lesserNames, self.names, self.options) = (columns, lesserNames, names, options)
        hasIDs = columns.contains { $0.kind == .id }
        item = Item(id: ItemID(high: 0, low: 0), name: "", value: nil, dateCreated: options.dateCreated)
    }

    /// Creates the item for the cells of a row. There must be as many cells as columns.
    mutating func read(_ cells: [CSVScanner.Cell], index: Int, at bytes: Range<Int>) throws(Fault) -> ReadItem
    {
        if let kind = columns.firstIndex(where: { $0.style.contains(.kindOfHolder) }) {
            hasNoHolder = !["", "user"].contains(Folding.fold(cells[kind].text.trimmed))
        }
        var hasMore = false
        for index in columns.indices {
            if columns[index].pass == .first { set(cells[index], columns[index]) } else { hasMore = true }
        }
        if hasMore {
            for pass in [RowColumn.Pass.second, .last] {
                for index in columns.indices where columns[index].pass == pass {
                    set(cells[index], columns[index])
                }
            }
        }
        do throws(LootError) {
            if item.name.isEmpty {
                for index in lesserNames where item.name.isEmpty {
                    let name = text(of: cells[index], columns[index]).trimmed
                    if !name.isEmpty { try put(.text(name), TableRow.name) }
                }
            }
            try put(place.path.map { .text($0) }, TableRow.location)
            if item.hasDetails { try setSale() }
            if let known = item.currency, let currency, known != currency {
                throw CellRules.refusal(
                    "The currency of the entry is \(known.code), but one of its amounts is in \(currency.code)."
                )
            }
            if item.currency == nil, let currency {
                try put(.text(currency.code), TableRow.currency)
            }
        } catch { faults.append(Fault(error, at: bytes.lowerBound)) }
        if id == nil { checkEntries(cells) }
        if let fault = Fault.joined(faults) { throw fault }
        item = item.identified(by: id ?? options.missingID(index))
        return ReadItem(item: item, hasID: id != nil, given: given, emptied: emptied, bytes: bytes)
    }

    private mutating func set(_ cell: CSVScanner.Cell, _ column: RowColumn) {
        do throws(LootError) {
            if cell.kind == .problem, column.kind != .leftOut { throw CellRules.problem(cell.text) }
            let whole = text(of: cell, column)
            if column.isVerbatim, column.kind != .id {
                return whole.isEmpty ? recordEmpty(column) : try setVerbatim(whole, column)
            }
            let text = whole.trimmed
            if text.isEmpty { return recordEmpty(column) }
            // Multiline fields and text written by this program keep surrounding spaces.
            let isWhole =
                column.field?.traits.contains(.multiline) == true
                || column.isOurs && (column.kind == .text || column.declaredType == .text)
            try set(isWhole ? whole : text, column)
        } catch { faults.append(Fault(error, at: cell.start).inColumn(column.label)) }
    }

    /// Returns the text of a cell. The decimal point of a number is replaced with the separator of the column.
    private func text(of cell: CSVScanner.Cell, _ column: RowColumn) -> String {
        if !options.hasTypedCells { return FormulaText.plain(cell.text) }
        guard cell.kind == .number, column.reading.mark == .comma,
            [.amount, .quantity, .own].contains(column.kind)
        else { return cell.text }
        return String(cell.text.map { $0 == "." ? "," : $0 })
    }

    /// Handles an empty cell. It clears the field in tables written by this program and in tables with IDs. In
    /// others, it has no meaning.
    private mutating func recordEmpty(_ column: RowColumn) {
        guard let key = column.key, column.kind != .id, column.clears, column.isVerbatim || hasIDs
        else { return }
        if column.bit == 0 {
            if column.kind == .own { emptied.append(key) }
        } else if column.bit & ItemKeys.mandatory == 0 {
            given |= column.bit
        }
    }

    /// Sets a field from a cell that this program wrote.
    private mutating func setVerbatim(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let field = column.field else {
            guard let key = column.key else { return }
            return try item.set((column.declaredType ?? .text).parse(text), for: key)
        }
        try field.set(try field.parse(text), in: &item)
        given |= column.bit
    }

    private mutating func set(_ text: String, _ column: RowColumn) throws(LootError) {
        if hasNoHolder, column.style.contains(.ofHolder) { return try keep(text, column) }
        if column.style.contains(.statusOfAsset) {
            guard let disposal = Disposal(statusOfAsset: text) else { return try keep(text, column) }
            return try put(.text(disposal.rawValue), column.field)
        }
        switch column.kind {
        case .leftOut: return
        case .id: id = try CellRules.id(text)
        case .place: try setPlacePart(text, column)
        case .parent: try setParent(text, column)
        case .own: try setCustom(text, column)
        case .text: try setText(text, column)
        case .amount: try setAmount(text, column)
        case .quantity: try setQuantity(text, column)
        case .day: try setDay(text, column)
        case .warranty: try setWarranty(text, column)
        case .list: try setList(text, column)
        case .other: try setOther(text, column)
        }
    }

    private static let disposal = Field.with(key: "disposal")
    private static let name = Field.with(key: "name")
    private static let location = Field.with(key: "location")
    private static let currency = Field.with(key: "currency")

    /// Sets a built-in field.
    private mutating func put(_ value: FieldValue?, _ field: Field?) throws(LootError) {
        guard let value, let field else { return }
        try field.set(value, in: &item)
        given |= ItemKeys.bit(of: field.key)
    }

    /// Marks the item as sold if a column of a sale has a value.
    private mutating func setSale() throws(LootError) {
        let hasSale = columns.contains { column in
            column.style.contains(.ofSale) && column.field?.value(of: item) != nil
        }
        if hasSale { try put(.text(Disposal.sold.rawValue), TableRow.disposal) }
    }

    private mutating func keep(_ text: String, _ column: RowColumn) throws(LootError) {
        try item.set(.text(text), for: .custom(column.ownName))
    }

    // MARK: Text

    private mutating func setText(_ text: String, _ column: RowColumn) throws(LootError) {
        // Several columns of notes are joined in order.
        if column.field?.traits.contains(.multiline) == true, item.hasDetails, let before = item.notes {
            return try put(.text("\(before)\n\n\(text)"), column.field)
        }
        try put(.text(text), column.field)
    }

    private mutating func setList(_ text: String, _ column: RowColumn) throws(LootError) {
        let (field, separator) = (column.field, column.reading.separator)
        guard separator != ",", separator != nil || column.style.contains(.anySeparator) else {
            return try put(FieldType.list.parse(text), field)
        }
        let parts = text.split {
            String($0) == separator || (column.style.contains(.anySeparator) && ",;".contains($0))
        }
        try put(.list(parts.map { $0.trimmed }.filter { !$0.isEmpty }), field)
    }

    private mutating func setOther(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let field = column.field else { return }
        switch field.type {
        case .flag where CustomText.isMark(text) || CustomText.flag(text) != nil:
            try put(.flag(CustomText.isMark(text) || CustomText.flag(text) == true), field)
        case .moment where Moment(text) == nil:
            guard let moment = CustomText.moment(text) ?? column.day(in: text).map({ Moment(startOf: $0) })
            else {
                return try put(field.parse(text), field)
            }
            try put(.moment(moment), field)
        default: try put(field.parse(text), field)
        }
    }

    private mutating func setCustom(_ text: String, _ column: RowColumn) throws(LootError) {
        // HomeBox writes 000-000 for items without an asset ID.
        let isZero = Double(cell: text, .point) == 0 || text.allSatisfy { $0 == "0" || $0 == "-" }
        if column.style.contains(.zeroIsNone), isZero { return }
        if column.style.contains(.onlyYes), CustomText.flag(text) == false { return }
        guard let key = column.key else { return }
        if let type = column.declaredType {
            let isWritten = [.decimal, .day, .flag].contains(type)
            let value = isWritten ? CustomText.value(text, column.reading) : nil
            if let value { return try item.set(value, for: key) }
            return try item.set(type.parse(text), for: key)
        }
        // A cell that doesn't fit the type wasn't surveyed yet. Everything is read again after the survey.
        try item.set(CustomText.value(text, column.reading) ?? .text(text), for: key)
    }

    // MARK: Numbers

    private mutating func setAmount(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let field = column.field, !CellRules.isUnknown(text) else { return recordEmpty(column) }
        do throws(LootError) {
            if column.reading.mark == nil, case .unsure(let mark) = NumberShape(text) {
                throw CellRules.unsureNumber(text, mark)
            }
            let read = try AmountText(text, decimalMark: column.reading.mark)
            if let sign = read.sign, read.currency == nil {
                throw CellRules.refusal(
                    """
                    “\(TextRules.visible(text))” contains “\(TextRules.visible(sign))”, which isn't a known \
                    currency.
                    """)
            }
            if read.amount == .zero, column.style.contains(.zeroIsNone) { return }
            try put(.amount(read.amount), field)
            if let written = read.currency, let header = column.currency, written != header {
                throw CellRules.refusal(
                    "“\(TextRules.visible(text))” is in \(written.code), but its column is in \(header.code)."
                )
            }
            let own = read.currency ?? column.currency
            if let currency, let own, currency != own {
                throw CellRules.refusal(
                    """
                    “\(TextRules.visible(text))” is in \(own.code), but the entry's other amount is in \
                    \(currency.code).
                    """)
            }
            currency = own ?? currency
        } catch {
            var error = error.during(field.settingFailure)
            error.field = field.key
            throw error
        }
    }

    /// Sets the quantity. If it isn't an integer, the quantity is 1, because rounding would change the value of a piece.
    /// A quantity that isn't an integer or has a unit is also kept in a custom field.
    private mutating func setQuantity(_ text: String, _ column: RowColumn) throws(LootError) {
        guard !CellRules.isUnknown(text) else { return recordEmpty(column) }
        if column.reading.mark == nil, case .unsure(let mark) = NumberShape(text) {
            var error = CellRules.unsureNumber(text, mark)
            if let field = column.field { error = error.during(field.settingFailure) }
            error.field = column.key
            throw error
        }
        guard let quantity = QuantityText(text, column.reading.mark) else {
            return try put(column.field?.parse(text), column.field)
        }
        try put(.integer(quantity.whole ?? 1), column.field)
        guard quantity.whole == nil || quantity.unit != nil else { return }
        isMeasured = true
        try item.set(
            column.reading.hasUnits ? .text(text) : .decimal(quantity.number),
            for: .custom(TableRow.writtenQuantity))
    }

    // MARK: Days

    private mutating func setDay(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let field = column.field, !CellRules.isUnknown(text) else { return recordEmpty(column) }
        if text.utf8.count == 10, let day = Day(text), day != .first { return try put(.day(day), field) }
        switch DayShape(text) {
        case DayShape.none?: return
        case nil: try put(field.parse(text), field)
        default: try put(column.day(in: text, for: field).map(FieldValue.day), field)
        }
    }

    private mutating func setWarranty(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let field = column.field, !CellRules.isUnknown(text) else { return recordEmpty(column) }
        if column.style.contains(.fallback), item.warrantyUntil != nil { return try keep(text, column) }
        if let shape = DayShape(text) {
            if shape != .none { try put(column.day(in: text, for: field).map(FieldValue.day), field) }
        } else if let span = CalendarSpan(cell: text, column.style) {
            guard let end = item.purchaseDate?.adding(span) else { return try keep(text, column) }
            try put(.day(end), field)
        } else if Int(text) != nil || !text.contains(where: \.isNumber) {
            // Words such as “lifetime” aren't days, and a bare number has no unit.
            try keep(text, column)
        } else {
            try put(field.parse(text), field)
        }
    }

    // MARK: Places

    private mutating func setPlacePart(_ text: String, _ column: RowColumn) throws(LootError) {
        let text = PlaceText.path(text, separatedBy: column.reading.placeSeparators)
        if column.style.contains(.fallback), !place.isEmpty {
            return place.contains(text) ? () : try keep(text, column)
        }
        place.add(text, level: column.level)
    }

    private mutating func setParent(_ text: String, _ column: RowColumn) throws(LootError) {
        guard let name = names[text] else { return try keep(text, column) }
        place.container = name
    }

    // MARK: Rules

    /// Rejects numbers that people may not enter. A row with an ID is from an existing list and isn't checked. The
    /// name may be missing if the row updates an existing item.
    private mutating func checkEntries(_ cells: [CSVScanner.Cell]) {
        for field in TableRow.numbers {
            guard let value = field.value(of: item) else { continue }
            do { try field.checkEntry(value) } catch {
                let index = columns.firstIndex { $0.key == field.key } ?? 0
                faults.append(Fault(error, at: cells[index].start).inColumn(columns[index].label))
            }
        }
    }

    /// The fields with stricter rules for people than for stores. The name isn't included here.
    private static let numbers = Field.all.filter { field in
        ![.text, .flag, .moment, .day, .list].contains(field.type)
    }

    /// The custom field for a quantity that isn't a whole number.
    static let writtenQuantity = "quantity as written"
}
