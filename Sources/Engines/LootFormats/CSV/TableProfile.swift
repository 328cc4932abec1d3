package import LootCore

/// What a column of a known table holds.
package enum ColumnUse: Hashable, Sendable {
    /// Nothing that is kept.
    case leftOut
    /// The item's id.
    case id
    /// A field of the table of fields.
    case field(FieldKey)
    /// A part of the place; what has the lower number lies outside.
    case place(Int)
    /// A field of a person's own, by name.
    case own(String)
    /// What other entries name this one by, kept as a field of a person's own too.
    case reference(String)
    /// The reference of the entry in which this one lies.
    case parent(String)
}

/// How a program writes a column, where that is not told by the cells.
package struct ColumnStyle: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A zero means that nothing was said.
    static let zeroIsNone = ColumnStyle(rawValue: 1)
    /// “false” means that nothing was said.
    static let onlyYes = ColumnStyle(rawValue: 2)
    /// It counts only where the field has nothing else, and is kept as a field of a person's own otherwise.
    static let fallback = ColumnStyle(rawValue: 4)
    /// A number counts months.
    static let months = ColumnStyle(rawValue: 8)
    /// A number counts years.
    static let years = ColumnStyle(rawValue: 16)
    /// The point is the decimal mark.
    static let point = ColumnStyle(rawValue: 32)
    /// It names the entry where nothing else does.
    static let namesEntry = ColumnStyle(rawValue: 64)
    /// Entries of a list stand between semicolons or commas.
    static let anySeparator = ColumnStyle(rawValue: 128)
    /// It tells of a person who has the thing, unless the entry says that it is no person: then it is kept as a field of a
    /// person's own.
    static let ofHolder = ColumnStyle(rawValue: 256)
    /// It says what has the thing: a person, a place, another thing.
    static let kindOfHolder = ColumnStyle(rawValue: 512)
}

/// What one column of a known table holds, and how it is written.
struct ProfileColumn: Sendable {
    let use: ColumnUse
    let style: ColumnStyle

    init(_ use: ColumnUse, _ style: ColumnStyle = []) {
        self.use = use
        self.style = style
    }
}

/// A program whose tables are known by their headers.
struct TableProfile: Sendable {
    /// What it is called.
    let name: String
    /// Plain headers that its tables have: one of the lists is there whole.
    let marks: [[String]]
    /// What its columns hold, by plain header.
    let columns: [String: ProfileColumn]
    /// What stands before the name of every column, as it is written.
    var prefix = ""
    /// What stands before the name of a field of the person's own, behind the prefix.
    var ownPrefix = ""

    /// The program that a table with these plain headers is of.
    static func of(_ headers: Set<String>) -> TableProfile? {
        known.first { profile in
            profile.marks.contains { marks in marks.allSatisfy(headers.contains) }
                || (!profile.prefix.isEmpty && headers.contains(HeaderNames.plain(profile.prefix + "name")))
        }
    }

    /// What a column holds; nil if the profile does not know it.
    func column(_ header: String, _ plain: String) -> ProfileColumn? {
        if let column = columns[plain] { return column }
        guard !prefix.isEmpty, header.hasPrefix(prefix) else { return nil }
        var name = header.dropFirst(prefix.count)
        if name.hasPrefix(ownPrefix) { name = name.dropFirst(ownPrefix.count) }
        return name.isEmpty ? nil : ProfileColumn(.own(String(name)))
    }
}
