import LootCore
import LootFormats

/// The columns in which items are kept, made from the field table: one for each field under its short name, and
/// beside texts and lists their folded forms, by which databases compare, sort and search as the core does.
package final class ItemColumns: Sendable {
    /// A column of the table of items.
    package struct Column: Hashable, Sendable {
        /// What a column holds.
        package enum Kind: Hashable, Sendable {
            /// Text.
            case text
            /// A whole number.
            case integer
            /// Yes or no.
            case flag
        }

        /// Its name.
        package let name: String
        /// What it holds.
        package let kind: Kind
        /// Whether it holds something in every row.
        package let isRequired: Bool
        /// What rows hold that were written before there was the column.
        let filling: SQL?

        init(_ name: String, _ kind: Kind, isRequired: Bool = false, filling: SQL? = nil) {
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
            self.filling = filling
        }
    }

    /// All columns that an item fills, in their order.
    package let all: [Column]
    /// Those from which an item is made again: the rest follows from them.
    let read: [Column]

    /// The names of ``read``, with commas between them.
    let readNames: SQL
    /// Selects what ``FoundItems/add(_:)`` reads.
    let selection: SQL

    private let fields: [Field]
    /// How each field is read and written.
    private let accesses: [Field.Access]
    /// For each field, its column among ``read``.
    private let offsets: [Int]
    /// For each field, whether it has a column with its initial letter.
    private let haveInitials: [Bool]
    /// The names of ``all``, with commas between them.
    private let allNames: String

    /// The columns of this version.
    package static let current = ItemColumns(Field.all)

    init(_ fields: [Field]) {
        self.fields = fields
        accesses = fields.map(\.access)
        haveInitials = fields.map { $0.initialColumn != nil }
        var main = [Column("id", .text, isRequired: true)]
        var derived: [Column] = []
        var offsets: [Int] = []
        for field in fields {
            offsets.append(main.count)
            main.append(
                Column(
                    field.name, field.columnKind, isRequired: field.isAlwaysSet, filling: field.filling))
            if field.type == .amount { main.append(Column(field.fractionColumn, .integer, filling: "0")) }
            guard let folded = field.foldedColumn else { continue }
            derived.append(Column(folded, .text, isRequired: field.isAlwaysSet))
            if let initial = field.initialColumn {
                derived.append(Column(initial, .text))
            }
        }
        main.append(Column("custom", .text))
        main.append(Column("foreign_fields", .text))
        derived.append(Column("custom_folded", .text))
        self.offsets = offsets
        read = main
        all = main + derived
        readNames = main.map { SQL(name: $0.name) }.joined(separator: ", ")
        selection = "SELECT (SELECT revision FROM state) AS revision, \(readNames) FROM items"
        allNames = all.map { SQL(name: $0.name).text }.joined(separator: ", ")
    }

    /// A statement that inserts `rows` rows, each a place and what ``values(of:)`` gives; a row whose id is there
    /// already is left out.
    func insertion(rows: Int) -> String {
        let width = all.count + 1
        let tuples = (0..<rows).map { row in
            "(" + (1...width).map { "$\(row * width + $0)" }.joined(separator: ", ") + ")"
        }
        return "INSERT INTO items (place, \(allNames)) VALUES \(tuples.joined(separator: ", ")) "
            + "ON CONFLICT (id) DO NOTHING"
    }

    /// What an item fills the columns with.
    func values(of item: Item) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(all.count)
        append(valuesOf: item, to: &values)
        return values
    }

    /// Appends what an item fills the columns with.
    func append(valuesOf item: Item, to values: inout [SQLValue]) {
        values.append(.text(item.id.description))
        var derived: [SQLValue] = []
        derived.reserveCapacity(all.count - read.count)
        for (field, hasInitial) in zip(fields, haveInitials) {
            switch field.access {
            case .text(let get, _):
                let text = get(item)
                values.append(SQLValue(text))
                derived.append(SQLValue(text.map(Folding.fold)))
                if hasInitial { derived.append(SQLValue(text.flatMap(ItemColumns.initialKey))) }
            case .integer(let get, _): values.append(SQLValue(get(item)))
            case .amount(let get, _):
                let amount = get(item)
                values.append(SQLValue(amount?.whole))
                values.append(SQLValue(amount.map { Int($0.tenThousandths) }))
            case .flag(let get, _): values.append(.flag(get(item)))
            case .moment(let get, _): values.append(SQLValue(get(item)?.description))
            case .day(let get, _): values.append(SQLValue(get(item)?.description))
            case .list(let get, _):
                let list = get(item)
                values.append(list.isEmpty ? .null : .text(ItemJSON.text(of: list)))
                // What filters ask of files is their names.
                let asked = field.traits.contains(.files) ? item.files.map(\.name) : list
                derived.append(list.isEmpty ? .null : .text(ItemColumns.folded(asked)))
            }
        }
        let custom = item.hasDetails ? item.custom : [:]
        let foreign = item.hasDetails ? item.foreign : []
        values.append(custom.isEmpty ? .null : .text(ItemJSON.text(ofCustom: custom)))
        values.append(foreign.isEmpty ? .null : .text(ItemJSON.text(ofForeign: foreign)))
        derived.append(ItemColumns.folded(custom))
        values += derived
    }

    /// The item that a row holds in the columns ``read``, from column `start` on.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `damaged` where the row holds what no item can.
    func item(in row: SQLRow, from start: Int) throws(LootError) -> Item {
        let cells = row.cells
        guard let id = cells[start].spelled({ ItemID(spelledBy: $0) }) else {
            throw LootError(
                .damaged, "can't read an item", because: "its row has no id",
                next: "Check it", remedy: .check)
        }
        var item = try core(of: id, in: cells, from: start + 1)
        for index in Field.core.count..<accesses.count {
            let column = start + offsets[index]
            if cells[column].isNull { continue }
            guard accesses[index].read(cells, column, into: &item) else {
                throw ItemColumns.damaged(id, fields[index].name)
            }
        }
        let custom = start + read.count - 2
        if let text = cells[custom].text {
            guard let fields = ItemJSON.custom(text) else { throw ItemColumns.damaged(id, "custom") }
            item.custom = fields
        }
        if let text = cells[custom + 1].text {
            guard let fields = ItemJSON.foreign(text) else {
                throw ItemColumns.damaged(id, "foreign_fields")
            }
            item.foreign = fields
        }
        return consume item
    }

    /// The item with the fields of the core model, which are the table's first ones and which every item has: read by
    /// their names they take half as long as by the table.
    @inline(__always)
    private func core(
        of id: ItemID, in cells: [SQLRow.Cell], from start: Int
    ) throws(LootError) -> Item {
        let (name, serial) = (cells[start].text, cells[start + 3])
        let (created, favorite) = (cells[start + 4], cells[start + 5].flag)
        guard let name else { throw ItemColumns.damaged(id, "name") }
        let value = Amount(in: cells, start + 1)
        guard value != nil || cells[start + 1].isNull else { throw ItemColumns.damaged(id, "value") }
        let serialNumber = serial.text
        guard serialNumber != nil || serial.isNull else { throw ItemColumns.damaged(id, "serial") }
        guard let dateCreated = created.spelled({ CalendarText.moment(in: $0) }) else {
            throw ItemColumns.damaged(id, "created")
        }
        guard let favorite else { throw ItemColumns.damaged(id, "favorite") }
        return Item(
            id: id, name: name, value: value, serialNumber: serialNumber,
            dateCreated: dateCreated, isFavorite: favorite)
    }

    /// The columns of a field of amounts: the whole part and the rest in ten thousandths.
    static func amount(_ name: String) -> (whole: SQL, fraction: SQL) {
        (SQL(name: name), SQL(name: "\(name)_fraction"))
    }

    private static func damaged(_ id: ItemID, _ column: String) -> LootError {
        LootError(
            .damaged, "can't read the item \(id.short)",
            because: "its column “\(column)” holds what such a field can't",
            next: "Check it", remedy: .check,
            item: id)
    }

    // MARK: Derived texts

    /// Every entry's folded form between line breaks, which no entry holds. Such texts are ordered as the lists are.
    static func folded(_ list: [String]) -> String {
        list.reduce(into: "\n") { $0 += Folding.fold($1) + "\n" }
    }

    /// The folded forms of custom texts; line by line suffices to find words, which hold no line breaks.
    private static func folded(_ custom: [String: FieldValue]) -> SQLValue {
        var texts: [String] = []
        for value in custom.values {
            if case .text(let text) = value { texts.append(Folding.fold(text)) }
        }
        return texts.isEmpty ? .null : .text(texts.sorted().joined(separator: "\n"))
    }

    /// The section by initial letter, spelled so that its bytes sort as sections do: `é É`.
    static func initialKey(of text: String) -> String? {
        SectionRule.initial(of: text).map(initialKey(ofLetter:))
    }

    /// The key of the section of a letter.
    static func initialKey(ofLetter letter: String) -> String { "\(Folding.fold(letter)) \(letter)" }

    /// The letter of such a key.
    static func initial(ofKey key: String) -> String {
        guard let space = key.utf8.firstIndex(of: UInt8(ascii: " ")) else { return key }
        return String(key.utf8[space...].dropFirst()) ?? key
    }
}

