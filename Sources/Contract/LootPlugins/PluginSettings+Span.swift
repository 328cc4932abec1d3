package import LootCore

extension PluginSettings {
    /// The length of time of a front end's option; nil when it is not set.
    ///
    /// - Throws: `LootError` with code `configuration` for a text that spells none.
    package func span(_ name: String) throws(LootError) -> CalendarSpan? {
        guard let text = text(name) else { return nil }
        if let span = CalendarSpan(text) { return span }
        throw LootError(
            .configuration, "can't read the option \(name)",
            because: "“\(TextRules.visible(text))” is not a length of time",
            next: "Give one like 30 days, 6 weeks or 1 year", place: "frontEnd.\(name)")
    }
}
