/// One line of an item's log of care: what was done to it on a day, and what that cost.
///
/// ```swift
/// let belt = CareEntry("2026-11-20 EUR 40: New belt")
/// belt?.cost  // 40
/// ```
package struct CareEntry: Hashable, Sendable {
    /// When it was done.
    package var day: Day
    /// What it cost; nil where no cost was noted.
    package var cost: Amount?
    /// The currency of its cost; nil for that of the item.
    package var currency: Currency?
    /// What was done.
    package var note: String

    /// What an entry says that was given no words.
    package static let usualNote = "Serviced"

    /// What was done on a day; an empty note says `usualNote`.
    package init(
        on day: Day = .today, cost: Amount? = nil, in currency: Currency? = nil, note: String = ""
    ) {
        self.day = day
        self.cost = cost
        self.currency = currency
        self.note = note.isEmpty ? CareEntry.usualNote : note
    }

    /// Reads an entry as a person writes it: the day may be told by how it lies from `today`, and the cost in every way
    /// that ``AmountText`` reads.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    package init(reading text: String, today: @autoclosure () -> Day = .today) throws(LootError) {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else {
            throw CareEntry.refusal(text, "has no colon before what was done")
        }
        let head = text[..<colon].trimmed
        // A day may have spaces in it, as 3 days ago has.
        let word = head.unicodeScalars.firstIndex(of: " ") ?? head.endIndex
        var cost: AmountText?
        if let day = Day(head, today: today()) {
            self.day = day
        } else if let day = Day(String(head[..<word]), today: today()) {
            self.day = day
            do { cost = try AmountText(head[word...].trimmed) } catch {
                throw LootError(
                    .invalidValue, error.what, because: error.why, next: error.next, field: "careLog")
            }
        } else {
            throw CareEntry.refusal(text, "does not begin with a day that the calendar has")
        }
        if let sign = cost?.sign, cost?.currency == nil {
            throw CareEntry.refusal(
                text, "has “\(TextRules.visible(sign))”, which is no currency that is known")
        }
        (self.cost, currency) = (cost?.amount, cost?.currency)
        note = text[text.unicodeScalars.index(after: colon)...].trimmed
        try check()
    }

    /// Fails unless a log may have this entry.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that says what is wrong with it.
    package func check() throws(LootError) {
        if note.isEmpty { throw CareEntry.refusal(description, "does not say what was done") }
        if let cost, cost < .zero { throw CareEntry.refusal(description, "has a cost below 0") }
        if let scalar = TextRules.firstRefused(in: note, allowingLines: false) {
            throw CareEntry.refusal(
                description, "holds the control character \(TextRules.name(of: scalar))")
        }
    }

    private static func refusal(_ text: String, _ why: String) -> LootError {
        LootError(
            .invalidValue, "can't set the care log", because: "“\(TextRules.visible(text))” \(why)",
            next: "Write it as 2026-11-20 EUR 40: New belt, with a backslash before a comma", field: "careLog"
        )
    }
}

extension CareEntry: CustomStringConvertible {
    /// The entry as text, as the field `careLog` holds it: the day, the cost if there is one, a colon and what was done.
    package var description: String {
        let cost = cost.map { " \(currency.map { "\($0) " } ?? "")\($0)" } ?? ""
        return "\(day)\(cost): \(note)"
    }

    /// The entry that ``description`` spells; nil for anything else.
    init?(_ text: String) {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
        let parts = text[..<colon].split(separator: " ", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 3, let day = Day(first) else { return nil }
        self.day = day
        if parts.count > 1 {
            guard let cost = Amount(String(parts[parts.count - 1])) else { return nil }
            self.cost = cost
        }
        if parts.count == 3 {
            guard let currency = Currency(parts[1]) else { return nil }
            self.currency = currency
        }
        note = text[text.unicodeScalars.index(after: colon)...].trimmed
        if description != text || (try? check()) == nil { return nil }
    }
}

extension CareEntry {
    /// Entries with the earliest first; those of one day stay as they are.
    static func sorted(_ entries: [CareEntry]) -> [CareEntry] {
        let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.day <= $1.day }
        return isInOrder ? entries : entries.sorted { $0.day < $1.day }
    }
}

extension Item {
    /// What its care has cost, by currency; entries without a cost add nothing.
    package var careTotal: MoneyTotal {
        var total = MoneyTotal()
        guard hasDetails else { return total }
        for entry in careLog {
            if let cost = entry.cost { total.add(MoneyTotal.Sum(cost), entry.currency ?? currency) }
        }
        return total
    }

    /// Whether a cost in its log of care is in the item's currency, whichever that is.
    package var hasCostInItsCurrency: Bool {
        hasDetails && careLog.contains { $0.cost != nil && $0.currency == nil }
    }
}
