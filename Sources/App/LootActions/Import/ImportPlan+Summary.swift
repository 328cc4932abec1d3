package import LootCore
import LootFormats
import LootPlugins

/// A column of a file that is imported, as a person reads it: where it goes, how its cells are read, and one of them.
package struct ImportColumn: Hashable, Sendable {
    /// What the file calls it.
    package let name: String
    /// The field that it goes into; nil if it is left out.
    package let field: FieldKey?
    /// How its cells are read: `days like 31/12/2025`; empty where there is nothing to say.
    package let reading: String
    /// A cell of it; nil if all are empty.
    package let example: String?
    /// Whether that field is one of the person's own.
    package let isOwn: Bool

    /// What the field is called on the command line: `price`, `custom.Colour`.
    package var fieldName: String? {
        field.map { field in Field.with(key: field)?.name ?? field.rawValue }
    }
}

extension ImportPlan {
    /// What the file is, in a line: `CSV with semicolons, read as Windows-1252, HomeBox's columns`.
    package var formatSummary: String {
        var parts = [format.title]
        if let table {
            let marks = [";": "semicolons", "\t": "tabs"]
            if let marks = marks[table.separator] { parts[0] += " with \(marks)" }
        }
        // The formats that are read as they are have no other name than their own.
        if let importer, importer.name != format.name { parts[0] = TextRules.visible(importer.name) }
        parts.append("read as \(encoding.rawValue)")
        if let program = table?.program { parts.append("columns of \(program)") }
        return parts.joined(separator: ", ")
    }

    /// The columns of a table, and what becomes of them.
    package var columns: [ImportColumn] {
        (table?.columns ?? []).map { column in
            let isEmpty = column.example == nil
            return ImportColumn(
                name: column.label, field: column.field,
                reading: isEmpty && column.field != nil ? "nothing in it" : column.readingSummary ?? "",
                example: column.example, isOwn: column.field?.customName != nil)
        }
    }

    /// Whether no column of the table holds a name, so that its entries have none.
    package var isNameless: Bool {
        guard let table, added + changed + unchanged == 0 else { return false }
        return !table.columns.contains { $0.field == "name" }
    }

    /// The column with what was paid, in a table in which no column says what things are worth: a person may mean that.
    package var columnMeantAsValue: ImportColumn? {
        guard unvalued > 0, !columns.contains(where: { $0.field == "valueInDollars" }) else { return nil }
        return columns.first { $0.field == "purchasePrice" && $0.example != nil }
    }

    /// What a person should know of the file, beside what is refused: a sentence each.
    package var remarks: [String] {
        var remarks: [String] = []
        if let measured = table?.measured, measured > 0 {
            let entries = measured == 1 ? "1 entry" : "\(measured) entries"
            remarks.append(
                """
                The quantity of \(entries) has a unit or is no whole number: it is kept in custom.“quantity as written”, \
                and where it counts no whole pieces the entry is 1.
                """)
        }
        if let column = columnMeantAsValue {
            let items = unvalued == 1 ? "1 item" : "\(unvalued) items"
            remarks.append(
                """
                The value of \(items) stays unknown: no column holds it, and “\(TextRules.visible(column.name))” is read as \
                the purchase price.
                """)
        }
        if let remark = remarkOnUnknownKeys { remarks.append(remark) }
        return remarks
    }
}

extension ImportPlan.Refusal {
    /// Why, with the line, for a person: `Line 5: can't set the value: -5 is less than 0.`
    package var sentence: String {
        let next = error.next.isEmpty ? "" : " \(error.next)."
        return "Line \(error.position.line + 1): \(error.why).\(next)"
    }
}
