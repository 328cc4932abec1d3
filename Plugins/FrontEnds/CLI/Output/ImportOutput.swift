import LootActions
import LootCore
import LootFormats
import TerminalText

/// The output of an import: the file's format, the assignment of its columns, some entries, and totals.
struct ImportOutput {
    private let context: CommandContext
    private let name: String
    /// The maximum number of rejected entries that are reported individually. Others are only counted.
    private static let told = 10
    /// The maximum number of entries, and of columns, that a dry run shows.
    private static let sample = 5
    private static let mostColumns = 100

    init(_ context: CommandContext, name: String) {
        self.context = context
        self.name = name
    }

    /// Writes the file's format, the assignment of its columns, a few entries, and the rejected ones. `carried` is
    /// the number of items in containers that the import moves.
    func writePlan(_ plan: ImportPlan, carrying carried: Int) {
        context.line(Language.current.ended(Language.current.titled(name, plan.formatSummary)))
        writeColumns(plan.columns)
        let sample = plan.entries.prefix(ImportOutput.sample)
        let ids = ShortIDs(sample.compactMap { if case .changed(_, let old, _) = $0 { old.id } else { nil } })
        for entry in sample { write(entry, ids) }
        let more = plan.entries.count - sample.count
        if more > 0 {
            context.line(String(localized: "and \(more, one: "more", other: "more") to add or change"))
        }
        if carried > 0 {
            context.line(ItemPresentation.carried(carried, in: plan.changed, isTrial: true))
        }
        for refusal in plan.refusals.prefix(ImportOutput.told) {
            for error in refusal.error.all {
                context.line(
                    StyledText("\(error.place(in: name)): ") + refused + StyledText(explanation(of: error)))
            }
        }
        let refusedMore = plan.refusals.count - ImportOutput.told
        if refusedMore > 0 { context.line(String(localized: "and \(refusedMore) more rejected")) }
        let warnings = plan.warnings.prefix(ImportOutput.told)
        for warning in warnings { context.line(warning) }
        if plan.flagged > warnings.count {
            context.line(
                String(localized: "and \(plan.flagged - warnings.count, one: "more", other: "more") to check")
            )
        }
        for sentence in remarks(on: plan, isTrial: true) { context.line(sentence) }
        let totals =
            [String(localized: "\(plan.added) to add"), String(localized: "\(plan.changed) to change")]
            + rest(of: plan)
        context.line(String(localized: "Dry run of \(name): \(list: totals, .none)."))
    }

    private func writeColumns(_ columns: [ImportColumn]) {
        if columns.isEmpty { return }
        func title(_ text: String) -> StyledText { StyledText(text, Style(.dim)) }
        var table = Table(
            [
                .init(title(String(localized: "Column"))), .init(title(String(localized: "Field"))),
                .init(title(String(localized: "Read as"))),
                .init(title(String(localized: "Example")), overflow: .cut(.tail)),
            ], glyphs: context.glyphs)
        let rows = columns.prefix(ImportOutput.mostColumns).map { column in
            [
                column.name, column.fieldName ?? String(localized: "skipped"), column.reading,
                ImportOutput.oneLine(column.example ?? ""),
            ].map { StyledText(TextRules.visible($0)) }
        }
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.width, colors: context.colors)
        var text = ""
        layout.appendHeader(to: &text)
        for row in rows { layout.append(row, to: &text) }
        context.write(text)
        if columns.count > rows.count {
            context.line(
                String(
                    localized: "and \(columns.count - rows.count, one: "more column", other: "more columns")")
            )
        }
        if columns.contains(where: \.isOwn) {
            context.line(
                String(
                    localized: """
                        Use --map COLUMN=FIELD to import a column as another field, or --map COLUMN= to \
                        skip it.
                        """))
        }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Writes the result of an import.
    func writeOutcome(added: Int, changed: Int, rest: [String]) {
        let totals = [String(localized: "\(added) added"), String(localized: "\(changed) changed")] + rest
        context.tell(String(localized: "Imported \(name): \(list: totals, .none)."))
    }

    /// Returns sentences about unresolved issues of a plan.
    func remarks(on plan: ImportPlan, isTrial: Bool) -> [String] {
        var remarks = plan.remarks
        if !isTrial, plan.flagged > 0 {
            remarks.append(contentsOf: plan.warnings.prefix(ImportOutput.told))
        }
        if let column = plan.columnMeantAsValue {
            let name = TextRules.visible(column.name)
            let option = "--map \(name.quotedForShell)=value"
            remarks.append(
                isTrial
                    ? String(localized: "If “\(name)” contains the current values, import with \(option).")
                    : String(
                        localized:
                            "If “\(name)” contains the current values, undo this and import with \(option)."
                    ))
        }
        let names = plan.withoutTheirFiles
        if !names.isEmpty {
            let texts = Language.current.list(names.prefix(5).map { TextRules.quoted($0) }, .none)
            let all: Message =
                names.count > 5
                ? "\(texts) and \(names.count - 5, one: "more", other: "more")" : "\(texts)"
            remarks.append(
                String(
                    localized: """
                        \(names.count, one: "item refers to a file that isn't", other: "items refer to files that aren't") \
                        in this store: \(all). To get the files, import a tar archive or use \
                        \(context.program.name) file add.
                        """))
        }
        return remarks
    }

    /// Returns the remaining totals of a plan.
    func rest(of plan: ImportPlan, refusedFile: String? = nil) -> [String] {
        let count = plan.refusals.count
        let refused: Message = refusedFile.map { "\(count) rejected (see \($0))" } ?? "\(count) rejected"
        return [String(localized: "\(plan.unchanged) unchanged")]
            + (plan.skipped == 0 ? [] : [String(localized: "\(plan.skipped) skipped")])
            + (plan.files == 0 ? [] : [String(localized: "\(plan.files, one: "file", other: "files")")])
            + (plan.refusals.isEmpty ? [] : [refused.text])
    }

    /// Writes the errors of rejected entries.
    func writeRefusals(_ plan: ImportPlan) {
        for error in plan.refusals.prefix(ImportOutput.told).flatMap(\.error.all) {
            context.console.writeError("\(error.place(in: name)): \(explanation(of: error))".visible() + "\n")
        }
        let more = plan.refusals.count - ImportOutput.told
        if more > 0 {
            context.console.writeError(String(localized: "and \(more, one: "more", other: "more")") + "\n")
        }
    }

    private var refused: StyledText {
        StyledText(String(localized: "rejected: "), Style(foreground: .ansi(.red)))
    }

    /// Returns the column, followed by the reason for an error and the advice.
    private func explanation(of error: FormatError) -> String {
        let problem = error.reading(name)
        let advice = problem.advice { context.program.words(for: $0, item: nil) }
        let sentences = [problem.reason.text, advice].filter { !$0.isEmpty }.joined(
            separator: " ")
        return error.column.map { String(localized: "column \(TextRules.quoted($0)): \(sentences)") }
            ?? sentences
    }

    private func write(_ entry: ImportPlan.Entry, _ ids: ShortIDs) {
        let place = "\(name):\(entry.line + 1)"
        let (old, label): (Item?, String) =
            if case .changed(_, let old, _) = entry { (old, "\(ids[old.id]), \(place)") } else {
                (nil, place)
            }
        guard let difference = ChangeOutput.difference(from: old, to: entry.item) else { return }
        for line in differences.lines(difference, labeled: label) { context.line(line) }
    }

    private var differences: ChangeOutput { ChangeOutput(context) { _ in nil } }
}
