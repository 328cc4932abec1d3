public import LootCore

/// A column of a CSV file.
public struct CSVColumn: Hashable, Sendable {
    /// The field it holds.
    package let field: FieldKey
    /// The type of its values.
    let type: FieldType

    /// Whether it holds the values of a custom field whatever their types, each as its text.
    let isOfEveryType: Bool

    /// A column of a field. The type matters to custom fields only; if nothing is said, values of every type stand in it
    /// as their text.
    package init(_ field: FieldKey, type: FieldType? = nil) {
        self.field = field
        self.type = Field.with(key: field)?.type ?? type ?? .text
        isOfEveryType = field.customName != nil && type == nil
    }

    /// Its header: the field's key; behind a custom field's name a colon and the type, if that is not text.
    package var header: String {
        guard field.customName != nil else { return field.rawValue }
        let isAmbiguous = CSVColumn.customType(of: field.rawValue) != nil
        return type != .text || isAmbiguous ? "\(field.rawValue):\(type.rawValue)" : field.rawValue
    }

    /// The columns that hold everything these items have, fields that no version knows aside: the id, all built-in
    /// fields, and the custom ones by name.
    public static func all(for items: some Sequence<Item>) -> [CSVColumn] {
        var custom: Set<CSVColumn> = []
        for item in items where item.hasDetails {
            for (name, value) in item.custom { custom.insert(CSVColumn(.custom(name), type: value.type)) }
        }
        return standard + custom.sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    }

    /// The id and all built-in fields.
    public static let standard = [CSVColumn(Field.idKey)] + Field.all.map { CSVColumn($0.key) }

    /// The column with this header, where it says by itself what it holds: a field's key, short name, title or alias in
    /// any case, `id`, `custom.NAME` or `custom.NAME:TYPE`.
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

    /// A header's name and the type behind its last colon.
    private static func customType(of header: String) -> (String, FieldType)? {
        guard let colon = header.lastIndex(of: ":"),
            let type = FieldType(rawValue: String(header[header.index(after: colon)...])),
            CustomField.types.contains(type)
        else { return nil }
        return (String(header[..<colon]), type)
    }
}
