public import LootCore

/// A column of a CSV file.
public struct CSVColumn: Hashable, Sendable {
    /// The field in the column.
    package let field: FieldKey
    /// The type of the values.
    let type: FieldType

    /// Whether the column contains the values of a custom field as text, regardless of their types.
    let isOfEveryType: Bool

    /// Creates a column for a field. The type applies only to custom fields. Without a type, the column contains
    /// values of all types as text.
    package init(_ field: FieldKey, type: FieldType? = nil) {
        self.field = field
        self.type = Field.with(key: field)?.type ?? type ?? .text
        isOfEveryType = field.customName != nil && type == nil
    }

    /// Returns the value in the column, or `nil` if the item has none of the column's type.
    package func value(of item: Item) -> FieldValue? {
        guard let value = item.value(for: field), isOfEveryType || value.type == type else { return nil }
        return value
    }

    /// The header: the key of the field. If the type of a custom field isn't text, it follows after a colon.
    package var header: String {
        guard field.customName != nil else { return field.rawValue }
        let isAmbiguous = CSVColumn.customType(of: field.rawValue) != nil
        return type != .text || isAmbiguous ? "\(field.rawValue):\(type.rawValue)" : field.rawValue
    }

    /// Returns the columns for all data of the items, except unknown fields: the ID, all built-in fields, and the
    /// custom fields by name.
    public static func all(for items: some Sequence<Item>) -> [CSVColumn] {
        var custom: Set<CSVColumn> = []
        for item in items where item.hasDetails {
            for (name, value) in item.custom { custom.insert(CSVColumn(.custom(name), type: value.type)) }
        }
        return standard + custom.sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    }

    /// The ID and all built-in fields.
    public static let standard = [CSVColumn(Field.idKey)] + Field.all.map { CSVColumn($0.key) }

    /// Creates the column for a header that is unambiguous: the key, short name, title or alias of a field in any
    /// case, `id`, `custom.NAME` or `custom.NAME:TYPE`.
    init?(header: String) {
        let name = header.lowercased()
        if name == "id" || name == "itemkey" {
            self.init(Field.idKey)
        } else if name.hasPrefix("custom.") {
            let (key, type) = CSVColumn.customType(of: header) ?? (header, .text)
            self.init(.custom(String(key.dropFirst("custom.".count))), type: type)
        } else {
            guard let field = Field.meant(by: header) else { return nil }
            self.init(field.key)
        }
    }

    /// Splits a header into the name and the type after the last colon.
    private static func customType(of header: String) -> (String, FieldType)? {
        guard let colon = header.lastIndex(of: ":"),
            let type = FieldType(rawValue: String(header[header.index(after: colon)...])),
            CustomField.types.contains(type)
        else { return nil }
        return (String(header[..<colon]), type)
    }
}
