import LootActions
import LootCore
import LootFormats

/// The preview or the result of an import: counts, the fields assigned to columns, some entries, and the rejected ones.
struct ImportOutcome {
    private let plan: ImportPlan
    private let isTaken: Bool
    private let updateBy: String

    /// The form values for a column that is ignored, and for a column that becomes a custom field.
    static let leftOut = "-"
    static let own = "custom"

    private static let sample = 5
    private static let shownRefusals = 10
    private static let mostColumns = 150

    init(_ plan: ImportPlan, isTaken: Bool, updateBy: String) {
        self.plan = plan
        self.isTaken = isTaken
        self.updateBy = updateBy
    }

    var html: HTML {
        """
        <p class="notice" id="counts">\(counts)</p><p>\(Fragment.sentence(plan.formatSummary)).</p>\
        \(plan.isNameless ? "<p class=\"problem\">\(localized: "No column contains the name. Choose “Name” for one of the columns.")</p>" as HTML : nil)\
        \(plan.remarks.map { "<p>\($0)</p>" as HTML })\(isTaken ? nil : mapping)\(refusals)\(warnings)\(entries)\(next)
        """
    }

    private var counts: String {
        var parts = [
            isTaken
                ? String(localized: "\(plan.added, one: "item", other: "items") added")
                : String(localized: "\(plan.added, one: "item", other: "items") to add"),
            isTaken
                ? String(localized: "\(plan.changed) changed")
                : String(localized: "\(plan.changed) to change"),
        ]
        if plan.unchanged > 0 { parts.append(String(localized: "\(plan.unchanged) unchanged")) }
        if plan.skipped > 0 { parts.append(String(localized: "\(plan.skipped) skipped")) }
        if !plan.refusals.isEmpty {
            parts.append(String(localized: "\(plan.refusals.count) can't be imported"))
        }
        return Language.current.ended(Language.current.list(parts, .none))
    }

    private var next: HTML {
        if isTaken {
            return
                "<p><a class=\"button prominent\" id=\"done\" href=\"/\">\(localized: "Show the list")</a></p>"
        }
        return """
            <p class="entries">\(localized: "Preview only: nothing was imported.")</p>
            <p class="actions"><button class="button prominent" form="import" id="take">\(localized: "Import")</button>
            <button class="button" form="import" name="look" value="true">\(localized: "Preview again")</button></p>
            """
    }

    // MARK: Columns

    private var mapping: HTML? {
        let columns = plan.columns
        if columns.isEmpty { return nil }
        let rows = columns.prefix(ImportOutcome.mostColumns).enumerated().map { row($0 + 1, $1) }
        let more: HTML? =
            columns.count > rows.count
            ? "<p>\(localized: "and \(columns.count - rows.count, one: "more column, imported under its own name", other: "more columns, imported under their own names")")</p>"
            : nil
        let hint: HTML? = plan.columnMeantAsValue.map { column in
            "<p>\(localized: "If “\(column.name)” contains the current values, choose “\(ItemPresentation.title(of: "valueInDollars"))” for it.")</p>"
        }
        return """
            \(hint)<h2>\(localized: "Columns")</h2><table class="mapping"><thead><tr><th scope="col">\(localized: "Column")</th><th scope="col">\(localized: "Field")</th>\
            <th scope="col">\(localized: "Example")</th></tr></thead><tbody>\(rows)</tbody></table>\(more)
            """
    }

    private func row(_ number: Int, _ column: ImportColumn) -> HTML {
        let chosen = column.isOwn ? ImportOutcome.own : column.field?.rawValue ?? ImportOutcome.leftOut
        let name = column.isOwn ? column.field?.customName ?? column.name : column.name
        let reading: HTML? = column.reading.isEmpty ? nil : "<p class=\"quiet\">\(column.reading)</p>"
        let example: HTML? = column.example.map { "\(TextRules.visible($0))" }
        return """
            <tr><th scope="row">\(column.name)</th><td>\
            <select form="import" name="column.\(number)" aria-label="\(localized: "Field of \(column.name)")">\
            \(Fragment.options(ImportOutcome.choices, chosen: chosen))</select> \
            <input form="import" name="own.\(number)" value="\(name)" aria-label="\(localized: "Name of the custom field for \(column.name)")">\
            \(reading)</td><td>\(example)</td></tr>
            """
    }

    private static var choices: [(value: String, title: String)] {
        let others = [
            (leftOut, String(localized: "Skip")), (own, String(localized: "Custom field")),
            (Field.idKey.rawValue, "ID"),
        ]
        return others + Field.all.map { ($0.key.rawValue, $0.title.text) }
    }

    // MARK: Entries

    private var refusals: HTML? {
        list(
            plan.refusals.prefix(ImportOutcome.shownRefusals).map {
                plan.sentences(about: $0).joined(separator: " ")
            }, of: plan.refusals.count, title: String(localized: "Can't be imported"))
    }

    private var warnings: HTML? {
        list(
            Array(plan.warnings.prefix(ImportOutcome.shownRefusals)), of: plan.flagged,
            title: String(localized: "Likely duplicates and totals"))
    }

    private var entries: HTML? {
        let entries = plan.entries.prefix(ImportOutcome.sample).map { entry in
            switch entry {
            case .changed(let item, from: let old, _):
                let fields = Patch(from: old, to: item).edits.map {
                    ItemPresentation.title(of: $0.field).lowercased()
                }
                return Language.current.titled(item.shownName, Language.current.list(fields, .none))
            default: return "+ \(entry.item.shownName)"
            }
        }
        return list(
            entries, of: plan.entries.count,
            title: isTaken ? String(localized: "Imported") : String(localized: "To import"))
    }

    private func list(_ texts: [String], of count: Int, title: String) -> HTML? {
        if texts.isEmpty { return nil }
        let more: HTML? =
            count > texts.count
            ? "<li>\(localized: "and \(count - texts.count, one: "more", other: "more")")</li>" : nil
        return "<h2>\(title)</h2><ul class=\"entries\">\(texts.map { "<li>\($0)</li>" as HTML })\(more)</ul>"
    }
}
