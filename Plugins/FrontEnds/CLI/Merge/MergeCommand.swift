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
        "base", "FILE", "The list as it was before both were changed", values: .file)
    private static let isTrial = Option.flag("dry-run", short: "n", "Only print what would be done")

    let declaration = Command(
        "merge", summary: "Bring another copy of the list and this one together",
        discussion: """
            For a copy that went its own way: a sync program's “conflicted copy”, the list from another computer. Items \
            are known by their ids, and merged field by field. Without --base nothing is taken away: everything that \
            either list holds is kept. With --base, the file as it was before both were changed, what one side removed \
            is removed, and what only one side changed is taken.

            Where both say something different, this list's value stays, the item notes the other one, and loot conflicts \
            lists them. One merge is one step to undo. The exit status is 1 if there are conflicts.

            Photos and files come along from the folder beside FILE: copy.json.photos for copy.json. What is in neither \
            list's folder is told.
            """,
        group: "Files",
        arguments: [file],
        options: [base, isTrial],
        examples: [
            .init("loot merge 'items (Eve conflicted copy).json' --dry-run", "See what would be done"),
            .init("loot merge laptop.json --base last-week.json", "With the list that both were made of"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[MergeCommand.file]
        let theirs = try context.document(path)
        let base = try context[MergeCommand.base].map { (path) throws(LootError) in
            try context.document(path)
        }
        let inventory = try await context.inventory()
        let plan = try await inventory.plan(merging: theirs, base: base ?? ItemDocument())
        let name = TextRules.visible(path: path)
        let output = MergeOutput(context)
        let isTrial = context[MergeCommand.isTrial]
        let beside = try FilesBeside(path, on: context.files)
        let files = try await inventory.bringFiles(of: plan, from: beside, isTrial: isTrial)
        if isTrial {
            context.page()
            output.writePlan(plan)
            context.line("Dry run of \(name): \(output.totals(plan, isTrial: true)).")
        } else {
            try await inventory.commit(plan, title: "Merge \(name)")
            context.tell("Merged \(name): \(output.totals(plan, isTrial: false)).")
        }
        if files.count > 0 {
            let comes = isTrial ? (files.count == 1 ? "comes" : "come") : "came"
            context.tell("\(files.count) \(files.count == 1 ? "file" : "files") \(comes) along.")
        }
        if let sentence = output.missing(files, beside: name) { context.say(sentence) }
        if !plan.displaced.isEmpty {
            let count = ItemPresentation.count(plan.displaced.count)
            context.tell("\(count) stood in another place there; the order here was kept.")
        }
        if plan.conflicts.isEmpty { return .success }
        context.line(isTrial ? "Conflicts:" : "Conflicts, in which the value here was kept:")
        for conflict in plan.conflicts { context.line("  " + output.sentence(conflict)) }
        if !isTrial { context.line("Settle them with: \(context.program.name) conflicts") }
        return .unsettled
    }
}
