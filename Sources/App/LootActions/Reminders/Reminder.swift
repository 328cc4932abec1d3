import LootCore
import LootFormats
import LootQueryText

/// A reminder of due dates: what is due, how early, and the channel that gets the message. It is an entry of the list
/// setting `reminders`, as text with the channel, `mail ann@example.org`, or as an object:
///
/// ```json
/// { "to": "mail ann@example.org", "about": "loan, service", "where": "location in Garage", "before": "1 week" }
/// ```
package struct Reminder: Sendable {
    /// The name of the entry.
    package let name: String
    let channel: ReminderChannel
    /// The kinds of due dates.
    private let kinds: Set<DueDate.Kind>
    /// The items, or `nil` for all.
    private let filter: Filter?
    /// The time before a due date at which the reminder is sent.
    private let before: CalendarSpan

    private static let usualBefore = CalendarSpan(3, .day)
    static let setting: SettingKey = "reminders"

    /// Parses an entry of the setting.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    init(_ name: String, _ value: ForeignValue) throws(LootError) {
        self.name = name
        var texts: [String: String] = [:]
        switch value {
        case .text(let text): texts["to"] = text
        case .object(let fields):
            for field in fields {
                guard ["to", "about", "where", "before"].contains(field.key) else {
                    throw Reminder.refusal(
                        name, "“\(TextRules.visible(field.key))” isn't a key of a reminder.",
                        "Use “to”, “about”, “where” and “before”.")
                }
                guard case .text(let text) = field.value else {
                    throw Reminder.refusal(
                        name, "“\(TextRules.visible(field.key))” must be text.", "Put the value in quotes.")
                }
                texts[field.key] = text.trimmed
            }
        default:
            throw Reminder.refusal(
                name, "It must be text or an object.", "Write, for example, mail ann@example.org.")
        }
        channel = try ReminderChannel(texts["to"] ?? "", of: name)
        filter = try texts["where"].map { (text) throws(LootError) in
            do throws(LootError) { return try Filter(parsing: text) } catch {
                throw error.during("Can't set the reminder “\(TextRules.visible(name))”.")
            }
        }
        var kinds: Set<DueDate.Kind> = []
        for word in (texts["about"] ?? "").split(separator: ",").map({ String($0).trimmed }) {
            guard let kind = DueDate.Kind(rawValue: word.lowercased()) else {
                throw Reminder.refusal(
                    name, "“\(TextRules.visible(word))” isn't a reason for a due date.",
                    "Choose from \(list: DueDate.Kind.allCases.map(\.rawValue), .and).")
            }
            kinds.insert(kind)
        }
        self.kinds = kinds.isEmpty ? Set(DueDate.Kind.allCases) : kinds
        guard let text = texts["before"] else {
            before = Reminder.usualBefore
            return
        }
        guard let span = CalendarSpan(text), !text.hasPrefix("-") else {
            throw Reminder.refusal(
                name, "“\(TextRules.visible(text))” isn't a time span.",
                "Write, for example, 1 week or 0 days.")
        }
        before = span
    }

    static func refusal(_ name: String, _ reason: Message, _ advice: Message) -> LootError {
        LootError(
            .invalidValue, "Can't set the reminder “\(TextRules.visible(name))”.", reason: reason,
            advice: advice, field: FieldKey(rawValue: setting.rawValue))
    }

    /// Returns the due dates that the reminder is about, including later ones, and the last day to send.
    func dates(in inventory: Inventory, on today: Day) async throws(LootError) -> (all: [DueDate], last: Day)
    {
        let dates = try await inventory.due(on: today, through: .last).dates.filter { date in
            kinds.contains(date.kind) && filter?.matches(date.item) ?? true
        }
        return (dates, today.through(before))
    }
}

extension ListSettings {
    private var reminderEntries: [ForeignField] {
        if case .object(let entries)? = self[Reminder.setting] { entries } else { [] }
    }

    /// The names of all reminders, including invalid ones.
    var reminderNames: Set<String> { Set(reminderEntries.map(\.key)) }

    /// The reminders that are valid, and the errors of the others.
    var reminders: (valid: [Reminder], errors: [LootError]) {
        var (valid, errors): ([Reminder], [LootError]) = ([], [])
        for entry in reminderEntries {
            do throws(LootError) { valid.append(try Reminder(entry.key, entry.value)) } catch {
                errors.append(error)
            }
        }
        return (valid, errors)
    }
}
