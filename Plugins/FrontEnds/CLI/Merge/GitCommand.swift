import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot git` command.
struct GitCommand: LootCommand {
    let declaration = Command(
        "git", summary: "Configure Git to merge the list by item", group: "Setup", needsSubcommand: true,
        subcommands: [
            Command(
                "setup", summary: "Configure the list's repository",
                discussion: """
                    Adds a line for the list file to the .gitattributes file of the repository, and sets “loot \
                    merge-driver” as its merge driver in the configuration of this clone. The driver merges items and \
                    fields instead of lines. Running the command again changes nothing. Commit .gitattributes, and run \
                    “loot git setup” once in every other clone, because Git doesn't copy programs from a repository.
                    """,
                examples: [
                    .init("loot --store json:items.json git setup", "Configure the repository of a file")
                ])
        ],
        examples: [.init("loot git setup", "Configure a clone")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        guard let file = context.storeFile else {
            throw LootError(
                .unsupported, "Can't set up Git.", reason: "The store isn't a file that Git can merge.",
                advice: "Specify a JSON or property list file with --store.")
        }
        guard let repository = Git.repository(of: file) else {
            throw LootError(
                .noSuchFile, "Can't set up Git.",
                reason: "\(TextRules.visible(path: file)) isn't in a Git repository.",
                advice: "Create a repository there with “git init”.", place: file)
        }
        let pattern = Git.pattern(of: String(file.dropFirst(repository.count)))
        let isAdded = try addLine(pattern, to: "\(repository)/.gitattributes", context.files)
        let driver = "\(Git.quotedProgram) merge-driver %O %A %B %P"
        try Git.configure("merge.loot.name", "items and fields by loot", in: repository)
        try Git.configure("merge.loot.driver", driver, in: repository)
        let name = TextRules.visible(path: pattern)
        context.line(String(localized: "Git now merges \(name) by item in this clone."))
        context.line(
            isAdded
                ? String(localized: "  .gitattributes: added “\(name) merge=loot”")
                : String(localized: "  .gitattributes: already has “\(name) merge=loot”"))
        context.line(String(localized: "  configuration: merge.loot.driver is “\(driver)”"))
        if isAdded {
            context.line(
                String(
                    localized:
                        "Commit .gitattributes. In every other clone, run: \(context.program.name) git setup")
            )
        }
        return .success
    }

    /// Adds the line for the given pattern to the `.gitattributes` file at `path`. Returns `false` if the file already
    /// contains it.
    private func addLine(
        _ pattern: String, to path: String, _ files: any FileAccess
    ) throws(LootError) -> Bool {
        let line = String(localized: "\(pattern) merge=loot")
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
