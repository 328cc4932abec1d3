package import Localization
package import LootCore
import LootFormats
package import LootPlugins

/// A list setting known to this version. All front ends show and change settings by this description.
package struct KnownSetting: Sendable {
    /// The shape of the value, which determines the controls of forms.
    package enum Kind: Hashable, Sendable {
        /// A string or a number on one line.
        case line
        /// Values by name, such as views. The example is a value of an entry.
        case entries(new: Message, example: String)
    }

    /// The key of the setting.
    package let key: SettingKey
    /// The label in forms.
    package let title: Message
    /// The description of the setting.
    package let summary: Message
    /// The shape of the value.
    package let kind: Kind
    /// The role that a person on a server needs to change the setting.
    package var requiredRole = Role.manage
    /// A sentence about valid values: `It must be text on one line.`
    private let requirement: Message
    /// Returns a normalized text as a value that is shown in the person's language.
    private var localized: @Sendable (String) -> (any MessageValue)? = { _ in nil }
    /// Returns the normalized value, or `nil` if the value is invalid.
    private let read: @Sendable (ForeignValue) throws(LootError) -> ForeignValue?

    /// All known settings, in the order in which they are shown.
    package static let all = [
        name, currency, depreciation, numbering, highValue, dueWithin, historyLimit, reminders, views,
        customFields,
        templates,
    ]

    private static let name = KnownSetting(
        key: "title", title: "Title", summary: "The name of the list.", kind: .line,
        requirement: "It must be a single line of text."
    ) { value throws(LootError) in
        guard case .text(let text) = value, !text.trimmed.isEmpty, text.count <= 200,
            TextRules.firstRefused(in: text, allowingLines: false) == nil
        else { return nil }
        return .text(text.trimmed)
    }
    private static let currency = KnownSetting(
        key: "currency", title: "Currency",
        summary: "The currency for amounts without one, such as EUR.", kind: .line,
        requirement: "It must be a currency such as EUR."
    ) { value throws(LootError) in
        guard case .text(let text) = value else { return nil }
        return .text(try Currency(named: text).code)
    }
    private static let depreciation = KnownSetting(
        key: "depreciation", title: "Depreciation",
        summary: Depreciation.summary,
        kind: .line, requirement: Depreciation.advice, localized: { Depreciation($0) }
    ) { value throws(LootError) in
        guard case .text(let text) = value else { return nil }
        return Depreciation(reading: text).map { .text($0.description) }
    }
    private static let numbering = KnownSetting(
        key: "numbering", title: "Numbering",
        summary: "The first asset number, such as A-0001. New items get the next number.", kind: .line,
        requirement: "It must end with 1 to 18 digits, such as A-0001, and contain no slash."
    ) { value throws(LootError) in
        switch value {
        case .number(let text), .text(let text):
            let isValid =
                text.count <= 40 && !text.contains("/")
                && TextRules.firstRefused(in: text, allowingLines: false) == nil
            return isValid && AssetNumber(text.trimmed) != nil ? .text(text.trimmed) : nil
        default: return nil
        }
    }
    private static let highValue = KnownSetting(
        key: "highValue", title: "High value",
        summary: "Values of at least this amount are high, and shown in red instead of green.", kind: .line,
        requirement: "It must be an amount such as 50 or \(DecimalNumber("99.50")).",
        localized: { DecimalNumber($0) }
    ) { value throws(LootError) in
        let amount: Amount?
        switch value {
        case .number(let digits): amount = Amount(digits)
        case .text(let text):
            amount = (try? AmountText(typed: text)).flatMap { $0.sign == nil ? $0.amount : nil }
        default: amount = nil
        }
        return amount.flatMap { $0 < .zero ? nil : .number($0.description) }
    }
    private static let dueWithin = KnownSetting(
        key: "dueWithin", title: "Due within",
        summary: "The period in which due dates are shown, such as 30 days.", kind: .line,
        requirement: "It must be a period such as 30 days.", localized: { CalendarSpan($0) }
    ) { value throws(LootError) in
        guard case .text(let text) = value else { return nil }
        if CalendarSpan(text) != nil { return .text(text.trimmed) }
        return CalendarSpan(reading: text).map { .text($0.description) }
    }
    private static let historyLimit = KnownSetting(
        key: "historyLimit", title: "History limit",
        summary: "The number of changes that can be undone, or their age. Older ones are dropped.",
        kind: .line,
        requirement: "It must be a number such as 1000 or a period such as 2 years.",
        localized: { CalendarSpan($0) }
    ) { value throws(LootError) in
        switch value {
        case .number(let text), .text(let text):
            if let count = Int(text.trimmed) {
                return (0...1_000_000_000).contains(count) ? .number("\(count)") : nil
            }
            return CalendarSpan(reading: text).flatMap { $0.isPeriod ? .text($0.description) : nil }
        default: return nil
        }
    }
    private static let reminders = KnownSetting(
        key: Reminder.setting, title: "Reminders",
        summary: """
            Reminders of due dates by name: a service and an address, or an object with to, about, where and before.
            """,
        kind: .entries(new: "New reminder", example: "mail ann@example.org"),
        requirement: "It must be an object with a key for each name."
    ) { value throws(LootError) in
        guard case .object(let entries) = value else { return nil }
        for entry in entries { _ = try Reminder(entry.key, entry.value) }
        return entries.isEmpty ? .null : value
    }
    private static let views = entries(
        "views", "Views", "Saved views by name: a filter, or an object as in a configuration.",
        new: "New view",
        example: "value >= 500", requiredRole: .write)
    private static let customFields = entries(
        "customFields", "Custom fields",
        "Custom fields by name: a type, or an object with type, unit and choices.",
        new: "New custom field", example: #"{"type": "decimal", "unit": "kg"}"#)
    private static let templates = entries(
        "templates", "Templates", "Fields and initial values of new items, by name.",
        new: "New template", example: #"{"tags": "computer", "fields": "serial"}"#)

    private static func entries(
        _ key: SettingKey, _ title: Message, _ summary: Message, new: Message, example: String,
        requiredRole: Role = .manage
    ) -> KnownSetting {
        KnownSetting(
            key: key, title: title, summary: summary, kind: .entries(new: new, example: example),
            requiredRole: requiredRole, requirement: "It must be an object with a key for each name."
        ) { value throws(LootError) in
            guard case .object(let entries) = value else { return nil }
            return entries.isEmpty ? .null : value
        }
    }

    /// Returns the setting with a key.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that suggests the nearest key.
    package static func named(_ key: SettingKey) throws(LootError) -> KnownSetting {
        if let known = all.first(where: { $0.key == key }) { return known }
        throw LootError(
            .usage, "Can't change the setting “\(TextRules.visible(key.rawValue))”.",
            reason: "No setting has this name.",
            advice: Suggestions.advice(for: key.rawValue, among: all.map(\.key.rawValue)))
    }

    /// Throws if a person with a role may not change a setting. Unknown settings, such as those of a stocktake, are
    /// changed by actions, which have their own roles.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `read-only`.
    static func requireRole(_ role: Role, toChange key: SettingKey) throws(LootError) {
        guard let known = all.first(where: { $0.key == key }), role < known.requiredRole else {
            return
        }
        throw LootError(
            .readOnly, "Can't change the setting “\(key.rawValue)”.",
            reason: "It requires the role “\(known.requiredRole.rawValue)”.",
            advice: "Ask a person with this role to change it.")
    }

    /// Validates and normalizes a value. For example, `€` becomes `EUR`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    func checked(_ value: ForeignValue) throws(LootError) -> ForeignValue {
        if let value = try read(value) { return value }
        throw LootError(
            .invalidValue, "Can't set “\(key.rawValue)” to \(TextRules.quoted(SettingText.line(value))).",
            reason: requirement, field: FieldKey(rawValue: key.rawValue))
    }
}

/// A setting or an entry of one, addressed as `currency` or `views.insured`.
package struct SettingPath: Sendable {
    /// The setting.
    package let setting: KnownSetting
    /// The name of the entry, or `nil` for the whole setting.
    package let entry: String?

    /// Creates the path of a setting or an entry.
    package init(_ setting: KnownSetting, entry: String? = nil) {
        self.setting = setting
        self.entry = entry
    }

    /// Parses a path. Everything after the first period is the name of an entry.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` if the setting doesn't exist.
    package init(_ path: String) throws(LootError) {
        let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        setting = try KnownSetting.named(SettingKey(rawValue: parts.first ?? ""))
        entry = parts.count > 1 ? parts[1].trimmed : nil
        if case .line = setting.kind, entry != nil {
            throw LootError(
                .usage, "Can't change “\(TextRules.visible(path))”.",
                reason: "The setting “\(setting.key.rawValue)” has no entries.",
                advice: "Use \(setting.key.rawValue).")
        }
        if entry == "" {
            throw LootError(
                .usage, "Can't change “\(TextRules.visible(path))”.",
                reason: "The name of the entry is missing.",
                advice: "Use, for example, \(setting.key.rawValue).NAME.")
        }
    }

    /// The path as text.
    package var text: String { setting.key.rawValue + (entry.map { ".\($0)" } ?? "") }

    /// Returns a value as text that a person can edit.
    package func text(of value: ForeignValue?) -> String {
        guard let value else { return "" }
        return entry == nil ? setting.text(of: value) : SettingText.text(value)
    }

    /// Parses a value that a person typed: text, a number, or an object as JSON.
    package func value(of text: String) -> ForeignValue {
        guard text.trimmed.hasPrefix("{"), let document = try? DocumentValue(json: Array(text.utf8).span)
        else { return .text(text.trimmed) }
        return ForeignValue(document)
    }
}

extension KnownSetting {
    /// Returns a value as text in the person's language.
    fileprivate func text(of value: ForeignValue) -> String {
        let text = SettingText.text(value)
        return localized(text)?.text(in: .current) ?? text
    }

    /// Returns the title of a commit: `Set “Currency” to EUR`, or `Edit “Views”` for a setting with entries.
    static func title(ofChangeTo key: SettingKey, _ value: ForeignValue?) -> String {
        let known = all.first { $0.key == key }
        let name = known.map { TextRules.quoted($0.title.text) } ?? key.rawValue
        guard let value else { return String(localized: "Unset \(name)") }
        if case .entries? = known?.kind { return String(localized: "Edit \(name)") }
        return String(
            localized: "Set \(name) to \(SettingText.line(known?.text(of: value) ?? SettingText.text(value)))"
        )
    }

    /// Returns the description of a change, one line per entry: `Currency: not set → EUR`.
    static func lines(of key: SettingKey, from old: ForeignValue?, to new: ForeignValue?) -> [String] {
        func line(_ title: String, _ old: String?, _ new: String?) -> String {
            Language.current.titled(title, "\(SettingText.line(old)) → \(SettingText.line(new))")
        }
        guard let known = all.first(where: { $0.key == key }) else {
            return [line(key.rawValue, old.map(SettingText.text), new.map(SettingText.text))]
        }
        guard case .entries = known.kind else {
            return [line(known.title.text, old.map(known.text), new.map(known.text))]
        }
        func entries(_ value: ForeignValue?) -> [String: ForeignValue] {
            guard case .object(let entries)? = value else { return [:] }
            return Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
        }
        let (before, after) = (entries(old), entries(new))
        return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { name in
            line(
                "\(known.title.text) \(TextRules.quoted(name))", before[name].map(SettingText.text),
                after[name].map(SettingText.text))
        }
    }

    /// Returns the rows of a form: the setting itself, or its entries.
    package func rows(of settings: ListSettings) -> [(path: SettingPath, text: String)] {
        let value = settings[key]
        guard case .entries = kind else {
            let path = SettingPath(self)
            return [(path, path.text(of: value))]
        }
        guard case .object(let entries)? = value else { return [] }
        return entries.map { (SettingPath(self, entry: $0.key), SettingText.text($0.value)) }
    }
}
