import CommandLineKit
import LootControllers
import LootCore
import LootFormats
import TerminalText

/// `loot merge-driver`
struct MergeDriverCommand: LootCommand {
    let declaration = Command(
        "merge-driver", summary: "Merge three versions of a store's file, for git",
        discussion: """
            What git calls, once loot git setup was run, wherever it would merge the file by lines. Writes the outcome to \
            OURS, in its format. Items are known by their ids, and merged field by field; the order is merged too. Where \
            both sides say something different, OURS keeps its own value, the item notes the other one, and loot \
            conflicts lists them.

            Exit status: 0 without conflicts, 1 with some; the file can be opened either way. Any other means that a \
            version could not be read, and OURS is as it was. In a rebase, git calls the branch that is rebased theirs.
            """,
        group: "Files",
        arguments: [
            Argument("BASE", "The version that both were made of; may be empty (git: %O)", values: .file),
            Argument("OURS", "Our version, and the outcome (git: %A)", values: .file),
            Argument("THEIRS", "Their version (git: %B)", values: .file),
            Argument("PATH", "The file's name, for messages (git: %P)", isOptional: true),
        ],
        examples: [.init("loot merge-driver base.json ours.json theirs.json", "As git calls it")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let path = context.parsed.argument("OURS") ?? ""
        let base = try context.document(context.parsed.argument("BASE") ?? "", mayBeEmpty: true)
        let ours = try context.document(path)
        let theirs = try context.document(context.parsed.argument("THEIRS") ?? "")
        let merged = MergedDocument(base: base, ours: ours, theirs: theirs)
        let writer = try context.files.create(path, replaces: true)
        try writer.write(merged.document.bytes)
        try writer.commit()
        if merged.conflicts.isEmpty { return .success }
        let name = TextRules.visible(path: context.parsed.argument("PATH") ?? path)
        let output = MergeOutput(context)
        let count = merged.conflicts.count
        context.console.writeError(
            "loot: \(name): \(count == 1 ? "1 conflict" : "\(count) conflicts"), in which the value here was kept:\n"
        )
        for conflict in merged.conflicts.prefix(20) {
            context.console.writeError("  \(output.sentence(conflict))".visible() + "\n")
        }
        if count > 20 { context.console.writeError("  and \(count - 20) more\n") }
        context.console.writeError("Settle them with: loot conflicts; then: git add\n")
        return .unsettled
    }
}
