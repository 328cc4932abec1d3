import CommandLineKit
import LootControllers
import LootCore

/// The items that a command is to change: named one by one, or by `--where`.
struct Chosen {
    let items: [Item]
    let isByCondition: Bool

    /// Finds the items, and makes sure that a person means it; nil when they don't, or when there are none.
    init?(_ context: CommandContext, _ inventory: Inventory, verb: String, asksForNamed: Bool = false)
        async throws(LootError)
    {
        let named = try await context.items(inventory)
        let condition = context.parsed.value(of: "where")
        if (condition == nil) == named.isEmpty {
            throw LootError(
                .usage, "can't \(verb)",
                because: condition == nil ? "no item was given" : "both items and --where were given",
                next: "Name items, or give --where FILTER")
        }
        guard condition != nil else {
            items = named
            isByCondition = false
            guard asksForNamed else { return }
            let what = named.count == 1 ? "“\(named[0].name)”" : ItemPresentation.count(named.count)
            if try !context.confirm("\(verb.capitalizedFirst) \(what)?", refusal: nil) { return nil }
            return
        }
        var found: [Item] = []
        try await inventory.forEachItem(of: try context.query()) { found.append($0) }
        items = found
        isByCondition = true
        guard !items.isEmpty else {
            context.line("No items fulfil that.")
            return nil
        }
        let count = ItemPresentation.count(items.count)
        let refusal = LootError(
            .usage, "can't \(verb) \(count)", because: "nobody can be asked whether that is meant",
            next: "Add --yes to \(verb) \(items.count == 1 ? "it" : "them")")
        if try !context.confirm("\(verb.capitalizedFirst) \(count)?", refusal: refusal) { return nil }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
