import Localization
import LootCore
package import LootPlugins

/// The actions for items that a person parts with. Disposed items are hidden in lists, totals and reports.
extension Action {
    package static let sell = disposing(
        .sold, "sell", title: "Sell", summary: "Record that items were sold",
        parameters: [recipient, proceeds, day, quantity, note], examples: saleExamples,
        heading: { "Sell \($0)" }, done: { "Sold \($0)." })
    package static let discard = disposing(
        .discarded, "discard", title: "Throw away", summary: "Record that items were thrown away",
        parameters: [note, day, quantity, proceeds, recipient],
        heading: { "Throw away \($0)" }, done: { "Recorded \($0) as thrown away." })
    package static let lose = disposing(
        .lost, "lose", title: "Record as lost", summary: "Record that items were lost, stolen or destroyed",
        parameters: [note, day, quantity, proceeds, recipient], examples: lossExamples,
        heading: { "Record the loss of \($0)" },
        done: { "Recorded the loss of \($0)." })
    package static let give = disposing(
        .given, "give", title: "Give away", summary: "Record that items were given away",
        parameters: [recipient, day, quantity, note, proceeds],
        heading: { "Give away \($0)" }, done: { "Gave away \($0)." })

    /// Reverses a disposal: the items are in lists and totals again.
    package static let bringBack = Action(
        "bring-back", title: "Bring back", summary: "Return disposed items to the list", opposite: "sell",
        applies: .isDisposed,
        examples: [
            ("loot bring-back Lamp", "Undo a sale that was called off"),
            (
                "loot bring-back --where 'disposal = lost and disposedOn = today'",
                "Bring back items that were found again"
            ),
        ]
    ) { input throws(LootError) in
        try await input.plan(
            title: { "Bring back \($0)" }, done: { "Brought back \($0)." },
            reading: Filter.disposalFields.sorted()
        ) { item in .update(item.id, Patch(Filter.disposalFields.sorted().map { Patch.Edit($0, nil) })) }
    }

    private static func disposing(
        _ disposal: Disposal, _ id: String, title: Message, summary: Message,
        parameters: @autoclosure @escaping @Sendable () -> [any AnyParameter],
        examples: @autoclosure @escaping @Sendable () -> [(line: String, summary: Message)] = [],
        heading: @escaping @Sendable (Message) -> Message, done: @escaping @Sendable (Message) -> Message
    ) -> Action {
        Action(
            id, title: title, summary: summary, opposite: "bring-back", applies: .isKept,
            parameters: parameters(), examples: examples()
        ) { input throws(LootError) in
            let given: [Patch.Edit] = [
                try input[recipient].map { Patch.Edit("recipient", .text($0)) },
                try input[proceeds].map { Patch.Edit("proceeds", .amount($0)) },
                try input[note].map { Patch.Edit("disposalNote", .text($0)) },
            ].compactMap(\.self)
            let (day, count, today) = (try input[day], try input[quantity], input.today)
            let reading =
                Filter.disposalFields.sorted() + ["purchaseDate", "quantity", "loans", "lentTo", "lentUntil"]
            var canceled: [Message] = []
            return try await input.planSeveral(
                title: { canceled.isEmpty ? heading($0) : withCancellations(heading($0), canceled.count) },
                done: { canceled.isEmpty ? done($0) : withCancellations(done($0), canceled) },
                reading: count == nil ? reading : Field.all.map(\.key)
            ) { item throws(LootError) in
                if let earlier = item.disposal, earlier != disposal || count != nil {
                    throw refusal(
                        item, "It is already recorded as “\(ItemPresentation.title(of: earlier))”.",
                        advice: "Bring it back first.", field: "disposal")
                }
                let on = day ?? item.disposedOn ?? today
                try check(on, of: item, today: today)
                let patch = Patch(
                    given + [
                        Patch.Edit("disposal", .text(disposal.rawValue)), Patch.Edit("disposedOn", .day(on)),
                    ])
                let rest = try item.quantity - pieces(count, of: item)
                let lost = item.reservationsExceeding(rest, today: today)
                canceled += lost.map { cancellation(of: $0, in: item) }
                if rest == 0 { return [.update(item.id, patch)] }
                return try split(item, keeping: rest, without: lost, patch)
            }
        }
    }

    // MARK: Some of the pieces

