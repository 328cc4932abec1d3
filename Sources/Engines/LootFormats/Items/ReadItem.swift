public import LootCore

/// An item as a file had it.
public struct ReadItem: Hashable, Sendable {
    /// The item. It keeps every rule of the field table.
    public var item: Item
    /// Whether the file gave its id. If not, ``ReadOptions/missingID`` made it.
    package let hasID: Bool
    /// The slots of ``ItemKeys`` that the file gave, as bits.
    let given: UInt64
    /// Custom fields that the file has a place for and left empty.
    let emptied: [FieldKey]
    /// Where it stands in the file.
    package let bytes: Range<Int>

    init(item: consuming Item, hasID: Bool, given: UInt64, emptied: [FieldKey] = [], bytes: Range<Int>) {
        self.item = item
        self.hasID = hasID
        self.given = given
        self.emptied = emptied
        self.bytes = bytes
    }

    /// The fields that the file gave, the custom ones last, so that an update from it can leave the others alone. One
    /// that it gave without a value is among them, if it may be without one.
    package var fields: [FieldKey] {
        var keys = Field.all.indices.compactMap { index in
            given >> UInt64(index + 1) & 1 == 1 ? Field.all[index].key : nil
        }
        if item.hasDetails { keys += item.custom.keys.sorted().map { FieldKey.custom($0) } }
        return keys + emptied.filter { item.value(for: $0) == nil }
    }
}

extension Item {
    /// The item that parsers start from.
    static var blank: Item { Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first) }
}

/// What became of one entry of a file.
public enum ReadResult: Sendable {
    /// It is an item.
    case item(ReadItem)
    /// It is not: why and where, and the entry's bytes. The entries behind it can still be read.
    case refused(FormatError, bytes: Range<Int>)
}

/// What a reader does about what a file leaves open.
package struct ReadOptions: Sendable {
    /// The creation date of items that have none.
    var dateCreated: Moment
    /// Makes the id of an item that has none, from its place among the file's entries (the first has 0).
    var missingID: @Sendable (Int) -> ItemID
    /// CSV columns by their header, and the fields they hold, where the header alone does not tell. A column that
    /// is mapped to nil is left out.
    var columns: [String: FieldKey?]

    /// CSV columns by their place, the first being 0, whatever their header says, and the fields they hold. A column that
    /// is mapped to nil is left out.
    package var numberedColumns: [Int: FieldKey?] = [:]

    /// Whether a field's value may stand under another of its names, as files of other programs and people have it:
    /// `value`, `Serial number`. It then counts where the field's own key is not there.
    package var takesAliases = false

    /// Whether a value under another name that the field can't hold is kept as an unknown field; otherwise the item is
    /// refused.
    package var keepsUnfitAliases = false

    /// The fields by which an entry can mean an item that is known already. A table needs a column for one of them, or
    /// for the name.
    package var knownBy: Set<FieldKey> = []

    /// Whether a table needs such a column, or one for the name; otherwise entries without a name are read as such.
    package var needsName = true

    /// Whether the archives of Cocoa's keyed archiver are read, which nothing here writes.
    package var takesKeyedArchives = false

    /// Options; an item without an id gets a new one.
    package init(
        dateCreated: Moment = .now, columns: [String: FieldKey?] = [:],
        missingID: @escaping @Sendable (Int) -> ItemID = { _ in ItemID() }
    ) {
        self.dateCreated = dateCreated
        self.missingID = missingID
        self.columns = columns
    }

    /// The same, for a file that a person keeps their items in, whatever wrote it: other names of fields count, and
    /// nothing under them is a reason to refuse an item.
    package var ofStore: ReadOptions {
        var options = self
        (options.takesAliases, options.keepsUnfitAliases) = (true, true)
        return options
    }
}

/// How a file holds its items.
public struct DocumentShape: Hashable, Sendable {
    /// What the items stand in.
    package enum Layout: Hashable, Sendable {
        /// An envelope with format and version; with the keys of its header that this version does not know.
        case envelope(header: [ForeignField])
        /// A bare list: JSON lines, CSV, and what other programs write.
        case list
    }

    /// What the items stand in.
    package var layout: Layout
    /// Whether a property list is binary. Other formats have no such form.
    var isBinary: Bool

    /// A shape; text unless said otherwise.
    package init(_ layout: Layout, isBinary: Bool = false) {
        self.layout = layout
        self.isBinary = isBinary
    }

    /// An envelope with such a header.
    package static func envelope(header: [ForeignField]) -> DocumentShape {
        DocumentShape(.envelope(header: header))
    }

    /// A bare list.
    package static let list = DocumentShape(.list)

    /// The shape of new files.
    public static let standard = DocumentShape.envelope(header: [])

    /// What an envelope's `format` says.
    static let formatName = "loot"
    /// The version that is written, and the latest that is read.
    static let version = 1
}
