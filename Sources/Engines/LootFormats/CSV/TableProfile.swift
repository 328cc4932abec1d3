package import LootCore

/// The contents of a column.
package enum ColumnUse: Hashable, Sendable {
    /// The column is ignored.
    case leftOut
    /// The ID of the item.
    case id
    /// A built-in field.
    case field(FieldKey)
    /// A component of the place. Lower numbers are outer components.
    case place(Int)
    /// A custom field with the given name.
    case own(String)
    /// The value by which other entries refer to this one. It is also kept as a custom field.
    case reference(String)
    /// A reference to the entry that contains this one.
    case parent(String)
}

/// The format of a column that can't be inferred from its cells.
package struct ColumnStyle: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Zero means no value.
    static let zeroIsNone = ColumnStyle(rawValue: 1)
    /// “false” means no value.
    static let onlyYes = ColumnStyle(rawValue: 2)
    /// The column is only used if the field has no other value. Otherwise, it becomes a custom field.
    static let fallback = ColumnStyle(rawValue: 4)
    /// Numbers are months.
    static let months = ColumnStyle(rawValue: 8)
    /// Numbers are years.
    static let years = ColumnStyle(rawValue: 16)
    /// The decimal separator is a period.
    static let point = ColumnStyle(rawValue: 32)
    /// The value is used as the name of entries without a name.
    static let namesEntry = ColumnStyle(rawValue: 64)
    /// Semicolons or commas separate list entries.
    static let anySeparator = ColumnStyle(rawValue: 128)
    /// The value describes the person who has the item. If the entry says that it isn't a person, the value is kept
    /// as a custom field.
    static let ofHolder = ColumnStyle(rawValue: 256)
    /// The value says whether a person, a place or another item has the item.
    static let kindOfHolder = ColumnStyle(rawValue: 512)
    /// A value means that the item was sold.
    static let ofSale = ColumnStyle(rawValue: 1024)
    /// The value is the status of an asset. Statuses that don't mean a disposal are kept as a custom field.
    static let statusOfAsset = ColumnStyle(rawValue: 2048)
}

/// The contents and the format of a column in a known table.
struct ProfileColumn: Sendable {
    let use: ColumnUse
    let style: ColumnStyle

    init(_ use: ColumnUse, _ style: ColumnStyle = []) {
        self.use = use
        self.style = style
    }
}

/// A program whose tables are recognized by their headers.
struct TableProfile: Sendable {
    let name: String
    /// Lists of normalized headers. A table must contain all headers of one list.
    let marks: [[String]]
    /// The columns by normalized header.
    let columns: [String: ProfileColumn]
    /// The prefix of all headers.
    var prefix = ""
    /// The prefix of custom fields, after `prefix`.
    var ownPrefix = ""

    /// Returns the profile that matches the normalized headers.
    static func of(_ headers: Set<String>) -> TableProfile? {
        known.first { profile in
            profile.marks.contains { marks in marks.allSatisfy(headers.contains) }
                || (!profile.prefix.isEmpty && headers.contains(HeaderNames.plain(profile.prefix + "name")))
        }
    }

    /// Returns the contents of a column, or `nil` if the profile doesn't contain it.
    func column(_ header: String, _ plain: String) -> ProfileColumn? {
        if let column = columns[plain] { return column }
        guard !prefix.isEmpty, header.hasPrefix(prefix) else { return nil }
        var name = header.dropFirst(prefix.count)
        if name.hasPrefix(ownPrefix) { name = name.dropFirst(ownPrefix.count) }
        return name.isEmpty ? nil : ProfileColumn(.own(String(name)))
    }
}
