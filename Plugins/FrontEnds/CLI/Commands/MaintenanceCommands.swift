import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot check` command.
struct CheckCommand: LootCommand {
    let declaration = Command(
        "check", summary: "Check the store for damage",
        discussion: """
            Reads everything without changing anything, and reports what was checked and any problems. The exit status \
            is 65 if there are problems.
            """,
        group: "Maintenance",
        options: OutputFormat.options,
        examples: [
            .init("loot check", "Check the store"),
            .init("loot check --format json", "Print the results for a script"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let report = try await context.maintainableStore("Can't check the store.").check()
        if context[OutputFormat.option] != .table {
            var records = Records([
                .init("kind", String(localized: "Kind")),
                .init("text", String(localized: "Text"), wraps: true), .init("code", nil),
            ])
            for sentence in report.verified {
                records.append([.init("verified"), .init(sentence.text), .init(nil)])
            }
            for copy in context.syncCopies { records.append([.init("copy"), .init(copy), .init(nil)]) }
            for problem in report.problems {
                let text = context.program.description(of: problem)
                records.append([.init("problem"), .init(text), .init(problem.code.rawValue)])
            }
            try context.write(records)
            return report.problems.isEmpty ? .success : .badData
        }
        for sentence in report.verified { context.tell(sentence.text) }
        for copy in context.syncCopies {
            let name = TextRules.visible(path: copy)
            context.line(
                String(
                    localized:
                        "\(name) is a copy made by a sync program. Merge it with: \(context.program.name) merge '\(name)'"
                )
            )
        }
        if report.problems.isEmpty {
            context.tell(String(localized: "No problems found."))
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
        "dry-run", short: "n", "Preview the recovery (the default without --write)")
    private static let writes = Option.flag("write", "Write the recovered store")

    let declaration = Command(
        "recover", summary: "Recover a damaged store",
        discussion: """
            Shows what can be recovered and what is lost. With --write, the store is replaced with the recovered data, \
            and the damaged files are saved under other names. The exit status is 65 while the store is damaged.
            """,
        group: "Maintenance",
        options: [isTrial, writes],
        examples: [
            .init("loot recover", "Preview the recovery"),
            .init("loot recover --write", "Recover the store, and keep the damaged files"),
        ])

    var listNeed: ListNeed { .past }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let writes = context[RecoverCommand.writes]
        if writes, context[RecoverCommand.isTrial] {
            throw LootError(
                .usage, "Can't recover the store.", reason: "--write and --dry-run can't be combined.",
                advice: "Use only one of them.")
        }
        let store = try await context.maintainableStore("Can't recover the store.")
        if let problem = try await store.check().problems.first {
            let report = try await store.recover(isTrial: !writes)
            let damage: Message = "The store is damaged. \(problem.problem())"
            context.line(damage.text)
            show(report, isTrial: !writes, context)
            return writes ? .success : .badData
        }
        let count = try await store.summary().count
        if count == 0 { try context.requireList() }
        context.line(
            String(localized: "Nothing is damaged. The store contains \(ItemPresentation.count(count))."))
        return .success
    }

    private func show(_ report: RecoveryReport, isTrial: Bool, _ context: CommandContext) {
        context.line(
            isTrial
                ? String(localized: "Would keep \(report.kept, one: "item", other: "items").")
                : String(localized: "Kept \(report.kept, one: "item", other: "items")."))
        if !report.restored.isEmpty {
            context.line(String(localized: "Restored from an earlier version of the file:"))
            for item in report.restored.prefix(20) {
                context.line("  \(item.id.short)  \(TextRules.visible(item.shownName))")
            }
            if report.restored.count > 20 {
                context.line(
                    String(localized: "  and \(report.restored.count - 20, one: "more", other: "more")"))
            }
        }
        if report.lostHistory {
            context.line(
                isTrial
                    ? String(
                        localized:
                            "The damaged history would be set aside. Earlier changes couldn't be undone.")
                    : String(localized: "The damaged history was set aside. Earlier changes can't be undone.")
            )
        }
        if report.lost.isEmpty {
            context.line(
                isTrial
                    ? String(localized: "Nothing would be dropped.")
                    : String(localized: "Nothing was dropped.")
            )
        } else {
            context.line(
                isTrial ? String(localized: "Would drop:") : String(localized: "Dropped:"))
            for loss in report.lost {
                context.line("  \(loss.problem())")
            }
        }
        if isTrial {
            context.line(
                String(
                    localized:
                        """
                        Nothing was changed. To recover the store and keep the damaged files, run: \
                        \(context.program.name) recover --write
                        """
                )
            )
        } else if !report.setAside.isEmpty {
            context.line(String(localized: "The damaged files were saved as:"))
            for file in report.setAside { context.line("  \(file)") }
        }
    }
}

/// The `loot compact` command.
struct CompactCommand: LootCommand {
    let declaration = Command(
        "compact", summary: "Write pending changes to the file and free unused space",
        discussion: """
            Changes to a large file are first saved in a journal next to it, and written to the file later. \
            This command writes them now. It also removes files that no item uses and no undo can restore.
            """,
        group: "Maintenance",
        examples: [
            .init("loot compact", "Write pending changes before copying the file or committing it to Git")
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let (before, after) = try await context.maintainableStore("Can't compact the store.").compact()
        context.line(
            before == after
                ? String(localized: "All changes are in the file. The size of the store is \(before) bytes.")
                : String(localized: "The size of the store was reduced from \(before) to \(after) bytes."))
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
        throw LootError(.unsupported, failure, reason: "This kind of store doesn't need to be compacted.")
    }
}
