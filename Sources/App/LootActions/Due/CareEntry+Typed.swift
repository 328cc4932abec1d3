package import LootCore

extension CareEntry {
    /// Creates an entry from text that a person typed. The day and the cost can have any supported notation. The day
    /// defaults to today, and an empty note of a repair to “Repaired”.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`. Its field is `nextService` for the day and
    ///   `careLog` for everything else.
    package init(
        note: String, cost: String, day: String, isService: Bool, in money: Money
    ) throws(LootError) {
        let when = try CareEntry.day(day)
        let paid = try CareEntry.cost(cost.trimmed, in: money)
        var note = note.trimmed
        if note.isEmpty, !isService { note = CareEntry.usualRepair }
        self.init(on: when, cost: paid?.amount, in: paid?.currency, note: note)
        try check()
    }

    /// The note of a repair for which none was given.
    package static var usualRepair: String { String(localized: "Repaired") }

    private static func cost(
        _ text: String, in money: Money
    ) throws(LootError) -> (amount: Amount, currency: Currency?)? {
        do { return try money.cost(text) } catch {
            var error = error.during("Can't read the cost “\(TextRules.visible(text))”.")
            error.field = "careLog"
            throw error
        }
    }

    private static func day(_ text: String) throws(LootError) -> Day {
        do {
            guard case .day(let day)? = try Field.with(key: "nextService")?.parse(text.trimmed) else {
                return .today
            }
            return day
        } catch {
            throw LootError(
                .invalidValue, "Can't record the maintenance.", reason: error.explanation,
                advice: error.advice, field: error.field)
        }
    }
}
