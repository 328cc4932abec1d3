import LootActions
import LootCore
import LootFormats
import TerminalText

/// How a plan of an import reads: a line for each entry, with its place in the file, and totals.
struct ImportOutput {
    private let context: CommandContext
    private let name: String
    /// Refused entries that are told one by one; more are only counted.
    private static let told = 20

    init(_ context: CommandContext, name: String) {
        self.context = context
        self.name = name
    }

    /// Writes what would be added, changed and refused, in the file's order.
    func writePlan(_ plan: ImportPlan) {
        var refusals = plan.refusals[...]
        let ids = ShortIDs(
            plan.entries.compactMap { if case .changed(_, let old, _) = $0 { old.id } else { nil } })
        for entry in plan.entries {
            while let refusal = refusals.first, refusal.error.position.line < entry.line {
                context.line(StyledText("\(place(refusal)): ") + refused + StyledText(why(refusal)))
                refusals.removeFirst()
            }
            write(entry, ids)
            if context.console.isBroken { return }
        }
        for refusal in refusals {
            context.line(StyledText("\(place(refusal)): ") + refused + StyledText(why(refusal)))
        }
        let own = Set(plan.entries.flatMap { $0.item.hasDetails ? Array($0.item.custom.keys) : [] })
        if !own.isEmpty {
            let advice = plan.format == .csv ? " Others take a column with --map COLUMN=FIELD." : ""
            context.line("Fields of your own in it: \(own.sorted().joined(separator: ", ")).\(advice)")
        }
        for sentence in remarks(on: plan) { context.line(sentence) }
        let totals = ["\(plan.added) to add", "\(plan.changed) to change"] + rest(of: plan)
        context.line("Dry run of \(name): \(totals.joined(separator: ", ")).")
    }

    /// Writes what was done.
    func writeOutcome(added: Int, changed: Int, rest: [String]) {
        let totals = ["\(added) added", "\(changed) changed"] + rest
        context.line("Imported \(name): \(totals.joined(separator: ", ")).")
    }

    /// What a plan leaves open, a sentence each.
    func remarks(on plan: ImportPlan) -> [String] {
        var remarks: [String] = []
        if let remark = plan.remarkOnUnknownKeys { remarks.append(remark) }
        let names = plan.withoutTheirPhoto
        if !names.isEmpty {
            let texts = names.prefix(5).map { "“\(TextRules.visible($0))”" }.joined(separator: ", ")
            let more = names.count > 5 ? " and \(names.count - 5) more" : ""
            let what =
                names.count == 1
                ? "1 item names a photo that is" : "\(names.count) items name photos that are"
            remarks.append(
                "\(what) not in this store: \(texts)\(more). A tar archive brings photos along; loot photo gives one."
            )
        }
        return remarks
    }

    /// What else a plan comes to, for the totals.
    func rest(of plan: ImportPlan, refusedFile: String? = nil) -> [String] {
        let file = refusedFile.map { " (see \($0))" } ?? ""
        return ["\(plan.unchanged) unchanged"]
            + (plan.photos == 0 ? [] : ["\(plan.photos) \(plan.photos == 1 ? "photo" : "photos")"])
            + (plan.refusals.isEmpty ? [] : ["\(plan.refusals.count) refused\(file)"])
    }

    /// Writes what was refused as errors.
    func writeRefusals(_ plan: ImportPlan) {
        for refusal in plan.refusals.prefix(ImportOutput.told) {
            context.console.writeError("\(place(refusal)): \(why(refusal))".visible() + "\n")
        }
        let more = plan.refusals.count - ImportOutput.told
        if more > 0 { context.console.writeError("and \(more) more\n") }
    }

    private var refused: StyledText { StyledText("refused: ", Style(foreground: .ansi(.red))) }

    private func place(_ refusal: ImportPlan.Refusal) -> String { refusal.error.place(in: name) }

    private func why(_ refusal: ImportPlan.Refusal) -> String {
        let next = refusal.error.next.isEmpty ? "" : ". \(refusal.error.next)"
        return refusal.error.why + next
    }

    private func write(_ entry: ImportPlan.Entry, _ ids: ShortIDs) {
        let place = StyledText("\(name):\(entry.line + 1): ")
        let item = entry.item
        guard case .changed(_, let old, _) = entry else {
            let added = StyledText("add ", Style(foreground: .ansi(.green)))
            let value = context.presentation.value(of: item)
            return context.line(place + added + StyledText("“\(item.shownName)”, \(value)"))
        }
        let changed = StyledText("change ", Style(foreground: .ansi(.yellow)))
        context.line(place + changed + StyledText("“\(old.shownName)” (\(ids[old.id]))"))
        let edits = Patch(from: old, to: item).edits
        for edit in edits {
            let title = ItemPresentation.title(of: edit.field).lowercased()
            context.line("    \(title): \(value(edit.field, in: old)) → \(value(edit.field, in: item))")
        }
        if edits.isEmpty { context.line("    fields that this version does not know") }
    }

    private func value(_ field: FieldKey, in item: Item) -> String {
        item.value(for: field) == nil ? "not set" : context.presentation.text(of: field, in: item)
    }
}
