import Localization
import LootCore
package import LootPlugins

extension Action {
    /// Lends pieces of items to a person, or reserves them if the first day is later than today. If the person already
    /// has an item, its due date changes only if a new one is given.
    package static let lend = Action(
        "lend", title: "Lend", summary: "Lend items to a person, or reserve them", opposite: "return",
        suggestedKey: "b",
        applies: .all([.any([.not(isLent), .compare("quantity", .greater, .integer(1))]), .isKept]),
        requiredRole: .lend, parameters: [borrower, until, quantity, start],
        examples: [
            ("loot lend '#3' --to Ann --until +14d", "Lend an item for two weeks"),
            ("loot lend '#3' '#7' --to Ann", "Lend two items without a date"),
            ("loot lend Chair --to Ben --quantity 4", "Lend four of the chairs"),
            (
                "loot lend Drill --to Ben --from 2027-01-02 --until 2027-01-09",
                "Reserve an item; other loans in that week are rejected"
            ),
            ("loot due", "List loans and overdue items"),
        ]
    ) { input throws(LootError) in
        let loan = LoanRequest(
            borrower: try input[borrower], quantity: try input[quantity], from: try input[start],
            until: try input[until], today: input.today)
        func title(_ items: Message) -> Message {
            loan.isReservation ? "Reserve \(items) for \(loan.borrower)" : "Lend \(items) to \(loan.borrower)"
        }
        // The number of pieces of each item that are lent, or nil for all of them.
        var pieces: [Int?] = []
        func done(_ items: Message) -> Message {
            let borrower = loan.borrower
            guard pieces.count == 1, let count = pieces[0] else {
                if loan.isReservation { return "Reserved \(items) for \(borrower)." }
                guard let day = loan.until else { return "Lent \(items) to \(borrower)." }
                return "Lent \(items) to \(borrower) until \(day)."
            }
            if loan.isReservation {
                return "Reserved \(count, one: "piece", other: "pieces") of \(items) for \(borrower)."
            }
            guard let day = loan.until else {
                return "Lent \(count, one: "piece", other: "pieces") of \(items) to \(borrower)."
            }
            return "Lent \(count, one: "piece", other: "pieces") of \(items) to \(borrower) until \(day)."
        }
        return try await input.plan(title: title, done: done, reading: read) { item throws(LootError) in
            let lent = try loan.granted(by: item)
            let count = loan.isReservation ? loan.quantity : lent.lentPieces - item.lentPieces
            pieces.append(count.flatMap { (1..<max(item.quantity, 1)).contains($0) ? $0 : nil })
            return .update(item.id, Patch(from: item, to: lent))
        }
    }

    /// Marks lent items as returned, or cancels a reservation of a person who has none of their pieces.
    package static let takeBack = Action(
        "return", title: "Return", summary: "Return lent items, or cancel a reservation", opposite: "lend",
        applies: isLent, requiredRole: .lend, parameters: [holder],
        examples: [
            ("loot return '#3'", "Return one item"),
            ("loot return Chair --from Ben", "Return the pieces that Ben has"),
            ("loot return --where 'lent = Ann'", "Return everything that Ann borrowed"),
        ]
    ) { input throws(LootError) in
        let (name, today) = (try input[holder], input.today)
        return try await input.plan(title: { "Return \($0)" }, done: { "Returned \($0)." }, reading: read) {
            item throws(LootError) in
            .update(item.id, Patch(from: item, to: try LoanRequest.returned(item, by: name, on: today)))
        }
    }

    private static let isLent = Filter.any([.isSet("lentTo"), .isSet("lentUntil")])
    private static let read: [FieldKey] = ["lentTo", "lentUntil", "loans", "quantity", "disposal"]
    private static let borrower = Parameter.required(
        "to", .text, sets: "lentTo", title: "Borrower", summary: "The person who borrows the items.")
    private static let quantity = Parameter.optional(
        "quantity", .integer, title: "Pieces",
        summary: "The number of pieces of each item. The default is all that are left.")
    private static let start = Parameter.optional(
        "from", .day, title: "First day",
        summary: "The first day of the loan. The default is today; a later day makes it a reservation.")
    private static let until = Parameter.optional(
        "until", .day, sets: "lentUntil", title: "Until",
        summary: "The date on which the loan ends: 2026-11-30, +14d.", aliases: ["due"])
    private static let holder = Parameter.optional(
        "from", .text, title: "Borrower",
        summary: "The person who returns the items. The default is everyone who has some.")
}
