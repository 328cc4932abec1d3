import CommandLineKit
import LootActions
import LootCore

/// A change to items that are given individually or with `--where` and `--view`. The initializer finds the items, asks
/// for confirmation if necessary, and performs the change.
struct Chosen {
    /// A closure that performs a change. It returns the commit, or `nil` if nothing had to change.
    typealias Change = ([Item], Inventory) async throws(LootError) -> Commit?

    /// The messages about a change.
    struct Messages {
        /// Returns the question about items such as `“Lamp”`: `Remove “Lamp”?`
        let question: (_ items: String) -> Message
        /// Returns the failure for items such as `“Lamp”`: `Can't remove “Lamp”.`
        let failure: (_ items: String) -> Message
        /// Whether to ask for confirmation even if all items are given individually.
        var asksForNamed = false
        /// Whether a question shows the changes of fields in addition to the items' names.
        var showsDifferences = true
        /// Returns sentences with additional information for a question.
        var remarks: ([Item]) async throws(LootError) -> [String] = { _ in [] }
    }

    /// The maximum number of names and of changes that a question shows.
    private static let (listed, compared) = (5, 10)

    let items: [Item]
    /// The positions of the items that were given by position.
    let rows: [ItemID: Int]
    let isByCondition: Bool
    /// The commit, or `nil` if nothing had to change.
    let commit: Commit?

    /// Finds the items, asks for confirmation if necessary, and performs the change. Returns `nil` if there are no
    /// items. If the command also has other arguments, `names` are those that name items.
    init?(
        _ context: CommandContext, _ inventory: Inventory, _ messages: Messages, named names: [String]? = nil,
        _ change: Change
    ) async throws(LootError) {
        let words = names ?? context[ItemArguments.anyNumber]
        let query = try await context.selection()
        if (query == nil) == words.isEmpty {
            throw ItemArguments.refusal(hasBoth: query != nil)
        }
        isByCondition = query != nil
        if let query {
            var found: [Item] = []
            try await inventory.forEachItem(of: query) { found.append($0) }
            (items, rows) = (found, [:])
        } else {
            (items, rows) = try await context.found(words, in: inventory)
        }
        guard !items.isEmpty else {
            context.tellNothing(String(localized: "No items match."))
            return nil
        }
        if isByCondition || messages.asksForNamed {
            try await Chosen.ask(context, inventory, messages, items, change)
        }
        commit = try await change(items, inventory)
    }

    private static func ask(
        _ context: CommandContext, _ inventory: Inventory, _ messages: Messages, _ items: [Item],
        _ change: Change
    ) async throws(LootError) {
        let isAsked = !context[ChangeOptions.yes] && !context.isTrial && context.console.canAsk
        var what = Chosen.summary(of: items)
        var remarks = ""
        if isAsked {
            remarks = try await messages.remarks(items).map { "\($0). " }.joined()
            if messages.showsDifferences {
                // Perform the change in a dry run to show its effects.
                let trial = TrialStore(wrapped: inventory.store)
                guard let commit = try await change(items, Inventory(trial, for: .owner)) else { return }
                for line in ChangeOutput(context, item: trial.known).lines(commit, most: compared) {
                    context.console.writeError(context.rendered(line))
                }
                let count = Set(commit.changes.compactMap(\.change.item)).count
                what = count == 1 && items.count == 1 ? what : ItemPresentation.count(count)
            }
        }
        try context.confirm(
            remarks + messages.question(what).text,
            refusal: LootError(
                .usage, messages.failure(what), reason: "Confirmation isn't possible without a terminal.",
                advice: "Confirm the change with --yes, or preview it with --dry-run."))
    }

    /// Returns a summary of the items: `“Lamp”`, or `7 items: “Lamp”, “Vase”, “Mug”, “Fork”, “Bear” and 2 more`.
    private static func summary(of items: [Item]) -> String {
        let names = Language.current.list(items.prefix(listed).map { TextRules.quoted($0.name) }, .none)
        if items.count == 1 { return names }
        return items.count > listed
            ? String(
                localized:
                    "\(items.count, one: "item", other: "items"): \(names) and \(items.count - listed) more")
            : String(localized: "\(items.count, one: "item", other: "items"): \(names)")
    }
}
