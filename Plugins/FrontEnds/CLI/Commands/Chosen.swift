import CommandLineKit
import LootActions
import LootCore

/// What a command does to items that are named one by one, or by `--where` and `--view`: it finds them, asks where a person
/// should be asked, and does it.
struct Chosen {
    /// A change of items.
    typealias Change = ([Item], Inventory) async throws(LootError) -> Commit?

    /// What a command does with items, as sentences have it.
    struct Verb {
        /// `remove`
        let name: String
        /// `removed`
        let done: String
        /// Whether a person is asked also about items that they have named one by one.
        var asksForNamed = false
        /// Whether a question shows what would become of the items' fields, and not their names alone.
        var showsDifferences = true
        /// What a person should know beside the items' names when they are asked, a sentence each.
        var remarks: ([Item]) async throws(LootError) -> [String] = { _ in [] }
    }

    /// How many names a question lists, and how many differences.
    private static let (listed, compared) = (5, 10)

    let items: [Item]
    /// Where those stand that were named by position.
    let rows: [ItemID: Int]
    let isByCondition: Bool
    /// What was done; nil where nothing had to be.
    let commit: Commit?

    /// Finds the items, makes sure that a person means it, and changes them; nil when there are none. `named` are the words
    /// that name items, where the command's arguments are others too.
    init?(
        _ context: CommandContext, _ inventory: Inventory, _ verb: Verb, named names: [String]? = nil,
        _ change: Change
    ) async throws(LootError) {
        let words = names ?? context[ItemArguments.anyNumber]
        let query = try context.selection()
        if (query == nil) == words.isEmpty {
            throw ItemArguments.refusal(to: verb.name, hasBoth: query != nil)
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
            context.tellNothing("No items match that.")
            return nil
        }
        if isByCondition || verb.asksForNamed {
            try await Chosen.ask(context, inventory, verb, items, change)
        }
        commit = try await change(items, inventory)
    }

    private static func ask(
        _ context: CommandContext, _ inventory: Inventory, _ verb: Verb, _ items: [Item], _ change: Change
    ) async throws(LootError) {
        let isAsked = !context[ChangeOptions.yes] && !context.isTrial && context.console.canAsk
        var what = Chosen.summary(of: items)
        var remarks = ""
        if isAsked {
            remarks = try await verb.remarks(items).map { "\($0). " }.joined()
            if verb.showsDifferences {
                // The same change, on a store that makes none.
                let trial = TrialStore(wrapped: inventory.store)
                guard let commit = try await change(items, Inventory(trial)) else { return }
                for line in ChangeOutput(context, item: trial.known).lines(commit, most: compared) {
                    context.console.writeError(context.rendered(line))
                }
                let count = Set(commit.changes.map(\.change.item)).count
                what = count == 1 && items.count == 1 ? what : ItemPresentation.count(count)
            }
        }
        try context.confirm(
            "\(remarks)\(verb.name.prefix(1).uppercased() + verb.name.dropFirst()) \(what)?", done: verb.done,
            refusal: LootError(
                .usage, "can't \(verb.name) \(what)",
                because: "that needs a yes, and there is no terminal to ask on",
                next:
                    "Add --yes to \(verb.name) \(items.count == 1 ? "it" : "them"), or see what would be done "
                    + "with --dry-run"))
    }

    /// What would go: `“Lamp”`, or `7 items: “Lamp”, “Vase”, “Mug”, “Fork”, “Bear” and 2 more`.
    private static func summary(of items: [Item]) -> String {
        let names = items.prefix(listed).map { "“\(TextRules.visible($0.name))”" }.joined(separator: ", ")
        if items.count == 1 { return names }
        let more = items.count > listed ? " and \(items.count - listed) more" : ""
        return "\(ItemPresentation.count(items.count)): \(names)\(more)"
    }
}
