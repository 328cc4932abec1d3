import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootFormats

/// The `loot merge` command.
struct MergeCommand: LootCommand {
    private static let file = Argument.required(
        "FILE", "The other copy: JSON, a property list or CSV", values: .file)
    private static let base = Option.value(
        "base", "FILE", "The last version that both copies have in common", values: .file)
    private static let isTrial = Option.flag("dry-run", short: "n", "Only preview the merge")

    let declaration = Command(
        "merge", summary: "Merge another copy of the list into this one",
        discussion: """
            Use it for a copy that was changed separately: a “conflicted copy” of a sync program, or the list of \
            another computer. Items are matched by ID and merged by field. Without --base, nothing is removed. With \
            --base, the last version that both copies have in common, the removals and changes of each side are \
            applied.

            If both sides changed a field differently, this list keeps its value, the item stores the other one, and \
            “loot conflicts” lists them. A single undo reverts a merge. The exit status is 1 if there are conflicts.

            Photos and files are copied from the folder next to FILE: copy.json.photos for copy.json. Missing ones are \
            reported.
            """,
        group: "Files",
        arguments: [file],
        options: [base, ListCurrency.option, isTrial],
        examples: [
            .init("loot merge 'items (Eve conflicted copy).json' --dry-run", "Preview an import"),
            .init("loot merge laptop.json --base last-week.json", "Merge with the last common version"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[MergeCommand.file]
        let theirs = try context.document(path)
        let base = try context[MergeCommand.base].map { (path) throws(LootError) in
            try context.document(path)
        }
        let inventory = try await context.inventory()
        let plan = try await ListCurrency.choose(context) { (currency) throws(LootError) in
            try await inventory.plan(merging: theirs, base: base ?? ItemDocument(), currency: currency)
        }
        let name = TextRules.visible(path: path)
        let output = MergeOutput(context)
        let isTrial = context[MergeCommand.isTrial]
        let beside = try FilesBeside(path, on: context.files)
        let files = try await inventory.bringFiles(of: plan, from: beside, isTrial: isTrial)
        if isTrial {
            context.page()
            output.writePlan(plan)
            context.line(String(localized: "Dry run of \(name): \(output.totals(plan, isTrial: true))."))
        } else {
            try await inventory.commit(plan, title: String(localized: "Merge \(name)"))
            context.tell(String(localized: "Merged \(name): \(output.totals(plan, isTrial: false))."))
        }
        if files.count > 0 {
            context.tell(
                isTrial
                    ? String(localized: "\(files.count, one: "file", other: "files") would also be copied.")
                    : String(localized: "\(files.count, one: "file was", other: "files were") also copied."))
        }
        if let sentence = output.missing(files, beside: name) { context.say(sentence) }
        if !plan.displaced.isEmpty {
            context.tell(
                String(
                    localized: """
                        \(plan.displaced.count, one: "item", other: "items") had a different position in the other copy. The \
                        order of this list was kept.
                        """))
        }
        if plan.conflicts.isEmpty { return .success }
        context.line(
            isTrial
                ? String(localized: "Conflicts:") : String(localized: "Conflicts (your values were kept):"))
        for conflict in plan.conflicts { context.line("  " + output.sentence(conflict)) }
        if !isTrial {
            context.line(String(localized: "Resolve them with: \(context.program.name) conflicts"))
        }
        return .unsettled
    }
}
