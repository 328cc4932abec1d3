import Localization
import LootCore
package import LootPlugins

/// The actions that turn one item into several, and vice versa.
extension Action {
    /// Moves some pieces of an item to another place. They become a new item after the original.
    package static let split = Action(
        "split", title: "Split", summary: "Keep some pieces of an item in another place", opposite: "join",
        applies: .all([.compare("quantity", .greater, .integer(1)), .isKept]),
        parameters: [pieces, place],
        examples: [("loot split Chair 3 --to Attic", "Move three of the chairs to the attic")]
    ) { input throws(LootError) in
        let (count, place, today) = (try input[pieces], try input[place], input.today)
        return try await input.planSeveral(
            title: { "Split \($0)" }, done: { "Split \($0)." }, reading: Field.all.map(\.key)
        ) { item throws(LootError) in
            guard (1..<max(item.quantity, 1)).contains(count) else {
                throw LootError(
                    .invalidValue, "Can't split “\(item.shownName)”.",
                    reason: "It has \(item.quantity, one: "piece", other: "pieces").",
                    advice: "Split off at least one piece, and leave at least one.", item: item.id,
                    field: "quantity")
            }
            let lent = item.loansExceeding(item.quantity - count, today: today)
            if !lent.isEmpty {
                let reasons = lent.map { $0.reason(in: item) }
                throw LootError(
                    .invalidValue, "Can't split “\(item.shownName)”.", reason: "\(list: reasons).",
                    advice: "Return them first, or choose fewer pieces.", item: item.id, field: "quantity")
            }
            var part = split(count, from: item)
            part.location = place
            return [
                .update(item.id, ["quantity": .integer(item.quantity - count)]),
                .insert(part, at: .after(item.id)),
            ]
        }
    }

    /// Returns some pieces of an item as a new item. Its maintenance log has the same entries without their costs, which
    /// would be counted twice.
    static func split(_ count: Int, from item: Item) -> Item {
        var part = item.identified(by: ItemID())
        part.quantity = count
        part.lend([], others: [])
        part.number = nil
        part.careLog = part.careLog.map { CareEntry(on: $0.day, note: $0.note) }
        return part
    }

    /// Joins items that differ only in fields such as the place and the quantity, which reverses ``split``.
    package static let join = Action(
        "join", title: "Join", summary: "Join items that differ in place or quantity",
        opposite: "split", applies: .isKept, minimumItems: 2,
        examples: [("loot join '#3' '#4'", "Join two items; the first one gets the pieces of both")]
    ) { input throws(LootError) in
        var items: [Item] = []
        try await input.forEachItem { items.append($0) }
        let first = items.first
        for item in items {
            guard let first else { break }
            let differences = Patch(from: first, to: item).edits.map(\.field).filter { !joined.contains($0) }
            if let field = differences.first {
                throw LootError(
                    .invalidValue, "Can't join “\(first.shownName)” and “\(item.shownName)”.",
                    reason: "They differ in “\(ItemPresentation.title(of: field))”.",
                    advice: "Give both the same value first.", item: item.id, field: field)
            }
        }
        let pieces = items.reduce(0) { $0 + $1.quantity }
        var loans: [LoanEntry] = []
        for loan in items.flatMap(\.loans) where !loans.contains(loan) { loans.append(loan) }
        let log = joinedLogs(of: items)
        return try await input.planSeveral(
            title: { "Join \($0)" }, done: { "Joined \($0)." }, reading: Field.all.map(\.key)
        ) { item in
            if item.id != first?.id { return [.remove(item.id)] }
            var whole = item
            (whole.quantity, whole.loans, whole.careLog) = (pieces, loans, log)
            return [.update(item.id, Patch(from: item, to: whole))]
        }
    }

    /// Returns the entries of all maintenance logs. Those without a cost are omitted if there is the same entry with a cost.
    private static func joinedLogs(of items: [Item]) -> [CareEntry] {
        var log: [CareEntry] = []
        for entry in items.flatMap(\.careLog) where !log.contains(entry) { log.append(entry) }
        return log.filter { entry in
            let isCosted = log.contains { $0.cost != nil && $0.day == entry.day && $0.note == entry.note }
            return entry.cost != nil || !isCosted
        }
    }

    /// Adds a copy directly after each item.
    package static let duplicate = Action(
        "duplicate", title: "Duplicate", summary: "Add copies of items",
        examples: [("loot duplicate '#3' '#4'", "Add copies of two items")]
    ) { input throws(LootError) in
        try await input.planSeveral(
            title: { "Duplicate \($0)" }, done: { "Duplicated \($0)." }, reading: Field.all.map(\.key)
        ) { item throws(LootError) in
            var copy = item.identified(by: ItemID())
            for field in ["serialNumber", "number", "lentTo", "lentUntil", "loans", "seen", "seenBy"]
                + Filter.disposalFields
            {
                try copy.set(nil, for: field)
            }
            copy.dateCreated = .now
            copy.isFavorite = false
            return [.insert(copy, at: .after(item.id))]
        }
    }

    /// The fields in which joined items may differ.
    private static let joined: Set<FieldKey> = [
        "number", "quantity", "location", "loans", "careLog", "seen", "seenBy", "dateCreated", "isFavorite",
    ]

    private static let pieces = Parameter.required(
        "count", .integer, sets: "quantity", title: "Pieces", summary: "The number of pieces.",
        isPositional: true)
    private static let place = Parameter.required(
        "to", .text, sets: "location", title: "Location", summary: "The place where these pieces are kept.")
}
