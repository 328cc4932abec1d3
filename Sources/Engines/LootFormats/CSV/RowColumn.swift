import LootCore

/// A column as rows are read by it: everything that is the same for each cell.
final class RowColumn: Sendable {
    let kind: TableColumn.Kind
    /// The field that it goes into.
    let key: FieldKey?
    /// That field's row in the table of fields; nil for one of a person's own.
    let field: Field?
    /// The bit of that field's slot in ``ItemKeys``; none for one of a person's own.
    let bit: UInt64
    /// What it is called where it is kept as a field of a person's own.
    let ownName: String
    /// How far inside a part of a place lies.
    let level: Int
    let style: ColumnStyle
    let reading: CellReading
    let saidType: FieldType?
    let clears: Bool
    let isOurs: Bool
    let isVerbatim: Bool
    let currency: Currency?
    /// Whether its cells wait for those of other columns: a time for the day of the purchase, and what counts only
    /// where nothing else does for everything.
    let turn: Turn

    enum Turn: CaseIterable { case first, second, last }

    init(_ column: TableColumn) {
        kind = column.kind
        key = column.field
        field = column.field.flatMap { Field.with(key: $0) }
        bit = column.field.map { ItemKeys.bit(of: $0) } ?? 0
        ownName = column.ownName
        level = if case .place(let level) = column.use { level } else { 0 }
        style = column.style
        reading = column.reading
        saidType = column.saidType
        clears = column.clears
        isOurs = column.isOurs
        isVerbatim = column.isVerbatim
        currency = column.currency
        turn =
            column.isVerbatim
            ? .first : column.style.contains(.fallback) ? .last : column.kind == .warranty ? .second : .first
    }
}

extension ItemKeys {
    /// The bit of a field's slot; none for a custom one.
    static func bit(of field: FieldKey) -> UInt64 { bits[field] ?? 0 }

    private static let bits = Dictionary(
        uniqueKeysWithValues: Field.all.enumerated().map { ($1.key, UInt64(1) << UInt64($0 + 1)) })
}
