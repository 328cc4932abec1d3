import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot git` command.
struct GitCommand: LootCommand {
    let declaration = Command(
        "git", summary: "Make git merge the list item by item", group: "Setup", needsSubcommand: true,
        subcommands: [
            Command(
                "setup", summary: "Set up the repository that the store's file lies in",
                discussion: """
                    Writes a line for the store's file into the repository's .gitattributes, and tells this clone's \
                    configuration how to merge it: with loot merge-driver, which knows items and fields where git knows \
                    lines. Running it again changes nothing. Commit .gitattributes; in every other clone run loot git \
                    setup once, since git takes no programs from a repository.
                    """,
                examples: [.init("loot --store json:items.json git setup", "In the folder of the list")])
        ],
        examples: [.init("loot git setup", "Once in every clone")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        guard let file = context.storeFile else {
            throw LootError(
                .unsupported, "Can't set up git.", reason: "The store isn't a file that git can merge.",
                advice: "Name a JSON or property list file with --store.")
        }
        guard let repository = Git.repository(of: file) else {
            throw LootError(
                .noSuchFile, "Can't set up git.",
                reason: "\(TextRules.visible(path: file)) isn't in a git repository.",
                advice: "Create a repository there with “git init”.", place: file)
        }
        let pattern = Git.pattern(of: String(file.dropFirst(repository.count)))
        let isAdded = try addLine(pattern, to: "\(repository)/.gitattributes", context.files)
        let driver = "\(Git.quotedProgram) merge-driver %O %A %B %P"
        try Git.configure("merge.loot.name", "items and fields by loot", in: repository)
        try Git.configure("merge.loot.driver", driver, in: repository)
        let name = TextRules.visible(path: pattern)
        context.line("In this clone git merges \(name) item by item now.")
        context.line(
            isAdded
                ? "  .gitattributes: added the line “\(name) merge=loot”"
                : "  .gitattributes: had the line “\(name) merge=loot” already")
        context.line("  configuration: merge.loot.driver is “\(driver)”")
        if isAdded {
            context.line(
                "Commit .gitattributes, and run once in every other clone: \(context.program.name) git setup")
        }
        return .success
    }

    /// Adds a line to `.gitattributes`. Returns `false` if it was already there.
    private func addLine(
        _ pattern: String, to path: String, _ files: any FileAccess
    ) throws(LootError) -> Bool {
        let line = "\(pattern) merge=loot"
        var text = ""
        do { text = String(decoding: try files.contents(path), as: UTF8.self) } catch
            where error.code == .noSuchFile
        {}
        if text.split(whereSeparator: \.isNewline).contains(where: { $0 == line }) { return false }
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        let writer = try files.create(path, replaces: true)
        try writer.write(Array("\(text)\(line)\n".utf8))
        try writer.commit()
        return true
    }
}