    /// Returns the number of pieces to dispose of, which is all of them by default.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the item doesn't have the pieces.
    private static func pieces(_ count: Int?, of item: Item) throws(LootError) -> Int {
        guard let count, count != item.quantity else { return item.quantity }
        guard count > 0, count < item.quantity else {
            throw refusal(
                item, "It has \(item.quantity, one: "piece", other: "pieces").",
                advice: "Choose at least one piece, and no more than there are.", field: "quantity")
        }
        let lent = item.lentPieces
        if item.quantity - count < lent {
            throw refusal(
                item, "\(lent, one: "piece is", other: "pieces are") lent.",
                advice: "Return them first, or choose fewer pieces.", field: "quantity")
        }
        return count
    }

    /// Returns the changes that dispose of all pieces except `rest`. They become a new item after the original.
    private static func split(
        _ item: Item, keeping rest: Int, without canceled: [LoanEntry], _ disposal: Patch
    ) throws(LootError) -> [Change] {
        var part = split(item.quantity - rest, from: item)
        try disposal.apply(to: &part)
        let loans = item.loans.filter { !canceled.contains($0) }.map(\.description)
        return [
            .update(
                item.id, ["quantity": .integer(rest), "loans": loans.isEmpty ? nil : .list(loans)]),
            .insert(part, at: .after(item.id)),
        ]
    }

    private static func cancellation(of reservation: LoanEntry, in item: Item) -> Message {
        let (name, borrower) = (item.shownName, reservation.borrower)
        guard let from = reservation.from else { return "“\(name)” for \(borrower)" }
        if let until = reservation.until { return "“\(name)” for \(borrower) from \(from) until \(until)" }
        return "“\(name)” for \(borrower) from \(from)"
    }

    private static func withCancellations(_ heading: Message, _ count: Int) -> Message {
        "\(heading) and cancel \(count, one: "reservation", other: "reservations")"
    }

    private static func withCancellations(_ done: Message, _ canceled: [Message]) -> Message {
        "\(done) \(canceled.count, one: "reservation was", other: "reservations were") canceled: \(list: canceled)."
    }

    private static func check(_ day: Day, of item: Item, today: Day) throws(LootError) {
        if day > today {
            throw refusal(
                item, "\(day) is in the future.", advice: "Enter today's date or an earlier one.",
                field: "disposedOn")
        }
        if let bought = item.purchaseDate, day < bought {
            throw refusal(
                item, "\(day) is before \(bought), the date of purchase.",
                advice: "Enter a later date, or correct the date of purchase.", field: "disposedOn")
        }
    }

    private static func refusal(
        _ item: Item, _ reason: Message, advice: Message, field: FieldKey
    ) -> LootError {
        LootError(
            .invalidValue, "Can't record the disposal of “\(item.shownName)”.", reason: reason,
            advice: advice, item: item.id, field: field)
    }

    private static let recipient = Parameter.optional(
        "to", .text, sets: "recipient", title: "Recipient", summary: "The person who receives the items.")
    private static let proceeds = Parameter.optional(
        "for", .amount, sets: "proceeds", title: "Proceeds",
        summary: "The amount received for each item, in the currency of the item.")
    private static let quantity = Parameter.optional(
        "quantity", .integer, title: "Pieces",
        summary: "The number of pieces of each item. The default is all.")
    private static let day = Parameter.optional(
        "on", .day, sets: "disposedOn", title: "Date", summary: "The date. The default is today.")
    private static let note = Parameter.optional(
        "note", .text, sets: "disposalNote", title: "Note",
        summary: "A note about the sale, the loss or the gift.")

    private static var saleExamples: [(line: String, summary: Message)] {
        [
            ("loot sell '#3' --to Ann --for 120", "Record a sale made today"),
            ("loot sell Chair --quantity 3 --for 30", "Sell three of the chairs"),
            ("loot list --where 'disposal = sold and disposedOn = 2026'", "List the sales of a year"),
        ]
    }
    private static var lossExamples: [(line: String, summary: Message)] {
        [
            ("loot lose '#3' '#7' --note Burglary", "Record the loss of two items"),
            (
                "loot report --pack --where 'disposalNote = Burglary' -o claim.zip",
                "Collect the documents for the insurance company"
            ),
        ]
    }
}
