import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootFormats
import TerminalText

/// The `loot merge-driver` command.
struct MergeDriverCommand: LootCommand {
    private static let base = Argument.required(
        "BASE", "The last common version; can be empty (git: %O)", values: .file)
    private static let ours = Argument.required(
        "OURS", "Our version, replaced by the result (git: %A)", values: .file)
    private static let theirs = Argument.required("THEIRS", "Their version (git: %B)", values: .file)
    private static let path = Argument.optional("PATH", "The file's name, for messages (git: %P)")

    let declaration = Command(
        "merge-driver", summary: "Merge three versions of a list file, for Git",
        discussion: """
            Git calls this command after “loot git setup”, instead of merging the file by lines. It writes the \
            result to OURS, in the format of OURS. Items are matched by ID and merged by field; the order is merged, \
            too. If both sides changed a field differently, OURS keeps its value, the item stores the other one, and \
            “loot conflicts” lists them.

            The exit status is 0 without conflicts and 1 with conflicts; the file can be opened in both cases. Any \
            other status means that a version can't be read and that OURS is unchanged. In a rebase, git calls the \
            rebased branch theirs.

            Photos and files are copied from the folder next to THEIRS. With PATH, git handles them.
            """,
        group: "Files",
        arguments: [base, ours, theirs, path],
        examples: [.init("loot merge-driver base.json ours.json theirs.json", "Merge as Git does")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context[MergeDriverCommand.ours]
        let base = try context.document(context[MergeDriverCommand.base], mayBeEmpty: true)
        let ours = try context.document(path)
        let theirs = try context.document(context[MergeDriverCommand.theirs])
        let merged = MergedDocument(base: base, ours: ours, theirs: theirs)
        let output = MergeOutput(context)
        // Git itself merges the attached files of both sides after all merges.
        if context[MergeDriverCommand.path] == nil { try await bringFiles(merged, to: path, output, context) }
        let writer = try context.files.create(path, replaces: true)
        try writer.write(merged.document.bytes)
        try writer.commit()
        if merged.conflicts.isEmpty { return .success }
        let name = TextRules.visible(path: context[MergeDriverCommand.path] ?? path)
        let count = merged.conflicts.count
        context.console.writeError(
            String(
                localized: """
                    \(context.program.name): \(name): \
                    \(count, one: "conflict; the value here was", other: "conflicts; the values here were") \
                    kept:
                    """) + "\n"
        )
        for conflict in merged.conflicts.prefix(20) {
            context.console.writeError("  \(output.sentence(conflict))".visible() + "\n")
        }
        if count > 20 {
            context.console.writeError(
                String(localized: "  and \(count - 20, one: "more", other: "more")") + "\n")
        }
        context.console.writeError(
            String(localized: "Resolve them with “\(context.program.name) conflicts”, then run “git add”.")
                + "\n")
        return .unsettled
    }

    private func bringFiles(
        _ merged: MergedDocument, to path: String, _ output: MergeOutput, _ context: CommandContext
    ) async throws(LootError) {
        let theirs = context[MergeDriverCommand.theirs]
        let (here, there) = (
            try FilesBeside(path, on: context.files), try FilesBeside(theirs, on: context.files)
        )
        let files = try await there.bring(merged.document.items, merged.conflicts, known: here.ids) {
            (file, thumbnail) throws(LootError) in try here.keep(file, thumbnail: thumbnail)
        }
        if let sentence = output.missing(files, beside: TextRules.visible(path: theirs)) {
            context.say(sentence)
        }
    }
}
