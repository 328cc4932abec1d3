package import LootCore

/// A column of a table: its contents, and how to read its cells.
package struct TableColumn: Sendable {
    /// The header without surrounding spaces. A number is appended to repeated headers. A column without a header is
    /// named by its position, such as `column 3`.
    package let label: String
    /// The contents.
    package internal(set) var use: ColumnUse
    /// The contents according to the header.
    var useByHeader: ColumnUse
    /// The first cell that isn't empty.
    package internal(set) var example: String?
    /// The format of the cells, if known.
    let style: ColumnStyle
    /// Whether the user or the header names the field explicitly.
    let isDeclared: Bool
    /// Whether the user assigned the field.
    let isMapped: Bool
    /// The specified type of a custom field.
    let declaredType: FieldType?
    /// The type of the custom field in other items. It is used if it fits all cells.
    var knownType: FieldType?
    /// Whether an empty cell means that the field has no value. In tables of programs that always write all columns,
    /// it doesn't.
    let clears: Bool
    /// Whether this program wrote the header. If so, only the header determines the contents.
    let isOurs: Bool
    /// Whether cells are read literally, because this program wrote them and no spreadsheet has saved them since.
    let isVerbatim: Bool
    /// The currency in the header.
    let currency: Currency?
    /// The format of the cells, inferred from the survey.
    var reading = CellReading()

    /// The field of the column, or `nil` if the column is ignored.
    package var field: FieldKey? {
        switch use {
        case .leftOut: nil
        case .id: Field.idKey
        case .field(let field): field
        case .place: "location"
        case .own(let name), .reference(let name), .parent(let name): .custom(name)
        }
    }

    /// The name under which values are kept as a custom field.
    var ownName: String {
        switch use {
        case .own(let name), .reference(let name), .parent(let name): name
        case .leftOut, .id, .field, .place: label
        }
    }

    /// A description of how cells are read, such as `days as 31/12/2025`, or `nil` if there is nothing to describe.
    package var readingSummary: Message? {
        switch kind {
        case .amount, .quantity:
            return reading.mark.map { $0 == .comma ? "numbers like 1.299,99" : "numbers like 1,299.99" }
        case .day: return reading.dayFirst.map { $0 ? "dates like 31/12/2025" : "dates like 12/31/2025" }
        case .warranty: return "a date, or a period from the purchase"
        case .list: return "separated by “\(reading.separator ?? ",")”"
        case .place:
            let signs = reading.placeSeparators.map { "“\($0)”" as Message }
            return signs.isEmpty ? "a level of the place" : "places, separated by \(list: signs, .or)"
        case .own: return reading.type?.summaryOfCustomField
        case .id, .text, .other, .parent, .leftOut: return nil
        }
    }

    /// The kinds of cells, each with its own parser.
    enum Kind: Hashable {
        case leftOut, id, text, amount, quantity, day, warranty, list, place, own, parent, other
    }

    /// The kind of the cells.
    var kind: Kind {
        switch use {
        case .leftOut: return .leftOut
        case .id: return .id
        case .place: return .place
        case .own, .reference: return .own
        case .parent: return .parent
        case .field(let key):
            if key == "warrantyUntil" { return .warranty }
            if key == "quantity" { return .quantity }
            guard let field = Field.with(key: key) else { return .other }
            switch field.type {
            case .amount: return .amount
            case .day: return .day
            case .list where field.traits.isDisjoint(with: [.files, .log]): return .list
            case .text where field.traits.isDisjoint(with: .formatted): return .text
            default: return .other
            }
        }
    }
}

/// The format of a column's cells, inferred from all of them.
struct CellReading: Hashable {
    /// The decimal separator, or `nil` if it can't be inferred.
    var mark: AmountText.DecimalMark?
    /// Whether the day comes before the month, or `nil` if that can't be inferred.
    var dayFirst: Bool?
    /// The separator between list entries.
    var separator: String?
    /// The separators between place components.
    var placeSeparators: [String] = []
    /// The type of a custom field, or `nil` if all cells are empty.
    var type: FieldType?
    /// Whether no cell is valid for the field, so that the column becomes a custom field.
    var isUnsuitable = false
    /// Whether quantities have units.
    var hasUnits = false
}

extension FieldType {
    /// A description of a column that becomes a custom field of this type.
    fileprivate var summaryOfCustomField: Message {
        switch self {
        case .text: "custom field: text"
        case .integer: "custom field: whole number"
        case .decimal: "custom field: number"
        case .amount: "custom field: amount"
        case .flag: "custom field: yes or no"
        case .moment: "custom field: date and time"
        case .day: "custom field: date"
        case .list: "custom field: list"
        }
    }
}

/// A summary of how a table was read, for all front ends.
package struct TableReading: Sendable {
    /// The program that wrote the table, if it was recognized.
    package let program: String?
    /// The separator between cells.
    package let separator: String
    /// The columns, in order.
    package let columns: [TableColumn]
    /// The number of entries whose quantity isn't an integer or has a unit.
    package var measured = 0

    /// The columns of custom fields whose types were inferred from the cells.
    package var own: [TableColumn] { columns.filter { $0.kind == .own && $0.reading.type != nil } }
}