extension Field {
    /// Whether no item is without it.
    var isAlwaysSet: Bool {
        (traits.contains(.alwaysWritten) || defaultValue != nil) && !traits.contains(.clearable)
    }

    /// The column with what an amount has behind the point.
    var fractionColumn: String { "\(name)_fraction" }

    fileprivate var filling: SQL? {
        switch defaultValue {
        case .integer(let number): "\(number: number)"
        case .flag(let flag): flag ? "TRUE" : "FALSE"
        default: nil
        }
    }

    fileprivate var columnKind: ItemColumns.Column.Kind {
        switch access {
        case .integer, .amount: .integer
        case .flag: .flag
        case .text, .moment, .day, .list: .text
        }
    }

    /// The column with the folded form of a text or list.
    var foldedColumn: String? {
        switch access {
        case .text, .list: "\(name)_folded"
        case .integer, .amount, .flag, .moment, .day: nil
        }
    }

    /// The column with the initial letter of a text that every item has.
    var initialColumn: String? { traits.contains(.required) ? "\(name)_initial" : nil }

}

extension Field.Access {
    /// Puts into an item what a column holds.
    ///
    /// - Returns: whether such a field can hold it.
    fileprivate func read(_ cells: [SQLRow.Cell], _ column: Int, into item: inout Item) -> Bool {
        let cell = cells[column]
        switch self {
        case .text(_, let set):
            guard let text = cell.text else { return false }
            set(&item, text)
        case .integer(let get, let set):
            guard let number = cell.integer.flatMap({ Int(exactly: $0) }) else { return false }
            if get(item) != number { set(&item, number) }
        case .amount(_, let set):
            guard let amount = Amount(in: cells, column) else { return false }
            set(&item, amount)
        case .flag(_, let set):
            guard let flag = cell.flag else { return false }
            set(&item, flag)
        case .moment(_, let set):
            guard let moment = cell.spelled({ CalendarText.moment(in: $0) }) else { return false }
            set(&item, moment)
        case .day(_, let set):
            guard let day = cell.spelled({ CalendarText.day(in: $0) }) else { return false }
            set(&item, day)
        case .list(_, let set):
            guard let list = cell.text.flatMap({ ItemJSON.list($0) }) else { return false }
            set(&item, list)
        }
        return true
    }
}

extension Amount {
    /// The amount in two columns; nil where they hold none.
    fileprivate init?(in cells: [SQLRow.Cell], _ column: Int) {
        guard let whole = cells[column].integer.flatMap({ Int(exactly: $0) }),
            let rest = cells[column + 1].integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        self.init(whole: whole, tenThousandths: rest)
    }
}
