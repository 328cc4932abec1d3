package import LootCore
package import LootFormats
package import LootPlugins

/// The options of an import.
package struct ImportOptions: Sendable {
    /// The format, or `nil` to detect it from the content.
    var format: ItemFormat?
    /// The importer, or `nil` to choose one by the content.
    package var importer: FileImporter?
    /// Importers that take precedence over all other options if they recognize the content.
    package var importers: [FileImporter] = []
    /// The fields of columns, by header (ignoring case and surrounding spaces) or by number: `column 3`. `nil` skips
    /// a column.
    var columns: [String: FieldKey?]
    /// The treatment of entries that are probably the same thing as an item or an earlier entry.
    package enum Duplicates: String, CaseIterable, Sendable {
        /// The entry is skipped.
        case skip
        /// The item gets the fields of the entry. A duplicate of an earlier entry is skipped.
        case update
        /// The entry becomes a new item.
        case add
    }

    /// The treatment of duplicates. `nil` skips entries with the serial number of another one, and adds entries that only
    /// have the same name, value and place.
    package var duplicates: Duplicates?
    /// The name or number of the sheet of a spreadsheet, or `nil` for the first visible one.
    package var sheet: String?
    /// The decimal separator of numbers in tables, or `nil` to infer it from the cells of each column.
    package var decimalMark: AmountText.DecimalMark?
    /// The currency of amounts without one, or `nil` for the currency of the front end.
    package var currency: Currency?
    /// The currency that a new list gets if the file doesn't contain one.
    package var newCurrency: Currency?
    /// The field that identifies existing items in addition to the ID, ignoring case and accents.
    package var updateBy: FieldKey?
    /// The creation date of entries without one.
    var dateCreated: Moment
    /// Whether the plan is only a preview, so that the files of an archive aren't stored.
    package var isTrial: Bool

    /// The declared custom fields, which define the types of columns with their names.
    package var ownFields = OwnFields.none

    /// The fields of columns by their index, beginning with 0. They take precedence over the header. `nil` skips a
    /// column.
    package var numberedColumns: [Int: FieldKey?] = [:]

    /// Whether a table without a column for the name is rejected. `false` if a person can choose one after seeing the
    /// columns.
    package var needsName = true

    /// Creates options. Without `updateBy`, only the ID identifies existing items.
    package init(
        format: ItemFormat? = nil, columns: [String: FieldKey?] = [:], updateBy: FieldKey? = nil,
        currency: Currency? = nil, dateCreated: Moment = .now, isTrial: Bool = false
    ) {
        self.format = format
        self.columns = columns
        self.updateBy = updateBy
        self.currency = currency
        self.dateCreated = dateCreated
        self.isTrial = isTrial
    }

    /// The options for reading the file.
    var readOptions: ReadOptions {
        var readOptions = ReadOptions(dateCreated: dateCreated, columns: columns)
        readOptions.numberedColumns = numberedColumns
        readOptions.takesAliases = true
        readOptions.knownBy = [Field.idKey]
        readOptions.takesKeyedArchives = true
        readOptions.needsName = needsName
        readOptions.decimalMark = decimalMark
        if let field = updateBy { readOptions.knownBy.insert(field) }
        return readOptions
    }

    /// Assigns a column to a field: `Wert=value`, or `Wert=` to skip it.
    ///
    /// - Throws: ``LootError`` with code `usage` or `unknown-field`.
    package mutating func map(column text: String) throws(LootError) {
        guard let separator = text.lastIndex(of: "="), separator > text.startIndex else {
            throw LootError(
                .usage, "Can't map a column with \(TextRules.quoted(text)).",
                reason: "It doesn't have the form COLUMN=FIELD.", advice: "Use, for example, Price=value.")
        }
        let field = String(text[text.index(after: separator)...])
        let key: FieldKey? = field.isEmpty || field == "-" ? nil : try Field.named(field)
        columns.updateValue(key, forKey: String(text[..<separator]))
    }
}
