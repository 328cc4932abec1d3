public import LootCore

/// An item read from a file.
public struct ReadItem: Hashable, Sendable {
    /// The item. It is valid according to the field table.
    public var item: Item
    /// Whether the file contained the ID. Otherwise, ``ReadOptions/missingID`` created it.
    package let hasID: Bool
    /// The bits of the ``ItemKeys`` slots in the file.
    let given: UInt64
    /// The custom fields with a column but without a value.
    let emptied: [FieldKey]
    /// The range of the entry in the file.
    package let bytes: Range<Int>

    init(item: consuming Item, hasID: Bool, given: UInt64, emptied: [FieldKey] = [], bytes: Range<Int>) {
        self.item = item
        self.hasID = hasID
        self.given = given
        self.emptied = emptied
        self.bytes = bytes
    }

    /// The fields in the file, built-in ones first. An update from the file leaves the others unchanged. A field
    /// without a value is included if it is optional.
    package var fields: [FieldKey] {
        var keys = Field.all.indices.compactMap { index in
            given >> UInt64(index + 1) & 1 == 1 ? Field.all[index].key : nil
        }
        if item.hasDetails { keys += item.custom.keys.sorted().map { FieldKey.custom($0) } }
        return keys + emptied.filter { item.value(for: $0) == nil }
    }

    /// Returns the entry with a currency.
    package func with(_ currency: Currency) -> ReadItem {
        let bit = Field.all.firstIndex { $0.key == "currency" }.map { UInt64(1) << UInt64($0 + 1) } ?? 0
        var copy = ReadItem(item: item, hasID: hasID, given: given | bit, emptied: emptied, bytes: bytes)
        copy.item.currency = currency
        return copy
    }
}

extension Item {
    /// The initial item for parsers.
    static var blank: Item { Item(id: ItemID(high: 0, low: 0), name: "", dateCreated: .first) }
}

/// The result of reading an entry.
public enum ReadResult: Sendable {
    /// An item.
    case item(ReadItem)
    /// An invalid entry: the error and the bytes. The entries after it can still be read.
    case refused(FormatError, bytes: Range<Int>)
}

/// Options for reading a file.
package struct ReadOptions: Sendable {
    /// The creation date of items without one.
    var dateCreated: Moment
    /// Creates the ID of an item without one, from the index of its entry in the file.
    var missingID: @Sendable (Int) -> ItemID
    /// The fields of CSV columns by header, in addition to recognized headers. Columns with a `nil` value are
    /// ignored.
    var columns: [String: FieldKey?]

    /// The fields of CSV columns by index, regardless of the header. Columns with a `nil` value are ignored.
    package var numberedColumns: [Int: FieldKey?] = [:]

    /// The decimal separator of numbers in tables, or `nil` to infer it from the cells of each column.
    package var decimalMark: AmountText.DecimalMark?

    /// Whether the cells of a table are marked with their types, because they are from a spreadsheet.
    package var hasTypedCells = false

    /// Whether to accept values under alternative names of a field, as in files of other programs and people:
    /// `value`, `Serial number`. They are used if the field's key is missing.
    package var takesAliases = false

    /// Whether to keep an invalid value under an alternative name as an unknown field instead of refusing the item.
    package var keepsInvalidAliases = false

    /// The fields by which an entry can match an existing item. A table needs a column for one of them or for the
    /// name.
    package var knownBy: Set<FieldKey> = []

    /// Whether a table needs a column for the name or for a field in ``knownBy``. Otherwise, entries without a name are
    /// accepted.
    package var needsName = true

    /// Whether to read archives of `NSKeyedArchiver`. They are never written.
    package var takesKeyedArchives = false

    /// Creates options. By default, items without an ID get a new one.
    package init(
        dateCreated: Moment = .now, columns: [String: FieldKey?] = [:],
        missingID: @escaping @Sendable (Int) -> ItemID = { _ in ItemID() }
    ) {
        self.dateCreated = dateCreated
        self.missingID = missingID
        self.columns = columns
    }

    /// The options for the file of a store, regardless of which program wrote it: alternative names are accepted, and
    /// invalid values under them never cause an item to be refused.
    package var ofStore: ReadOptions {
        var options = self
        (options.takesAliases, options.keepsInvalidAliases) = (true, true)
        return options
    }
}

/// The structure of a file of items.
public struct DocumentShape: Hashable, Sendable {
    /// The container of the items.
    package enum Layout: Hashable, Sendable {
        /// An envelope with the format, the version and unknown header keys.
        case envelope(header: [ForeignField])
        /// A bare list: JSON Lines, CSV, and files of other programs.
        case list
    }

    /// The container of the items.
    package var layout: Layout
    /// Whether a property list is binary. It has no meaning for other formats.
    var isBinary: Bool
    /// The settings of the list. A file with settings always has an envelope, regardless of ``layout``.
    package var settings = ListSettings()

    /// Creates a shape.
    package init(_ layout: Layout, isBinary: Bool = false) {
        self.layout = layout
        self.isBinary = isBinary
    }

    /// The unknown keys and the settings of an envelope; `nil` for a bare list.
    var header: [ForeignField]? {
        let settings: [ForeignField] =
            settings.isEmpty ? [] : [ForeignField("settings", .object(settings.fields))]
        switch layout {
        case .envelope(let header): return header + settings
        case .list: return settings.isEmpty ? nil : settings
        }
    }

    /// Returns an envelope with the given header.
    package static func envelope(header: [ForeignField]) -> DocumentShape {
        DocumentShape(.envelope(header: header))
    }

    /// A bare list.
    package static let list = DocumentShape(.list)

    /// The shape of new files.
    public static let standard = DocumentShape.envelope(header: [])

    /// The value of an envelope's `format`.
    static let formatName = "loot"
    /// The version that is written, and the latest version that can be read.
    static let version = 1
}
