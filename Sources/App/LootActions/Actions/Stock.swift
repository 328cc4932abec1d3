import Localization
package import LootCore
package import LootPlugins

/// The actions for supplies.
extension Action {
    /// Removes pieces that were used up.
    package static let use = Action(
        "use", title: "Use", summary: "Record that pieces of an item were used up", opposite: "refill",
        applies: .all([.compare("quantity", .greater, .integer(0)), .isKept]), parameters: [count],
        examples: [("loot use Batteries 4", "Use four of them")]
    ) { input throws(LootError) in
        let count = try input[count] ?? 1
        return try await input.plan(
            title: { "Use \($0)" }, done: { "Recorded the use of \($0)." }, reading: ["quantity"]
        ) { item throws(LootError) in
            guard (1...max(item.quantity, 1)).contains(count), item.quantity > 0 else {
                throw refusal(
                    item, "It has \(item.quantity, one: "piece", other: "pieces").",
                    advice: "Use at least one piece, and no more than are left.")
            }
            return .update(item.id, ["quantity": .integer(item.quantity - count)])
        }
    }

    /// Adds pieces. By default, fills the stock up to its minimum.
    package static let refill = Action(
        "refill", title: "Refill", summary: "Record that pieces of an item were added", opposite: "use",
        applies: .isKept, parameters: [count],
        examples: [
            ("loot refill Batteries 12", "Add twelve"),
            ("loot refill Batteries", "Add as many as the minimum requires"),
        ]
    ) { input throws(LootError) in
        let count = try input[count]
        return try await input.plan(
            title: { "Refill \($0)" }, done: { "Refilled \($0)." }, reading: ["quantity", "minimum"]
        ) { item throws(LootError) in
            let added = count ?? item.piecesToBuy
            guard added > 0 else {
                throw refusal(
                    item, count == nil ? "It isn't below its minimum." : "The number must be more than 0.",
                    advice: "Enter the number of pieces that were added.")
            }
            return .update(item.id, ["quantity": .integer(item.quantity + added)])
        }
    }

    private static func refusal(_ item: Item, _ reason: Message, advice: Message) -> LootError {
        LootError(
            .invalidValue, "Can't change the stock of “\(item.shownName)”.", reason: reason, advice: advice,
            item: item.id, field: "quantity")
    }

    private static let count = Parameter.optional(
        "count", .integer, sets: "quantity", title: "Pieces", summary: "The number of pieces.",
        isPositional: true)
}

extension Item {
    /// The number of pieces needed to reach the minimum.
    package var piecesToBuy: Int { max(0, (minimum ?? 0) - quantity) }
}

extension Inventory {
    /// Returns the items of a query that are below their minimum.
    package func itemsToBuy(of query: Query = .kept) async throws(LootError) -> [Item] {
        var query = query
        query.filter = .all([query.filter, .isBelowMinimum].compactMap(\.self))
        return try await store.items(of: query)
    }
}
