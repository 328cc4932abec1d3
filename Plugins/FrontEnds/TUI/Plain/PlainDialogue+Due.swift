import LootActions
import LootCore

extension PlainDialogue {
    /// Lists the due dates, one per line.
    func sayDue(within span: CalendarSpan) async throws(LootError) {
        let today = Day.today
        let due = try await inventory.due(on: today, through: today.through(span))
        if due.isEmpty { return say(String(localized: "Nothing is due within \(span).")) }
        say("\(ItemPresentation.summary(of: due)).")
        for date in due.dates {
            let day = date.day.text(in: .current)
            let remaining = ItemPresentation.remaining(date.days(from: today))
            say("\(date.item.shownName), \(ItemPresentation.what(date)), \(day), \(remaining)")
        }
    }

    /// Records maintenance: `serviced 1`, `serviced 1 New belt for 40`, or `care 1 New belt for 40` for maintenance
    /// that isn't a regular service.
    func noteCare(_ rest: String, isService: Bool) async throws(LootError) {
        let words = rest.split(separator: " ", maxSplits: 1)
        let (note, cost) = try noteAndCost(words.count < 2 ? "" : String(words[1]))
        guard isService || !note.isEmpty else {
            throw PlainDialogue.incomplete(
                "The command needs an item number and a description of the work.",
                advice: "Type, for example, “care 1 New belt for 40”.")
        }
        let item = try await item(rest)
        let entry = try CareEntry(
            note: note, cost: cost, day: "", isService: isService, in: presentation.money)
        let commit: Commit?
        do throws(LootError) {
            commit = try await inventory.noteCare(of: [item.id], entry, isService: isService)
        } catch {
            var error = error
            if error.remedy == .setServicePeriod {
                let number = words.first.map(String.init) ?? "1"
                error.advice = """
                    Set how often it is serviced, or record a repair, for example “care \(number) New belt for 40”.
                    """
            }
            throw error
        }
        guard commit != nil else {
            return say(String(localized: "\(item.shownName) already has this entry."))
        }
        let price = entry.cost.map { ", \(presentation.money.text($0, entry.currency ?? item.currency))" }
        let work = entry.note + (price ?? "")
        say(String(localized: "Recorded for \(item.shownName): \(work). To undo this, type undo."))
        guard isService else { return }
        let next = try await inventory.item(.id(item.id)).nextService
        say(
            next.map { String(localized: "The next service is due on \($0).") }
                ?? String(localized: "No further service is due."))
    }

    /// Splits text into a note and the amount after the last “for”, if it is an amount.
    ///
    /// - Throws: `LootError` if the text after “for” has digits and no letters, but isn't a valid amount.
    private func noteAndCost(_ text: String) throws(LootError) -> (note: String, cost: String) {
        let text = " \(text)"
        guard let mark = text.ranges(of: " for ").last else { return (text.trimmed, "") }
        let (note, cost) = (text[..<mark.lowerBound].trimmed, text[mark.upperBound...].trimmed)
        do throws(LootError) {
            if try presentation.money.cost(cost) != nil { return (note, cost) }
        } catch {
            if cost.contains(where: \.isNumber), !cost.contains(where: \.isLetter) { throw error }
        }
        return (text.trimmed, "")
    }
}
