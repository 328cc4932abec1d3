import LootCore

/// Statistics about the cells of a column that determine how all of them are read.
struct ColumnFacts {
    private var filled = 0
    private var readable = 0
    private(set) var seen: Trait = []
    /// The types that fit all cells, most specific first.
    private var types: [FieldType]
    private var areAllMarks = true

    struct Trait: OptionSet {
        let rawValue: UInt16

        static let pointDecimal = Trait(rawValue: 1)
        static let commaDecimal = Trait(rawValue: 2)
        static let unsureNumber = Trait(rawValue: 4)
        static let dayFirst = Trait(rawValue: 8)
        static let monthFirst = Trait(rawValue: 16)
        static let unsureDay = Trait(rawValue: 32)
        static let comma = Trait(rawValue: 64)
        static let semicolon = Trait(rawValue: 128)
        static let bar = Trait(rawValue: 256)
        static let stroke = Trait(rawValue: 512)
        static let arrow = Trait(rawValue: 1024)
        static let backslash = Trait(rawValue: 2048)
        static let unit = Trait(rawValue: 4096)
        static let spacedArrow = Trait(rawValue: 8192)

        static let shapes: Trait = [.pointDecimal, .commaDecimal, .unsureNumber]
        var inverse: Trait { Trait(rawValue: ~rawValue) }
    }

    init(of column: TableColumn) {
        let inferred: [FieldType] = [.integer, .decimal, .flag, .day, .moment]
        types = (column.knownType.map { [$0] } ?? []) + inferred
    }

    /// Records a cell that isn't empty. Numbers from a spreadsheet always have a decimal point, so they don't affect
    /// how numbers in text are read.
    mutating func note(_ text: String, _ cell: CSVScanner.Kind, of column: TableColumn) {
        if cell == .problem { return }
        let before = seen
        defer {
            if cell == .number { seen.formIntersection(before.union(Trait.shapes.inverse)) }
        }
        filled += 1
        switch column.kind {
        case .id: if ItemID(text) != nil { readable += 1 }
        case .amount:
            note(NumberShape(text))
            if readable == 0, (try? AmountText(text, decimalMark: .point)) != nil { readable += 1 }
        case .quantity:
            note(NumberShape(text))
            guard let quantity = QuantityText(text, nil) else { return }
            if quantity.unit != nil { seen.insert(.unit) }
            readable += 1
        case .day: recordDay(text)
        case .warranty:
            recordDay(text)
            if readable == 0, CalendarSpan(cell: text, column.style) != nil { readable += 1 }
        case .list, .place:
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: ","): seen.insert(.comma)
                case UInt8(ascii: ";"): seen.insert(.semicolon)
                case UInt8(ascii: "|"): seen.insert(.bar)
                case UInt8(ascii: "/"): seen.insert(.stroke)
                case UInt8(ascii: ">"): seen.insert(.arrow)
                case UInt8(ascii: "\\"): seen.insert(.backslash)
                default: break
                }
            }
            if seen.contains(.arrow), text.contains(PlaceText.spacedArrow) { seen.insert(.spacedArrow) }
        case .own: recordCustom(text, column)
        case .other where column.use == .field("careLog"):
            if readable == 0, (try? Field.with(key: "careLog")?.parse(text)) != nil { readable += 1 }
        case .text, .other, .parent, .leftOut: break
        }
    }

    private mutating func note(_ shape: NumberShape) {
        switch shape {
        case .decimal(let mark): seen.insert(mark == .point ? .pointDecimal : .commaDecimal)
        case .unsure: seen.insert(.unsureNumber)
        case .plain, .none: break
        }
    }

    private mutating func recordDay(_ text: String) {
        if text.utf8.count == 10, Day(text) != nil {
            readable += 1
            return
        }
        guard let shape = DayShape(text) else { return }
        note(shape)
        readable += 1
    }

    private mutating func note(_ shape: DayShape) {
        switch shape {
        case .ordered(_, let dayFirst): seen.insert(dayFirst ? .dayFirst : .monthFirst)
        case .unsure: seen.insert(.unsureDay)
        case .day, .none: break
        }
    }

    private mutating func recordCustom(_ text: String, _ column: TableColumn) {
        if let type = column.declaredType {
            if type == .decimal { note(NumberShape(text)) }
            if type == .day, let shape = DayShape(text) { note(shape) }
            return
        }
        if types.isEmpty, !areAllMarks { return }
        if areAllMarks { areAllMarks = CustomText.isMark(text) }
        types.removeAll { !CustomText.fits(text, $0) }
        if types.contains(.decimal) { note(NumberShape(text)) }
        if types.contains(.day), let shape = DayShape(text) { note(shape) }
    }

    /// Returns how to read the cells. If this column is ambiguous, the traits of all columns, `others`, decide. `mark`
    /// is the decimal separator that the user named.
    func reading(of column: TableColumn, others: Trait, mark: AmountText.DecimalMark?) -> CellReading {
        var reading = CellReading()
        reading.mark = mark ?? decided(.pointDecimal, .commaDecimal, others).map { $0 ? .point : .comma }
        if column.style.contains(.point) { reading.mark = .point }
        reading.dayFirst = decided(.dayFirst, .monthFirst, others)
        reading.hasUnits = seen.contains(.unit)
        switch column.kind {
        case .list:
            let isBar = seen.contains(.bar) && seen.isDisjoint(with: [.comma, .semicolon])
            reading.separator =
                column.isOurs
                ? "," : isBar ? "|" : seen.contains(.semicolon) && !seen.contains(.comma) ? ";" : ","
        case .place:
            // In addition to slashes, an arrow with spaces around it separates components. Without spaces, it
            // doesn't: “boxes >5 kg” isn't a path.
            let signs = [(Trait.stroke, "/"), (seen.contains(.stroke) ? .spacedArrow : .arrow, ">")]
            reading.placeSeparators = signs.filter { seen.contains($0.0) }.map(\.1)
            if reading.placeSeparators.isEmpty, seen.contains(.backslash) {
                reading.placeSeparators = ["\\"]
            }
        case .own where filled > 0: reading.type = type(of: column, reading)
        case .id: reading.isUnsuitable = filled > 0 && readable == 0 && !column.isMapped
        case .amount, .quantity, .day, .warranty:
            reading.isUnsuitable = filled > 0 && readable == 0 && !column.isDeclared
        case .other where column.use == .field("careLog"):
            reading.isUnsuitable = filled > 0 && readable == 0 && !column.isDeclared
        default: break
        }
        return reading
    }

    /// Whether one trait occurs and the other doesn't, in this column or, if neither occurs here, in other columns.
    private func decided(_ one: Trait, _ other: Trait, _ others: Trait) -> Bool? {
        let traits = seen.isDisjoint(with: [one, other]) ? others : seen
        return traits.contains(one) == traits.contains(other) ? nil : traits.contains(one)
    }

    private func type(of column: TableColumn, _ reading: CellReading) -> FieldType {
        if let type = column.declaredType { return type }
        if areAllMarks { return .flag }
        // The first type that fits. Ambiguous cells remain text.
        return types.first { type in
            switch type {
            case .decimal:
                reading.mark != nil || seen.isDisjoint(with: [.unsureNumber, .pointDecimal, .commaDecimal])
            case .day: reading.dayFirst != nil || seen.isDisjoint(with: [.unsureDay, .dayFirst, .monthFirst])
            default: true
            }
        } ?? .text
    }
}
