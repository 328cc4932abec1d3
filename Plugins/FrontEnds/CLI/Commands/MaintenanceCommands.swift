import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot check` command.
struct CheckCommand: LootCommand {
    let declaration = Command(
        "check", summary: "Verify everything that the store keeps",
        discussion: """
            Reads everything again and changes nothing. Says what was verified, and everything that is wrong; the \
            exit status is then 65.
            """,
        group: "Maintenance",
        options: OutputFormat.options,
        examples: [
            .init("loot check", "Is everything as it was written?"),
            .init("loot check --format json", "For a script"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let report = try await context.maintainableStore("Can't check the store.").check()
        if context[OutputFormat.option] != .table {
            var records = Records([
                .init("kind", "Kind"), .init("text", "Text", wraps: true), .init("code", nil),
            ])
            for sentence in report.verified {
                records.append([.init("verified"), .init(sentence), .init(nil)])
            }
            for copy in context.syncCopies { records.append([.init("copy"), .init(copy), .init(nil)]) }
            for problem in report.problems {
                let text = context.program.description(of: problem)
                records.append([.init("problem"), .init(text), .init(problem.code.rawValue)])
            }
            try context.write(records)
            return report.problems.isEmpty ? .success : .badData
        }
        for sentence in report.verified { context.tell(sentence + ".") }
        for copy in context.syncCopies {
            let name = TextRules.visible(path: copy)
            context.line(
                "\(name) is a copy that a sync program put there. Bring it in with: \(context.program.name) merge '\(name)'"
            )
        }
        if report.problems.isEmpty {
            context.tell("All is well.")
            return .success
        }
        try context.console.flush()
        for problem in report.problems { context.complain(problem) }
        return .badData
    }
}

/// The `loot recover` command.
struct RecoverCommand: LootCommand {
    private static let isTrial = Option.flag(
        "dry-run", short: "n", "Only show it; that is what happens without --write too")
    private static let writes = Option.flag("write", "Do it")

    let declaration = Command(
        "recover", summary: "Save what can be saved of a damaged store",
        discussion: """
            Shows what would be kept and what would be dropped, and changes nothing unless told to write. The \
            damaged files are then kept aside. While a store is damaged the exit status is 65.
            """,
        group: "Maintenance",
        options: [isTrial, writes],
        examples: [
            .init("loot recover", "Show what would be kept and dropped"),
            .init("loot recover --write", "Keep what can be kept, and the damaged files aside"),
        ])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let writes = context[RecoverCommand.writes]
        if writes, context[RecoverCommand.isTrial] {
            throw LootError(
                .usage, "Can't recover the store.", reason: "--write and --dry-run contradict each other.",
                advice: "Use only one of them.")
        }
        let store = try await context.maintainableStore("Can't recover the store.")
        if let problem = try await store.check().problems.first {
            let report = try await store.recover(isTrial: !writes)
            let language = context.program.language
            let damage: Message = "The store is damaged. \(problem.problem(in: language))"
            context.line(damage.text(in: language))
            show(report, isTrial: !writes, context)
            return writes ? .success : .badData
        }
        let count = try await store.summary().count
        if count == 0 { try context.requireList() }
        context.line("Nothing is damaged: \(ItemPresentation.count(count)), every one as it was written.")
        return .success
    }

    private func show(_ report: RecoveryReport, isTrial: Bool, _ context: CommandContext) {
        context.line("\(isTrial ? "Would keep" : "Kept") \(ItemPresentation.count(report.kept)).")
        if !report.restored.isEmpty {
            context.line("Not in the file, and taken from its content before:")
            for item in report.restored.prefix(20) {
                context.line("  \(item.id.short)  \(TextRules.visible(item.shownName))")
            }
            if report.restored.count > 20 { context.line("  and \(report.restored.count - 20) more") }
        }
        if report.lostHistory {
            context.line(
                isTrial
                    ? "Would keep the damaged history aside: undo would begin anew."
                    : "The history was damaged: undo begins anew.")
        }
        if report.lost.isEmpty {
            context.line("\(isTrial ? "Would drop" : "Dropped") nothing.")
        } else {
            context.line(isTrial ? "Would drop:" : "Dropped:")
            for loss in report.lost {
                context.line("  \(loss.problem(in: context.program.language))")
            }
        }
        if isTrial {
            context.line(
                "Nothing was changed. To do it, keeping the damaged files aside: \(context.program.name) recover --write"
            )
        } else if !report.setAside.isEmpty {
            context.line("The damaged files are kept aside:")
            for file in report.setAside { context.line("  \(file)") }
        }
    }
}

/// The `loot compact` command.
struct CompactCommand: LootCommand {
    let declaration = Command(
        "compact", summary: "Complete the file, and give back room",
        discussion: """
            The changes to a large store stand in a journal beside its file until they are folded into it, which \
            happens by itself from time to time, and now. Files that no item has, and no undo could bring back, go too.
            """,
        group: "Maintenance",
        examples: [.init("loot compact", "Have everything in the file itself, for a copy or for git")])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let (before, after) = try await context.maintainableStore("Can't compact the store.").compact()
        context.line(
            before == after
                ? "There was nothing to fold: the store takes \(before) bytes."
                : "The store took \(before) bytes and takes \(after) now.")
        return .success
    }
}

extension CommandContext {
    /// Returns the configured store for maintenance. The calling command must report the store's errors itself.
    ///
    /// - Throws: `LootError` with code `unsupported` if the store doesn't support maintenance.
    fileprivate func maintainableStore(_ failure: Message) async throws(LootError) -> any MaintainableStore {
        tellsDamage = false
        if let store = try await store().maintenance { return store }
        throw LootError(.unsupported, failure, reason: "This kind of store doesn't need maintenance.")
    }
}
