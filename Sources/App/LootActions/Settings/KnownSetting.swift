package import LootCore
import LootFormats

/// A list setting known to this version, with its validation and parsing.
package struct KnownSetting: Sendable {
    /// The key of the setting.
    package let key: SettingKey
    /// The description of the setting.
    package let summary: String
    /// The description of valid values, as in “has to be …”.
    private let expectation: String
    /// Returns the normalized value, or `nil` if the value is invalid.
    private let read: @Sendable (ForeignValue) throws(LootError) -> ForeignValue?

    /// All known settings, in the order in which they are shown.
    package static let all = [title, currency, highValue, dueWithin, views, customFields, templates]

    private static let title = KnownSetting(
        key: "title", summary: "The name of the list.", expectation: "text on one line"
    ) { value throws(LootError) in
        guard case .text(let text) = value, !text.trimmed.isEmpty, text.count <= 200,
            TextRules.firstRefused(in: text, allowingLines: false) == nil
        else { return nil }
        return .text(text.trimmed)
    }
    private static let currency = KnownSetting(
        key: "currency", summary: "The currency of amounts that name none, such as EUR.",
        expectation: "a currency such as EUR"
    ) { value throws(LootError) in
        guard case .text(let text) = value else { return nil }
        return .text(try Currency(named: text).code)
    }
    private static let highValue = KnownSetting(
        key: "highValue", summary: "From this value on, a value is high: red instead of green.",
        expectation: "an amount such as 50 or 99.50"
    ) { value throws(LootError) in
        switch value {
        case .number(let digits), .text(let digits):
            return Amount(digits).flatMap { $0 < .zero ? nil : .number($0.description) }
        default: return nil
        }
    }
    private static let dueWithin = KnownSetting(
        key: "dueWithin", summary: "How far ahead the list shows what is due, such as 30 days.",
        expectation: "a time span such as 30 days"
    ) { value throws(LootError) in
        guard case .text(let text) = value else { return nil }
        return CalendarSpan(text) == nil ? nil : .text(text.trimmed)
    }
    private static let views = object("views", "Saved views by name.", "an object with a view for each name")
    private static let customFields = object(
        "customFields", "Declared custom fields by name: a type, or an object with type, unit and choices.",
        "an object with a field for each name")
    private static let templates = object(
        "templates", "What new items can begin with, by name.", "an object with a template for each name")

    private static func object(_ key: SettingKey, _ summary: String, _ expectation: String) -> KnownSetting {
        KnownSetting(key: key, summary: summary, expectation: expectation) { value throws(LootError) in
            if case .object = value { value } else { nil }
        }
    }

    /// Returns the setting with a key.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that suggests the nearest key.
    package static func named(_ key: SettingKey) throws(LootError) -> KnownSetting {
        if let known = all.first(where: { $0.key == key }) { return known }
        throw LootError(
            .usage, "can't change the setting “\(TextRules.visible(key.rawValue))”",
            because: "there is no such setting",
            next: Suggestions.sentence(for: key.rawValue, among: all.map(\.key.rawValue)))
    }

    /// Validates and normalizes a value. For example, `€` becomes `EUR`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    package func checked(_ value: ForeignValue) throws(LootError) -> ForeignValue {
        if let value = try read(value) { return value }
        throw LootError(
            .invalidValue, "can't set “\(key.rawValue)” to \(TextRules.quoted(SettingText.line(value)))",
            because: "it has to be \(expectation)")
    }

    /// Parses a value that a person typed: text, a number, or an object as JSON.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    package func parse(_ text: String) throws(LootError) -> ForeignValue {
        let isObject = text.trimmed.hasPrefix("{")
        guard isObject, let document = try? DocumentValue(json: Array(text.utf8).span) else {
            return try checked(.text(text))
        }
        return try checked(ForeignValue(document))
    }
}

extension Inventory {
    /// Returns the settings of the list.
    package func settings() async throws(LootError) -> ListSettings { try await store.settings() }

    /// Changes settings in one commit. Values are validated, and unknown keys are rejected.
    ///
    /// - Returns: The commit, or `nil` if the list already has these settings.
    @discardableResult
    package func changeSettings(
        _ edits: [(key: SettingKey, value: ForeignValue?)]
    ) async throws(LootError) -> Commit? {
        guard store.capabilities.contains(.settings) else {
            throw LootError(
                .unsupported, "can't change the settings of the list",
                because: "this store doesn't keep settings", next: "Copy the list to another store",
                remedy: .copy)
        }
        let current = try await store.settings()
        var changes: [Change] = []
        for (key, value) in edits {
            // A setting from a newer version can be removed even though it is unknown.
            var checked: ForeignValue?
            if let value {
                checked = try KnownSetting.named(key).checked(value)
            } else if current[key] == nil {
                _ = try KnownSetting.named(key)
            }
            if current[key] != checked { changes.append(.set(key, checked)) }
        }
        guard let first = changes.first else { return nil }
        var title = "Change settings"
        if changes.count == 1, case .set(let key, let value) = first {
            title =
                value.map { "Set \(key.rawValue) to \(SettingText.line($0))" } ?? "Unset \(key.rawValue)"
        }
        let conditions = changes.compactMap { change -> Condition? in
            if case .set(let key, _) = change { .setting(key, current[key]) } else { nil }
        }
        return try await commit(ItemTransaction(changes, title: title, conditions: conditions))
    }
}
