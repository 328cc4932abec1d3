import LootCore
import LootFormats
import TextSearch

/// The columns of the items table, derived from the field table. Each field has a column with its short name. Texts
/// and lists have another column with their folded form, so that databases compare, sort and search like the core.
package final class ItemColumns: Sendable {
    /// A column of the items table.
    package struct Column: Hashable, Sendable {
        /// The type of a column.
        package enum Kind: Hashable, Sendable {
            /// Text.
            case text
            /// An integer.
            case integer
            /// A Boolean.
            case flag
        }

        /// The name.
        package let name: String
        /// The type.
        package let kind: Kind
        /// Whether the column is never null.
        package let isRequired: Bool
        /// The value for rows that were written before the column existed.
        let filling: SQL?

        init(_ name: String, _ kind: Kind, isRequired: Bool = false, filling: SQL? = nil) {
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
            self.filling = filling
        }
    }

    /// All columns, in order.
    package let all: [Column]
    /// The columns from which an item is decoded. The others are derived from them.
    let read: [Column]

    /// The names of ``read``, separated by commas.
    let readNames: SQL
    /// The query whose rows ``FoundItems/add(_:)`` reads.
    let selection: SQL

    private let fields: [Field]
    private let accesses: [Field.Access]
    /// For each field, the index of its column in ``read``.
    private let offsets: [Int]
    /// For each field, whether it has a column for the initial letter.
    private let haveInitials: [Bool]
    /// The statement that inserts an item.
    private let insertion: String

    /// The columns for the built-in fields of this version.
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
        let names = all.map { SQL(name: $0.name).text }.joined(separator: ", ")
        let values = (1...all.count + 1).map { "$\($0)" }.joined(separator: ", ")
        insertion = "INSERT INTO items (place, \(names)) VALUES (\(values))"
    }

    /// Returns a statement that inserts an item.
    func insertion(of item: Item, at place: Int64) -> SQL {
        var values: [SQLValue] = [.integer(place)]
        values.reserveCapacity(all.count + 1)
        append(valuesOf: item, to: &values)
        return SQL(text: insertion, values: values)
    }

    /// Returns the values of all columns for an item.
    func values(of item: Item) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(all.count)
        append(valuesOf: item, to: &values)
        return values
    }

    /// Appends the values of all columns for an item.
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
                // Filters match files by name.
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

    /// Decodes an item from the columns ``read``, which begin at column `start`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `damaged` if a value is invalid for its field.
    func item(in row: SQLRow, from start: Int) throws(LootError) -> Item {
        let cells = row.cells
        guard let id = cells[start].spelled({ ItemID(spelledBy: $0) }) else {
            throw LootError(
                .damaged, "Can't read an item.", reason: "Its row has no ID.",
                advice: "Check the store.", remedy: .check)
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

    /// Creates the item with the fields of the core model, which come first in the table and are always set.
    /// Accessing them directly is twice as fast as using the field table.
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

    /// Returns the columns that store the integer part and the ten-thousandths of an amount.
    static func amount(_ name: String) -> (whole: SQL, fraction: SQL) {
        (SQL(name: name), SQL(name: "\(name)_fraction"))
    }

    private static func damaged(_ id: ItemID, _ column: String) -> LootError {
        LootError(
            .damaged, "Can't read the item \(id.short).",
            reason: "The value in its column “\(column)” isn't valid.",
            advice: "Check the store.", remedy: .check,
            item: id)
    }

    // MARK: Derived texts

    /// Folds each entry and encloses it in line breaks, which entries can't contain. The resulting texts sort like
    /// the lists.
    static func folded(_ list: [String]) -> String {
        list.reduce(into: "\n") { $0 += Folding.fold($1) + "\n" }
    }

    /// Folds the custom texts and joins them with line breaks. This is sufficient for finding words, which contain no
    /// line breaks.
    private static func folded(_ custom: [String: FieldValue]) -> SQLValue {
        var texts: [String] = []
        for value in custom.values {
            if case .text(let text) = value { texts.append(Folding.fold(text)) }
        }
        return texts.isEmpty ? .null : .text(texts.sorted().joined(separator: "\n"))
    }

    /// Returns the key of the section by initial letter, such as `é É`. Its bytes sort like the sections.
    static func initialKey(of text: String) -> String? {
        SectionRule.initial(of: text).map(initialKey(ofLetter:))
    }

    /// Returns the key of a letter's section.
    static func initialKey(ofLetter letter: String) -> String { "\(Folding.fold(letter)) \(letter)" }

    /// Returns the letter of a section key.
    static func initial(ofKey key: String) -> String {
        guard let space = key.utf8.firstIndex(of: UInt8(ascii: " ")) else { return key }
        return String(key.utf8[space...].dropFirst()) ?? key
    }
}

extension Field {
    /// Whether every item has a value for the field.
    var isAlwaysSet: Bool {
        (traits.contains(.alwaysWritten) || defaultValue != nil) && !traits.contains(.clearable)
    }

    /// The column for the decimals of an amount.
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

    /// The column for the folded form of a text or list.
    var foldedColumn: String? {
        switch access {
        case .text, .list: "\(name)_folded"
        case .integer, .amount, .flag, .moment, .day: nil
        }
    }

    /// The column for the initial letter of a required text.
    var initialColumn: String? { traits.contains(.required) ? "\(name)_initial" : nil }

}

extension Field.Access {
    /// Sets the field of an item from its column.
    ///
    /// - Returns: Whether the value is valid for the field.
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
    /// Creates an amount from two columns. Returns `nil` if they contain none.
    fileprivate init?(in cells: [SQLRow.Cell], _ column: Int) {
        guard let whole = cells[column].integer.flatMap({ Int(exactly: $0) }),
            let rest = cells[column + 1].integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        self.init(whole: whole, tenThousandths: rest)
    }
}
