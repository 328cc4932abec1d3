import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot copy` command.
struct CopyCommand: LootCommand {
    private static let target = Option.value(
        "to", "ADDRESS", "The target: json:items.json, sqlite:items.db", values: Known.addresses.values)
    private static let replaces = Option.flag("replace", "Remove the target's items first")
    private static let merges = Option.flag(
        "merge", "Update the target's items with the same IDs, keep the others, and add the rest")

    let declaration = Command(
        "copy", summary: "Copy all items and files to another store, and verify the copy",
        discussion: """
            Keeps the order, IDs, dates and unknown fields. The target gets either all items or none. Files are copied \
            first and verified; then the two stores are compared item by item. If the target contains items, --replace \
            or --merge is required. When you merge a list with another currency, --currency sets the currency of its \
            amounts without one.
            """,
        group: "Files",
        options: [target, replaces, merges, ListCurrency.option],
        examples: [
            .init("loot copy --to json:backup.json", "Make a verified backup"),
            .init(
                "loot --store json:old.json copy --to plist:new.plist --replace",
                "Convert a list to another format"
            ),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        guard let address = context[CopyCommand.target] else {
            throw LootError(
                .usage, "Can't copy the list.", reason: "No target was given.",
                advice: "Run “\(context.program.name) copy --to ADDRESS”.")
        }
        let replaces = context[CopyCommand.replaces]
        let merges = context[CopyCommand.merges]
        if replaces, merges {
            throw LootError(
                .usage, "Can't copy the list.", reason: "Both --replace and --merge were given.",
                advice: "Use only one of them.")
        }
        try CopyCommand.checkFolder(of: address, context)
        let source = try await context.store()
        let target = try await context.host.store(at: address)
        let existing: StoreCopy.Existing = replaces ? .replace : merges ? .merge : .refuse
        let outcome: StoreCopy.Outcome
        do {
            let count = try await source.summary().count
            outcome = try await ListCurrency.choose(context) { currency throws(LootError) in
                try await CopyCommand.copy(
                    StoreCopy(
                        from: source, to: target, existing: existing, author: context.host.author,
                        currency: currency),
                    of: count, context)
            }
        } catch {
            // Report only the first error.
            try? await target.close()
            throw error
        }
        context.note(done: String(localized: "Copy to \(address)"))
        try await target.close()
        context.tell(CopyCommand.sentence(outcome))
        if outcome.missingFiles > 0 {
            let missing = outcome.missingFiles
            context.tell(
                String(
                    localized: """
                        \(missing, one: "file of an item is", other: "files of items are") already missing from the \
                        source. List missing files with: \(context.program.name) check
                        """)
            )
        }
        return .success
    }

    /// Throws an error if the target's folder doesn't exist, because its path may be misspelled. `export` does the
    /// same.
    private static func checkFolder(of address: String, _ context: CommandContext) throws(LootError) {
        guard let path = try context.host.storeFile(at: address)?.path, let slash = path.lastIndex(of: "/"),
            slash != path.startIndex, !context.files.exists(String(path[..<slash]))
        else { return }
        throw LootError(
            .cannotCreate, "Can't copy to \(TextRules.visible(address: address)).",
            reason: "The folder \(TextRules.visible(path: String(path[..<slash]))) doesn't exist.",
            advice: "Create the folder, or specify another one.", place: path)
    }

    private static func copy(
        _ copy: StoreCopy, of count: Int, _ context: CommandContext
    ) async throws(LootError) -> StoreCopy.Outcome {
        let reading = ProgressLine(context, String(localized: "Reading"), .items, of: count)
        let comparing = ProgressLine(context, String(localized: "Comparing"), .items, of: count)
        defer {
            reading.clear()
            comparing.clear()
        }
        return try await copy.run { step in
            switch step {
            case .reading(let done): reading.show(done)
            case .writing: reading.clear()
            case .comparing(let done): comparing.show(done)
            case .files: reading.clear()
            }
        }
    }

    private static func sentence(_ outcome: StoreCopy.Outcome) -> String {
        let items: Message = "\(outcome.verified, one: "item", other: "items")"
        let what: Message =
            outcome.files == 0 ? items : "\(items) and \(outcome.files, one: "file", other: "files")"
        let language = Language.current
        guard outcome.isExact else {
            let (added, changed) = (language.number(outcome.added), language.number(outcome.changed))
            return String(
                localized:
                    """
                    Copied and verified \(what): \(added) added, \(changed) changed. The IDs and all \
                    fields match.
                    """)
        }
        if outcome.removed == 0 {
            return String(localized: "Copied and verified \(what). The order, IDs and all fields match.")
        }
        let removed: Message = "\(outcome.removed, one: "item", other: "items")"
        return String(
            localized:
                "Copied and verified \(what), replacing \(removed). The order, IDs and all fields match.")
    }
}
