import CommandLineKit
import LootActions
import LootCore

/// The items that a command is to change: named one by one, or by `--where`.
struct Chosen {
    /// What a command does with items, as sentences have it.
    struct Verb {
        /// `remove`
        let name: String
        /// `removed`
        let done: String
        /// Whether a person is asked also about items that they have named one by one.
        var asksForNamed = false
        /// What a person should know beside the items' names when they are asked, a sentence each.
        var remarks: ([Item]) async throws(LootError) -> [String] = { _ in [] }
    }

    /// How many names a question lists.
    private static let listed = 5

    let items: [Item]
    /// Where those stand that were named by position.
    let rows: [ItemID: Int]
    let isByCondition: Bool

    /// Finds the items, and makes sure that a person means it; nil when there are none.
    init?(_ context: CommandContext, _ inventory: Inventory, _ verb: Verb) async throws(LootError) {
        let named: [Item]
        (named, rows) = try await context.found(context[ItemArguments.anyNumber], in: inventory)
        let query = try context.selection()
        if (query == nil) == named.isEmpty {
            throw LootError(
                .usage, "can't \(verb.name)",
                because: query == nil ? "no item was given" : "both items and a condition were given",
                next: "Name items, or give --where FILTER or --view NAME")
        }
        isByCondition = query != nil
        if let query {
            var found: [Item] = []
            try await inventory.forEachItem(of: query) { found.append($0) }
            items = found
            guard !items.isEmpty else {
                context.line("No items match that.")
                return nil
            }
        } else {
            items = named
            if !verb.asksForNamed { return }
        }
        let what = Chosen.summary(of: items)
        let isAsked = !context[QueryOptions.yes] && context.console.canAsk
        let remarks = isAsked ? try await verb.remarks(items).map { "\($0). " }.joined() : ""
        try context.confirm(
            "\(remarks)\(verb.name.prefix(1).uppercased() + verb.name.dropFirst()) \(what)?", done: verb.done,
            refusal: LootError(
                .usage, "can't \(verb.name) \(what)",
                because: "that needs a yes, and there is no terminal to ask on",
                next: "Add --yes to \(verb.name) \(items.count == 1 ? "it" : "them")"))
    }

    /// What would go: `“Lamp”`, or `7 items: “Lamp”, “Vase”, “Mug”, “Fork”, “Bear” and 2 more`.
    private static func summary(of items: [Item]) -> String {
        let names = items.prefix(listed).map { "“\(TextRules.visible($0.name))”" }.joined(separator: ", ")
        if items.count == 1 { return names }
        let more = items.count > listed ? " and \(items.count - listed) more" : ""
        return "\(ItemPresentation.count(items.count)): \(names)\(more)"
    }
}
