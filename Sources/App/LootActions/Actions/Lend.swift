import Localization
import LootCore
package import LootPlugins

extension Action {
    /// Lends items to a person. If the person already has an item, its due date changes only if a new one is given.
    package static let lend = Action(
        "lend", title: "Lend", summary: "Lend items to a person", opposite: "return", suggestedKey: "b",
        applies: .all([.not(isLent), .isKept]), parameters: [borrower, until],
        examples: [
            ("loot lend '#3' --to Ann --until +14d", "Lend an item for two weeks"),
            ("loot lend '#3' '#7' --to Ann", "Lend two items without a date"),
            ("loot due", "List loans and overdue items"),
        ]
    ) { input throws(LootError) in
        let (name, day) = (try input[borrower], try input[until])
        func done(_ items: Message) -> Message {
            guard let day else { return "Lent \(items) to \(name)." }
            return "Lent \(items) to \(name) until \(day)."
        }
        return try await input.plan(
            title: { "Lend \($0) to \(name)" }, done: done, reading: ["lentTo", "lentUntil", "disposal"]
        ) { item throws(LootError) in
            if let holder = item.lentTo, holder != name {
                throw LootError(
                    .invalidValue, "Can't lend “\(item.shownName)” because \(holder) has it.",
                    advice: "Return it first.", remedy: .giveBack, item: item.id, field: "lentTo")
            }
            if day == nil, item.lentTo != nil { return nil }
            return .update(item.id, ["lentTo": .text(name), "lentUntil": day.map { .day($0) }])
        }
    }

    /// Marks lent items as returned.
    package static let takeBack = Action(
        "return", title: "Return", summary: "Return lent items", opposite: "lend", applies: isLent,
        examples: [
            ("loot return '#3'", "Return one item"),
            ("loot return --where 'lent = Ann'", "Return everything that Ann borrowed"),
        ]
    ) { input throws(LootError) in
        try await input.plan(
            title: { "Return \($0)" }, done: { "Returned \($0)." }, reading: ["lentTo", "lentUntil"]
        ) {
            item in
            .update(item.id, ["lentTo": nil, "lentUntil": nil])
        }
    }

    private static let isLent = Filter.any([.isSet("lentTo"), .isSet("lentUntil")])
    private static let borrower = Parameter.required(
        "to", .text, sets: "lentTo", title: "To", summary: "The person who borrows the items.")
    private static let until = Parameter.optional(
        "until", .day, sets: "lentUntil", title: "Until",
        summary: "The day on which the loan ends: 2026-11-30, +14d.", aliases: ["due"])
}
