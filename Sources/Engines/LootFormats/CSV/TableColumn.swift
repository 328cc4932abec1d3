package import LootCore

/// A column of a table: what it holds and how its cells are read.
package struct TableColumn: Sendable {
    /// Its header without spaces around it; a number behind tells columns with the same header apart. A column without a
    /// header is called by its place: `column 3`.
    package let label: String
    /// What it holds.
    package internal(set) var use: ColumnUse
    /// What it holds by its header.
    var useByHeader: ColumnUse
    /// The first cell that is not empty, as it stands there.
    package internal(set) var example: String?
    /// How it is written, where that is known.
    let style: ColumnStyle
    /// Whether a person said what it holds, or a field's own name does.
    let isSaid: Bool
    /// Whether a person said what it holds.
    let isMapped: Bool
    /// The type of a field of a person's own that was said.
    let saidType: FieldType?
    /// The type that other items have in this field of a person's own; it wins where all cells fit.
    var knownType: FieldType?
    /// Whether an empty cell says that the field has no value; a program that writes every column says nothing with it.
    let clears: Bool
    /// Whether this program wrote the header: a column is what it says, whatever cells look like.
    let isOurs: Bool
    /// Whether cells are read just as they stand there: this program wrote them, and no spreadsheet has saved them again.
    let isVerbatim: Bool
    /// The currency that the header names.
    let currency: Currency?
    /// How cells are read, once that is decided.
    var reading = CellReading()

    /// The field that it goes into; nil if it is left out, or names entries.
    package var field: FieldKey? {
        switch use {
        case .leftOut: nil
        case .id: Field.idKey
        case .field(let field): field
        case .place: "location"
        case .own(let name), .reference(let name), .parent(let name): .custom(name)
        }
    }

    /// What it is called where it is kept as a field of a person's own.
    var ownName: String {
        switch use {
        case .own(let name), .reference(let name), .parent(let name): name
        case .leftOut, .id, .field, .place: label
        }
    }

    /// How cells are read, for a person: `days as 31/12/2025`; nil where there is nothing to say.
    package var readingSummary: String? {
        switch kind {
        case .amount, .quantity:
            return reading.mark.map { $0 == .comma ? "numbers like 1.299,99" : "numbers like 1,299.99" }
        case .day: return reading.dayFirst.map { $0 ? "days like 31/12/2025" : "days like 12/31/2025" }
        case .warranty: return "a day, or a time from the purchase on"
        case .list: return "parted by “\(reading.separator ?? ",")”"
        case .place:
            let signs = reading.placeSeparators.map { "“\($0)”" }.joined(separator: " or ")
            return signs.isEmpty ? "a part of the place" : "parts of the place, parted by \(signs)"
        case .own: return reading.type.map { "of your own: \($0.words)" }
        case .id, .text, .other, .parent, .leftOut: return nil
        }
    }

    /// The kinds of cells, which are read each in its way.
    enum Kind: Hashable {
        case leftOut, id, text, amount, quantity, day, warranty, list, place, own, parent, other
    }

    /// The kind of its cells.
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
            case .list where field.traits.isDisjoint(with: [.files, .care]): return .list
            case .text where field.traits.isDisjoint(with: [.photo, .currency, .period]): return .text
            default: return .other
            }
        }
    }
}

/// How the cells of a column are read: decided by all of them.
struct CellReading: Hashable {
    /// The decimal mark; nil where no cell shows it.
    var mark: AmountText.DecimalMark?
    /// Whether the day comes before the month; nil where no cell shows it.
    var dayFirst: Bool?
    /// What stands between the entries of a list.
    var separator: String?
    /// What stands between the parts of places.
    var placeSeparators: [String] = []
    /// The type of a field of a person's own; nil where all cells are empty.
    var type: FieldType?
    /// Whether nothing in it can be read as the field wants it, so that it is a field of a person's own.
    var isUnfit = false
    /// Whether quantities have units beside them.
    var hasUnits = false
}

extension FieldType {
    /// What values of the type are called.
    package var words: String {
        switch self {
        case .text: "text"
        case .integer: "whole number"
        case .decimal: "number"
        case .amount: "amount"
        case .flag: "yes or no"
        case .moment: "moment"
        case .day: "day"
        case .list: "list"
        }
    }
}

/// How a table was read: the same for every front end that shows it.
package struct TableReading: Sendable {
    /// The program whose table it is, if that is known.
    package let program: String?
    /// What stands between cells.
    package let separator: String
    /// The columns in order.
    package let columns: [TableColumn]
    /// The entries whose quantity is no whole number, or has a unit beside it.
    package var measured = 0

    /// The columns that hold fields of a person's own, with a type that the cells decided.
    package var own: [TableColumn] { columns.filter { $0.kind == .own && $0.reading.type != nil } }
}
