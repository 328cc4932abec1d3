import Localization
import LootCore
package import LootPlugins

extension Action {
    /// Adds an entry to the maintenance logs of items, unless a log already contains an equal one.
    ///
    /// Unless it is a repair, the next service of an item is due one service period later, or never if the item has no
    /// period. A cost without a currency is in the currency of the item.
    package static let service = Action(
        "serviced", title: "Record maintenance", summary: "Record maintenance of items", applies: .isKept,
        parameters: [work, cost, day, repair],
        examples: [
            ("loot serviced '#3'", "Record a service done today"),
            ("loot serviced '#3' --note \"New belt\" --cost 40 --repair", "Record a repair"),
            (
                "loot serviced --where 'service < today' --on yesterday",
                "Record a service of all overdue items"
            ),
        ]
    ) { input throws(LootError) in
        let entry = try await entry(input)
        let isRepair = try input[repair]
        var sentences: [Message] = []
        return try await input.plan(
            title: { isRepair ? "Repair \($0)" : "Service \($0)" },
            done: { sentences.count == 1 ? sentences[0] : "Recorded maintenance of \($0)." },
            reading: ["careLog", "nextService", "serviceEvery", "currency"]
        ) { item throws(LootError) in
            var entry = entry
            // Store the currency, so that a later change of the item's currency doesn't affect the cost.
            if entry.cost != nil, entry.currency == nil { entry.currency = item.currency }
            var serviced = item
            if !item.careLog.contains(entry) { serviced.careLog.append(entry) }
            if !isRepair { serviced.nextService = try nextService(of: item, servicedOn: entry.day) }
            if serviced == item { return nil }
            sentences.append(sentence(of: serviced, entry, isRepair: isRepair))
            return .update(item.id, Patch(from: item, to: serviced))
        }
    }

    /// Returns the entry that the arguments describe.
    private static func entry(_ input: ActionInput) async throws(LootError) -> CareEntry {
        let money = Money(symbol: try await input.store.settings().currency?.code ?? input.symbol)
        var entry = CareEntry(on: try input[day] ?? input.today)
        let typed = try input[cost] ?? ""
        try check(cost) { () throws(LootError) in
            do throws(LootError) {
                if let paid = try money.cost(typed) {
                    (entry.cost, entry.currency) = (paid.amount, paid.currency)
                }
            } catch { throw error.during("Can't read the cost “\(TextRules.visible(typed))”.") }
            try entry.check()
        }
        if try input[repair] { entry.note = String(localized: "Repaired") }
        if let note = try input[work] { entry.note = note }
        try check(work) { () throws(LootError) in try entry.check() }
        return entry
    }

    /// Calls `body`. Its errors refer to a parameter.
    private static func check(
        _ parameter: Parameter<String?>, _ body: () throws(LootError) -> Void
    ) throws(LootError) {
        do throws(LootError) { try body() } catch {
            var error = error
            error.field = parameter.declaration.problemKey
            throw error
        }
    }

    /// Returns the next service of an item, or `nil` if it has no service period.
    private static func nextService(of item: Item, servicedOn day: Day) throws(LootError) -> Day? {
        guard let period = item.serviceEvery else { return nil }
        if let next = day.adding(period) { return next }
        throw LootError(
            .invalidValue, "Can't set the next service of “\(TextRules.visible(item.shownName))”.",
            reason: "The date \(period) after \(day) is later than the year 9999.",
            advice: "Set the time between two services.", remedy: .setServicePeriod, item: item.id,
            field: "serviceEvery")
    }

    private static func sentence(of item: Item, _ entry: CareEntry, isRepair: Bool) -> Message {
        let name = item.shownName
        if isRepair { return "“\(entry.note)” is in the maintenance log of “\(name)”." }
        return item.nextService.map { "The next service of “\(name)” is due on \($0)." }
            ?? "No further service of “\(name)” is due."
    }

    private static let work = Parameter.optional(
        "note", .text, title: "Work done", summary: "A description of the work.")
    private static let cost = Parameter.optional(
        "cost", .text, title: "Cost", summary: "The cost per item: 40, EUR 40.")
    private static let day = Parameter.optional(
        "on", .day, title: "Date", summary: "The date. The default is today.")
    private static let repair = Parameter.flag(
        "repair", title: "Repair",
        summary: "Whether it is a repair, which doesn't change the date of the next service.")
}
