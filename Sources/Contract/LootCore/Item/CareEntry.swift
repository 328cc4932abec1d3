/// An entry in an item's maintenance log: the work done on a day and its cost.
///
/// ```swift
/// let belt = CareEntry("2026-11-20 EUR 40: New belt")
/// belt?.cost  // 40
/// ```
package struct CareEntry: Hashable, Sendable {
    /// The day of the work.
    package var day: Day
    /// The cost, or `nil` if it wasn't recorded.
    package var cost: Amount?
    /// The currency of the cost, or `nil` for the item's currency.
    package var currency: Currency?
    /// The description of the work.
    package var note: String

    /// The default note.
    package static var usualNote: String { String(localized: "Serviced") }

    /// Creates an entry. An empty note is replaced by `usualNote`.
    package init(
        on day: Day = .today, cost: Amount? = nil, in currency: Currency? = nil, note: String = ""
    ) {
        self.day = day
        self.cost = cost
        self.currency = currency
        self.note = note.isEmpty ? CareEntry.usualNote : note
    }

    /// Parses an entry that a person typed. The day may be relative to `today`, and the cost can have any format that
    /// ``AmountText`` supports.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem.
    package init(reading text: String, today: @autoclosure () -> Day = .today) throws(LootError) {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else {
            throw CareEntry.refusal("“\(TextRules.visible(text))” has no colon before the description.")
        }
        let head = text[..<colon].trimmed
        // The day may contain spaces, such as 3 days ago.
        let word = head.unicodeScalars.firstIndex(of: " ") ?? head.endIndex
        var cost: AmountText?
        if let day = Day(head, today: today()) {
            self.day = day
        } else if let day = Day(String(head[..<word]), today: today()) {
            self.day = day
            do { cost = try AmountText(head[word...].trimmed) } catch {
                var error = error
                error.field = "careLog"
                throw error
            }
        } else {
            throw CareEntry.refusal("“\(TextRules.visible(text))” doesn't begin with a date.")
        }
        if let sign = cost?.sign, cost?.currency == nil {
            throw CareEntry.refusal(
                "“\(TextRules.visible(sign))” in “\(TextRules.visible(text))” isn't a currency.")
        }
        (self.cost, currency) = (cost?.amount, cost?.currency)
        note = text[text.unicodeScalars.index(after: colon)...].trimmed
        try check()
    }

    /// Throws if the entry isn't valid for a log.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem.
    package func check() throws(LootError) {
        let quote = TextRules.visible(description)
        if note.isEmpty { throw CareEntry.refusal("“\(quote)” has no description.") }
        if let cost, cost < .zero { throw CareEntry.refusal("The cost in “\(quote)” is less than 0.") }
        if let scalar = TextRules.firstRefused(in: note, allowingLines: false) {
            throw CareEntry.refusal(
                "“\(quote)” contains the control character \(TextRules.name(of: scalar)).")
        }
    }

    private static func refusal(_ failure: Message) -> LootError {
        LootError(
            .invalidValue, failure,
            advice: "Write it as “2026-11-20 EUR 40: New belt”, with a backslash before a comma.",
            field: "careLog")
    }
}

extension CareEntry: CustomStringConvertible {
    /// The entry as text, as in the field `careLog`: the day, the cost if there is one, a colon and the note.
    package var description: String {
        let cost = cost.map { " \(currency.map { "\($0) " } ?? "")\($0)" } ?? ""
        return "\(day)\(cost): \(note)"
    }

    /// Parses the format of ``description``. Returns `nil` for other text.
    package init?(_ text: String) {
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
    /// Returns the entries sorted by day. Entries on the same day keep their order.
    static func sorted(_ entries: [CareEntry]) -> [CareEntry] {
        let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.day <= $1.day }
        return isInOrder ? entries : entries.sorted { $0.day < $1.day }
    }
}

extension Item {
    /// The total maintenance cost by currency. Entries without a cost are ignored.
    package var careTotal: MoneyTotal {
        var total = MoneyTotal()
        guard hasDetails else { return total }
        for entry in careLog {
            if let cost = entry.cost { total.add(MoneyTotal.Sum(cost), entry.currency ?? currency) }
        }
        return total
    }

    /// Whether the maintenance log has a cost without a currency, which is in the item's currency.
    package var hasCostInItsCurrency: Bool {
        hasDetails && careLog.contains { $0.cost != nil && $0.currency == nil }
    }
}
