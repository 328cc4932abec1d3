package import LootCore
import LootFormats
import LootPlugins

/// A description of a column in an imported file: its field, the interpretation of its cells, and an example.
package struct ImportColumn: Hashable, Sendable {
    /// The column's name in the file.
    package let name: String
    /// The field that the column is imported into, or `nil` if it is skipped.
    package let field: FieldKey?
    /// The interpretation of the cells, for example `days like 31/12/2025`, or an empty string.
    package let reading: String
    /// The text of a cell, or `nil` if all are empty.
    package let example: String?
    /// Whether the field is a custom field.
    package let isOwn: Bool

    /// The field's name on the command line, for example `price` or `custom.Colour`.
    package var fieldName: String? {
        field.map { field in Field.with(key: field)?.name ?? field.rawValue }
    }
}

extension ImportPlan {
    /// A one-line description of the file, for example `CSV with semicolons, read as Windows-1252, columns of HomeBox`.
    package var formatSummary: String {
        if let sheet {
            let name = TextRules.quoted(sheet.name)
            return table?.program.map { String(localized: "Spreadsheet, sheet \(name), columns of \($0)") }
                ?? String(localized: "Spreadsheet, sheet \(name)")
        }
        var parts = [format.title.text]
        if let table {
            if table.separator == ";" { parts[0] = String(localized: "\(format.title) with semicolons") }
            if table.separator == "\t" { parts[0] = String(localized: "\(format.title) with tabs") }
        }
        // Importers of built-in formats have the format's name.
        if let importer, importer.name != format.name { parts[0] = TextRules.visible(importer.name) }
        parts.append(String(localized: "read as \(encoding.rawValue)"))
        if let program = table?.program { parts.append(String(localized: "columns of \(program)")) }
        return Language.current.list(parts, .none)
    }

    /// The columns of a table.
    package var columns: [ImportColumn] {
        (table?.columns ?? []).map { column in
            let isEmpty = column.example == nil
            return ImportColumn(
                name: column.label, field: column.field,
                reading: isEmpty && column.field != nil
                    ? String(localized: "empty") : column.readingSummary?.text ?? "",
                example: column.example, isOwn: column.field?.customName != nil)
        }
    }

    /// Whether all entries are rejected because no column of the table contains a name.
    package var isNameless: Bool {
        guard let table, added + changed + unchanged == 0 else { return false }
        return !table.columns.contains { $0.field == "name" }
    }

    /// The column with the purchase price if no column contains the value. The person may have meant it as the value.
    package var columnMeantAsValue: ImportColumn? {
        guard unvalued > 0, !columns.contains(where: { $0.field == "valueInDollars" }) else { return nil }
        return columns.first { $0.field == "purchasePrice" && $0.example != nil }
    }

    /// Remarks about the file, in addition to rejected entries. Each is a sentence.
    package var remarks: [String] {
        var remarks: [String] = []
        if let others = sheet?.others, !others.isEmpty {
            let names = Language.current.list(others.prefix(20).map { TextRules.quoted($0) }, .none)
            remarks.append(
                others.count > 20
                    ? String(localized: "The spreadsheet has other sheets, too: \(names)…")
                    : String(localized: "The spreadsheet has other sheets, too: \(names)."))
        }
        if let measured = table?.measured, measured > 0 {
            remarks.append(
                String(
                    localized: """
                        The quantity of \(measured, one: "entry", other: "entries") has a unit or isn't a \
                        whole number. The original text is kept in custom.“quantity as written”, and the \
                        quantity is set to 1 unless it counts whole pieces.
                        """))
        }
        if let column = columnMeantAsValue {
            remarks.append(
                String(
                    localized: """
                        The value of \(unvalued, one: "item", other: "items") remains unknown: no column \
                        contains it, and “\(TextRules.visible(column.name))” is read as the purchase price.
                        """))
        }
        if let remark = remarkOnUnknownKeys { remarks.append(remark) }
        let names = settings.keys.filter { !$0.isInternal }.map(\.rawValue)
        if !names.isEmpty {
            remarks.append(
                String(
                    localized: "The list is empty, so it takes its settings from the file: \(list: names)."))
        }
        return remarks
    }
}
