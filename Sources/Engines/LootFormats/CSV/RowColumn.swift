import LootCore

/// The properties of a column that are needed to read its cells, computed once.
final class RowColumn: Sendable {
    let label: String
    let kind: TableColumn.Kind
    let key: FieldKey?
    /// The built-in field, or `nil` for a custom field.
    let field: Field?
    /// The bit of the field in ``ItemKeys``, or 0 for a custom field.
    let bit: UInt64
    /// The name under which values are kept as a custom field.
    let ownName: String
    /// The nesting level of a place component.
    let level: Int
    let style: ColumnStyle
    let reading: CellReading
    let declaredType: FieldType?
    let clears: Bool
    let isOurs: Bool
    let isVerbatim: Bool
    let currency: Currency?
    /// The pass in which the cells are read. A period needs the day of the purchase first, and fallbacks are read last.
    let pass: Pass

    enum Pass: CaseIterable { case first, second, last }

    init(_ column: TableColumn) {
        label = column.label
        kind = column.kind
        key = column.field
        field = column.field.flatMap { Field.with(key: $0) }
        bit = column.field.map { ItemKeys.bit(of: $0) } ?? 0
        ownName = column.ownName
        level = if case .place(let level) = column.use { level } else { 0 }
        style = column.style
        reading = column.reading
        declaredType = column.declaredType
        clears = column.clears
        isOurs = column.isOurs
        isVerbatim = column.isVerbatim
        currency = column.currency
        pass =
            column.isVerbatim
            ? .first : column.style.contains(.fallback) ? .last : column.kind == .warranty ? .second : .first
    }
}

extension ItemKeys {
    /// Returns the bit of a field, or 0 for a custom field.
    static func bit(of field: FieldKey) -> UInt64 { bits[field] ?? 0 }

    private static let bits = Dictionary(
        uniqueKeysWithValues: Field.all.enumerated().map { ($1.key, UInt64(1) << UInt64($0 + 1)) })
}
