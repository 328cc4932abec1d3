package import LootCore
package import LootFormats
package import LootPlugins

/// How a file is imported.
package struct ImportOptions: Sendable {
    /// The format; nil to tell it by the content.
    var format: ItemFormat?
    /// What reads the file; nil to tell it by the content.
    package var importer: FileImporter?
    /// What may read it where its content tells that beyond doubt, whatever else is said.
    package var importers: [FileImporter] = []
    /// The columns of a table whose header does not tell their field, by that header, case and spaces around it aside, or by
    /// their place: `column 3`. Nil leaves a column out.
    var columns: [String: FieldKey?]
    /// The currency of amounts beside which none is written; nil for the one that the front end shows.
    package var currency: Currency?
    /// The field by which an entry means an item that is there, case and accents aside, in addition to the id.
    package var updateBy: FieldKey?
    /// The creation date of entries that have none.
    var dateCreated: Moment
    /// Whether the files of an archive are only looked at, and not kept yet: for a plan that is only to be shown.
    package var isTrial: Bool

    /// The fields of their own that people have declared: what columns of their names hold.
    package var ownFields = OwnFields.none

    /// The columns of a table by their place, the first being 0, whatever their header says. Nil leaves a column out.
    package var numberedColumns: [Int: FieldKey?] = [:]

    /// Whether a table must have a column for the name: where a person can say which one that is once they see the
    /// columns, it need not.
    package var needsName = true

    /// Options; an entry means the item with its id unless a field is named.
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

    /// Says where a column goes, as people write it: `Wert=value`, or `Wert=` to leave it out.
    ///
    /// - Throws: ``LootError`` with code `usage` or `unknown-field` for what can't be read.
    package mutating func map(column text: String) throws(LootError) {
        guard let separator = text.lastIndex(of: "="), separator > text.startIndex else {
            throw LootError(
                .usage, "can't map a column by \(TextRules.quoted(text))", because: "it is not COLUMN=FIELD",
                next: "Write for example Wert=value")
        }
        let field = String(text[text.index(after: separator)...])
        let key: FieldKey? = field.isEmpty || field == "-" ? nil : try Field.named(field)
        columns.updateValue(key, forKey: String(text[..<separator]))
    }
}
